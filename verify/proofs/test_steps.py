"""A step of a reduction fails if a sign in it is wrong: planted one by one."""

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from theory.test_support.comparing import over
from verify import runner

runner.load()
MODULES = [module for name, module in sorted(sys.modules.items()) if name.startswith("verify.")]


def step_functions() -> Iterator[tuple[ModuleType, Callable[[], Any]]]:
    """Functions without arguments that return a step or a list of them."""
    for module in MODULES:
        for function in vars(module).values():
            if not inspect.isfunction(function) or function.__module__ != module.__name__:
                continue
            returned = str(function.__annotations__.get("return"))
            if "Shown" in returned and not inspect.signature(function).parameters:
                yield module, function


class _Planted(ast.NodeTransformer):
    """One + or - within an equation a == b turned into the other. (Inequalities may stay true.)"""

    def __init__(self, which: int) -> None:
        self.left = which
        self.inside = False
        self.changed = ""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.inside = isinstance(node.ops[0], ast.Eq)
        self.generic_visit(node)
        self.inside = False
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if self.inside and isinstance(node.op, ast.Add | ast.Sub):
            if self.left == 0:
                self.changed = ast.unparse(node)
                node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            self.left -= 1
        return node


def hold(found: Any) -> bool:
    return all(found) if isinstance(found, list) else bool(found)


STEPS = list(step_functions())


def planted(step: tuple[ModuleType, Callable[[], Any]]) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Each step with a wrong sign, with the expression whose sign was changed."""
    module, function = step
    source = textwrap.dedent(inspect.getsource(function))
    for which in range(100):
        sign = _Planted(which)
        tree = ast.fix_missing_locations(sign.visit(ast.parse(source)))
        if not sign.changed:
            return
        space = dict(vars(module))
        exec(compile(tree, function.__name__, "exec"), space)
        yield sign.changed, space[function.__name__]


@over([(row,) for row in STEPS])
def test_a_wrong_sign_breaks_a_step(step: tuple[ModuleType, Callable[[], Any]]) -> None:
    assert hold(step[1]())
    assert [changed for changed, wrong in planted(step) if hold(wrong())] == []


def test_there_are_steps_and_signs() -> None:
    assert len(STEPS) > 5
    assert sum(1 for step in STEPS for _ in planted(step)) > 30

"""What mutmut 3.8 has to be told to plant its faults here."""

import importlib
from typing import Any


def mutate_decorated_functions() -> None:
    """mutmut leaves decorated functions alone, for their copies would be decorated too.

    Here every kernel is decorated, so the copies go undecorated: decorated is what chooses.
    """
    cst: Any = importlib.import_module("libcst")
    made: Any = importlib.import_module("mutmut.mutation.file_mutation")
    skip = made.MutationVisitor._skip_node_and_children
    arrange = made.function_trampoline_arrangement

    def skipped(self: Any, node: Any) -> bool:
        decorated = isinstance(node, cst.FunctionDef) and node.decorators
        return False if decorated else bool(skip(self, node))

    def arranged(function: Any, faults: Any, class_name: str | None) -> Any:
        bare = function.with_changes(decorators=[])
        before, nodes, after, names = arrange(bare, faults, class_name)
        choosing = nodes[0].with_changes(
            decorators=[*function.decorators, *nodes[0].decorators],
            leading_lines=function.leading_lines,
        )
        return before, [choosing, *nodes[1:]], after, names

    made.MutationVisitor._skip_node_and_children = skipped
    made.function_trampoline_arrangement = arranged

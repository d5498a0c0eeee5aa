"""A model as the stages that a batch passes, in their order.

torch.fx follows it: every layer and every function is a stage, with those whose output it takes. A
module that fx cannot follow is one stage by itself, and the layers inside of it are seen by hooks,
which know their order and not what happens between them.
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import torch
from torch import Tensor, fx, nn

from lemmata.verify.audit.measuring.kinds import LayerKind, is_known, of_function, of_module, said

ROOT = "model"


@dataclass(frozen=True)
class Stage:
    """One layer or function: ``what`` names its class; ``parents`` are the stages it takes, by
    their place in the order, and None where that is not known.

    ``inside``: the module that could not be followed and that this stage stands in.
    """

    name: str
    kind: LayerKind
    what: str
    module: nn.Module | None = None
    parents: tuple[int, ...] | None = None
    inside: str = ""


See = Callable[[Stage, Tensor, Tensor], None]  # a stage, what it was given, what it made of it


@dataclass
class Followed:
    """A model that was traced in its present mode, and the modules that could not be followed."""

    model: nn.Module
    graph: fx.GraphModule
    opaque: dict[str, str] = field(default_factory=dict)  # name: why

    def run(self, X: Tensor, see: See, gains: Mapping[str, float] | None = None) -> Any:
        """The model's output; ``see`` is called at every stage.

        ``gains``: what the input of an activation is multiplied by, by the name of its stage.
        """
        return _Passing(self, see, gains or {}).run(X)


class _Alone(nn.Module):
    """The model of one input: other arguments of its forward keep their defaults."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, X: Tensor) -> Any:
        return self.model(X)


class _Tracer(fx.Tracer):
    def __init__(self, opaque: set[type]) -> None:
        super().__init__()
        self.opaque, self.inside = opaque, list[tuple[nn.Module, str]]()

    def is_leaf_module(self, m: nn.Module, module_qualified_name: str) -> bool:
        return type(m) in self.opaque or is_known(m)

    def call_module(self, m: nn.Module, forward: Any, args: Any, kwargs: Any) -> Any:
        self.inside.append((m, self.path_of_module(m)))
        found = super().call_module(m, forward, args, kwargs)
        self.inside.pop()  # not reached where it cannot be followed
        return found


def followed(model: nn.Module, *, whole: bool = True) -> Followed:
    """Trace a model in its mode; not ``whole``: as one stage with hooks inside.

    What cannot be traced makes its class opaque, the innermost first, until the rest can be.
    """
    alone = _Alone(model)
    reasons: dict[type, str] = {} if whole else {type(model): "its graph gives another output"}
    while True:
        tracer = _Tracer(set(reasons))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                graph = tracer.trace(alone)
            break
        except Exception as error:  # of fx, or of code that cannot work on its stand-ins
            culprit = tracer.inside[-1][0] if tracer.inside else model
            if type(culprit) in reasons:
                raise
            reasons[type(culprit)] = " ".join(str(error).split())[:120]
    names = {
        _own(name): reasons[type(m)] for name, m in alone.named_modules() if type(m) in reasons
    }
    return Followed(model, fx.GraphModule(alone, graph), names)


def _own(name: str) -> str:
    """A module's name without that of the wrapper."""
    return name.removeprefix(ROOT).removeprefix(".") or ROOT


class _Passing(fx.Interpreter):
    """Runs the graph, nothing in place, and tells of every stage."""

    def __init__(self, traced: Followed, see: See, gains: Mapping[str, float]) -> None:
        super().__init__(traced.graph)
        self.traced, self.see, self.gains = traced, see, gains
        self.count, self.uses = 0, dict[str, int]()
        self.stages: dict[fx.Node, tuple[int, ...]] = {}  # of what each value depends on

    def run_node(self, n: fx.Node) -> Any:
        before = self.count
        self.name = self._name(n)
        value = super().run_node(n)
        shown = _first(value)
        parents = sorted({k for given in n.all_input_nodes for k in self.stages.get(given, ())})
        self.stages[n] = tuple(parents)
        if n.op == "placeholder":
            stage = Stage("input", LayerKind.INPUT, "batch", None, ())
            self._told(stage, n, value, value)
        elif n.op.startswith("call") and isinstance(shown, Tensor) and parents:
            kind, what, module = self._kind(n)
            unknown = self.count > before  # hooks have seen stages inside
            if kind is not LayerKind.SHAPE:
                known = None if unknown else tuple(parents)
                given = self.env.get(n.all_input_nodes[0])
                stage = Stage(self.name, kind, what, module, known)
                self._told(stage, n, given if isinstance(given, Tensor) else shown, shown)
        return value

    def _told(self, stage: Stage, n: fx.Node, given: Tensor, value: Tensor) -> None:
        self.stages[n] = (self.count,)
        self._count(stage, given, value)

    def _count(self, stage: Stage, given: Tensor, value: Tensor) -> None:
        self.count += 1
        self.see(stage, given, value)

    def _name(self, n: fx.Node) -> str:
        if n.op != "call_module":
            return n.name
        name = _own(str(n.target))
        self.uses[name] = self.uses.get(name, 0) + 1
        return name if self.uses[name] == 1 else f"{name} ({self.uses[name]})"

    def _kind(self, n: fx.Node) -> tuple[LayerKind, str, nn.Module | None]:
        if n.op == "call_module":
            module = self.fetch_attr(str(n.target))
            return of_module(module), type(module).__name__, module
        computed = sum(bool(self.stages.get(given)) for given in n.all_input_nodes)
        name = said(n.target)
        return of_function(name, computed), name, None

    def call_function(self, target: Any, args: Any, kwargs: Any) -> Any:
        if target in (operator.iadd, operator.imul, operator.isub):
            target = getattr(operator, target.__name__[1:])
        return super().call_function(target, *self._prepared(said(target), args, kwargs))

    def call_method(self, target: Any, args: Any, kwargs: Any) -> Any:
        return super().call_method(target, *self._prepared(str(target), args, kwargs))

    def _prepared(self, name: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
        """With the gain of this stage, and on a copy where it would work in place."""
        if kwargs.get("inplace"):
            kwargs = {**kwargs, "inplace": False}
        if args and isinstance(args[0], Tensor):
            first = args[0].clone() if name.endswith("_") and name[:1] != "_" else args[0]
            args = (first * self.gains[self.name] if self.name in self.gains else first, *args[1:])
        return args, kwargs

    def call_module(self, target: Any, args: Any, kwargs: Any) -> Any:
        name = _own(str(target))
        if self.name in self.gains:
            args = (args[0] * self.gains[self.name], *args[1:])
        if name not in self.traced.opaque:
            return super().call_module(target, args, kwargs)
        with self._hooked(self.fetch_attr(str(target)), name):
            return super().call_module(target, args, kwargs)

    @contextmanager
    def _hooked(self, module: nn.Module, name: str) -> Iterator[None]:
        """The layers inside of a module that could not be followed, as they are called."""
        hooks: list[Any] = []
        for below, layer in module.named_modules():
            if layer is not module and (is_known(layer) or not any(layer.children())):
                at = below if name == ROOT else f"{name}.{below}"
                hooks.append(layer.register_forward_hook(partial(self._seen, at, name)))
                if at in self.gains:
                    hooks.append(layer.register_forward_pre_hook(partial(_times, self.gains[at])))
        try:
            yield
        finally:
            for hook in hooks:
                hook.remove()

    def _seen(self, name: str, inside: str, layer: nn.Module, given: Any, value: Any) -> None:
        value = _first(value)
        if isinstance(value, Tensor) and given and isinstance(given[0], Tensor):
            kind, what = of_module(layer), type(layer).__name__
            self._count(Stage(name, kind, what, layer, None, inside), given[0], value)


def _first(value: Any) -> Any:
    """Of a layer that gives out several tensors, as torch's attention and LSTM do, the first."""
    return value[0] if isinstance(value, tuple) and value else value


def _times(gain: float, layer: nn.Module, given: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    return (given[0] * gain, *given[1:])


def is_measured(value: Tensor, samples: int) -> bool:
    """Whether a stage's output is one real column a sample."""
    return bool(value.is_floating_point() and value.dim() > 0 and len(value) == samples)


def sizes(traced: Followed, X: Tensor) -> int:
    """How many numbers all stages give out together: what gradients need to be kept."""
    total = 0

    def see(stage: Stage, given: Tensor, value: Tensor) -> None:
        nonlocal total
        total += value.numel()

    with torch.no_grad():
        traced.run(X, see)
    return total

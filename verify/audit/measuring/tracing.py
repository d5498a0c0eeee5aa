"""Traces a model into stages, in the order in which a batch passes them.

torch.fx makes every layer and function a stage, with the stages whose outputs it takes. A module
that fx cannot trace is one stage; hooks observe the layers inside, which gives their order but not
the functions between them.
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

from lemmata.verify.audit.measuring.adapting import Adapted
from lemmata.verify.audit.measuring.kinds import (
    LayerKind,
    is_known,
    name_of,
    of_function,
    of_module,
)
from lemmata.verify.nn.temporary import remove_hooks

ROOT = "the model"  # no module of the user has this name
_WRAPPED = "model"  # the name of the user's model in its wrapper


@dataclass(frozen=True)
class Stage:
    """One layer or function: ``what`` names its class or function; ``takes`` are the indices of the
    stages whose outputs it takes; ``parents`` too, but None where the way from them to it is
    unknown; ``inside`` names the enclosing module that could not be traced.
    """

    name: str
    kind: LayerKind
    what: str
    module: nn.Module | None = None
    parents: tuple[int, ...] | None = None
    inside: str = ""
    takes: tuple[int, ...] = ()


See = Callable[[Stage, Tensor, Tensor], None]  # a stage, its input, its output


@dataclass
class TracedModel:
    """A model traced in its present mode, and the modules that could not be traced."""

    model: nn.Module
    graph: fx.GraphModule
    opaque: dict[str, str] = field(default_factory=dict)  # name: why

    def run(self, X: Tensor, see: See, gains: Mapping[str, float] | None = None) -> Any:
        """The model's output; calls ``see`` at every stage.

        ``gains``: factors of the inputs of activations, by the name of the stage.
        """
        return _Passing(self, see, gains or {}).run(X)


class _Alone(nn.Module):
    """The model as a function of one input; other arguments have their defaults."""

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
        self.inside.pop()  # not reached if the module cannot be traced
        return found


def trace(model: nn.Module, *, whole: bool = True) -> TracedModel:
    """Trace a model in its mode; if not ``whole``, as one stage with hooks inside.

    If a module cannot be traced, its class becomes opaque, the innermost first.
    """
    alone = model if isinstance(model, Adapted) else _Alone(model)
    model = alone.model
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
    return TracedModel(alone, fx.GraphModule(alone, graph), names)


def _own(name: str) -> str:
    """A module's name without that of the wrapper."""
    return name.removeprefix(_WRAPPED).removeprefix(".") or ROOT


class _Passing(fx.Interpreter):
    """Runs the graph without operations in place, and reports every stage."""

    def __init__(self, traced: TracedModel, see: See, gains: Mapping[str, float]) -> None:
        super().__init__(traced.graph)
        self.traced, self.see, self.gains = traced, see, gains
        self.count, self.uses = 0, dict[str, int]()
        self.takes: tuple[int, ...] = ()  # of the next stage: inside a module the one before it
        self.repeated = {_own(name) for name in blocks(traced.model)}
        self.stages: dict[fx.Node, tuple[int, ...]] = {}  # the stages that each value depends on

    def run_node(self, n: fx.Node) -> Any:
        before = self.count
        self.name = self._name(n)
        takes = {k for given in n.all_input_nodes for k in self.stages.get(given, ())}
        parents = self.takes = tuple(sorted(takes))
        value = super().run_node(n)
        shown = _first(value)
        self.stages[n] = self.takes  # what was seen inside has moved them on
        if n.op == "placeholder":
            stage = Stage("input", LayerKind.INPUT, "batch", None, ())
            self._add_stage(stage, n, value, value)
        elif n.op.startswith("call") and isinstance(shown, Tensor) and parents:
            kind, what, module = self._kind(n)
            unknown = self.count > before  # hooks have reported stages inside
            if kind is not LayerKind.SHAPE:
                known = None if unknown else parents
                given = self.env.get(n.all_input_nodes[0])
                stage = Stage(self.name, kind, what, module, known, "", self.takes)
                self._add_stage(stage, n, given if isinstance(given, Tensor) else shown, shown)
        return value

    def _add_stage(self, stage: Stage, n: fx.Node, given: Tensor, value: Tensor) -> None:
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
            if (name := _own(str(n.target))) in self.traced.opaque and name in self.repeated:
                return LayerKind.BLOCK, type(module).__name__, module
            return of_module(module), type(module).__name__, module
        computed = sum(bool(self.stages.get(given)) for given in n.all_input_nodes)
        name = name_of(n.target)
        return of_function(name, computed), name, None

    def call_function(self, target: Any, args: Any, kwargs: Any) -> Any:
        if target in (operator.iadd, operator.imul, operator.isub):
            target = getattr(operator, target.__name__[1:])
        return super().call_function(target, *self._prepare(name_of(target), args, kwargs))

    def call_method(self, target: Any, args: Any, kwargs: Any) -> Any:
        return super().call_method(target, *self._prepare(str(target), args, kwargs))

    def _prepare(self, name: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
        """The arguments with the gain of this stage; a copy for an operation in place."""
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
        """Observe the layers inside a module that could not be traced."""
        hooks: list[Any] = []
        for below, layer in module.named_modules():
            at = below if name == ROOT else f"{name}.{below}"
            if layer is not module and (is_known(layer) or not any(layer.children())):
                kind = of_module(layer)
                hooks.append(layer.register_forward_hook(partial(self._observe, at, name, kind)))
                if at in self.gains:
                    hooks.append(layer.register_forward_pre_hook(partial(_times, self.gains[at])))
            elif at in self.repeated:
                kind = LayerKind.BLOCK
                hooks.append(layer.register_forward_hook(partial(self._observe, at, name, kind)))
        with remove_hooks(hooks):
            yield

    def _observe(
        self, name: str, inside: str, kind: LayerKind, layer: nn.Module, given: Any, value: Any
    ) -> None:
        value = _first(value)
        if isinstance(value, Tensor) and given and isinstance(given[0], Tensor):
            stage = Stage(name, kind, type(layer).__name__, layer, None, inside, self.takes)
            self.takes = (self.count,)
            self._count(stage, given[0], value)


def _first(value: Any) -> Any:
    """The first output of a layer with several, such as torch's attention and LSTM."""
    return value[0] if isinstance(value, tuple) and value else value


def _times(gain: float, layer: nn.Module, given: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    return (given[0] * gain, *given[1:])


def blocks(module: nn.Module) -> set[str]:
    """The names of the parts that a list or a Sequential repeats: those of the commonest class,
    not counting what is inside another such part."""
    families: dict[type, set[str]] = {}
    for above, layers in module.named_modules():
        if isinstance(layers, nn.ModuleList | nn.Sequential):
            for key, one in layers.named_children():
                if any(one.children()) and not isinstance(one, nn.ModuleList | nn.Sequential):
                    families.setdefault(type(one), set()).add(f"{above}.{key}".lstrip("."))
    several = [names for names in families.values() if len(names) > 1]
    every = set().union(*several)
    outer = [{n for n in names if not _is_inside(n, every)} for names in several]
    return max(outer, key=len, default=set())


def _is_inside(name: str, others: set[str]) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:k]) in others for k in range(1, len(parts)))


def is_measured(value: Tensor, samples: int) -> bool:
    """Whether a stage's output is one real column a sample."""
    return bool(value.is_floating_point() and value.dim() > 0 and len(value) == samples)


def sizes(traced: TracedModel, X: Tensor) -> int:
    """The number of entries of all outputs, which gradients need in memory."""
    total = 0

    def see(stage: Stage, given: Tensor, value: Tensor) -> None:
        nonlocal total
        total += value.numel()

    with torch.no_grad():
        traced.run(X, see)
    return total

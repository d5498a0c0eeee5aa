"""Gaps and gradient norms of any model while it trains, by hooks: nothing in the model changes.

with record(model) as recorded:
    ...  # train as usual
recorded.plot("gaps.svg")
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor, nn

from lemmata.verify.nn.gaps import isometry_gap_of_weights, orthogonality_gap
from lemmata.verify.nn.layers import BlockLinear
from lemmata.verify.results.writing import replace_file

_MODULES = (nn.Linear, nn.Conv2d, BlockLinear)
GAP, WEIGHTS, GRADIENT = "V of representations", "phi of weights", "gradient norm"


@dataclass(repr=False)
class Recorded:
    """Rows (step, layer, quantity, value); a step is one pass of the model in training mode.

    The quantities of a Linear or Conv2d: V of what reaches it, the samples of the batch being
    columns; phi of its matrix; the norm of its weight's gradient once that has been accumulated.
    Gaps are computed in float64.
    """

    rows: list[tuple[int, str, str, float]] = field(default_factory=list)
    step: int = -1
    every: int = 1

    def __repr__(self) -> str:
        layers = len({layer for _, layer, _, _ in self.rows})
        return f"Recorded({self.step + 1} steps, {layers} layers, {len(self.rows)} rows)"

    def series(self, quantity: str) -> dict[str, tuple[list[int], list[float]]]:
        """The steps and values of each layer, in the order of the model."""
        found: dict[str, tuple[list[int], list[float]]] = {}
        for step, layer, name, value in self.rows:  # gradients come last layer first
            steps, values = found.setdefault(layer, ([], []))
            if name == quantity:
                steps.append(step)
                values.append(value)
        return {layer: one for layer, one in found.items() if one[0]}

    def write_csv(self, path: str | Path) -> None:
        """All rows, in one step."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(("step", "layer", "quantity", "value"))
        writer.writerows((s, layer, name, repr(value)) for s, layer, name, value in self.rows)
        replace_file(Path(path), text.getvalue().encode())

    def plot(self, path: str | Path) -> None:
        """Each quantity against the steps as SVG, a line a layer, the later layers paler."""
        from lemmata.reports.plots.drawing import draw, make_curve, make_figure, standalone_svg

        if Path(path).suffix != ".svg":
            raise ValueError(f"{path} is no name of a plot; expected one that ends in .svg")
        plots = []
        for quantity in (GAP, WEIGHTS, GRADIENT):
            layers = self.series(quantity).items()
            curves = [make_curve(name, "measured", zip(*one, strict=True)) for name, one in layers]
            figure = make_figure("step", quantity, curves, log_x=False)
            plots.append(draw(quantity, quantity, {**figure, "log_y": True}))
        replace_file(Path(path), standalone_svg(*plots).encode())

    def _wanted(self) -> bool:
        return self.step % self.every == 0

    def _before(self, module: nn.Module, given: Any) -> None:
        """The pass of the model begins."""
        if module.training and torch.is_grad_enabled():
            self.step += 1

    def _reached(self, module: nn.Module, given: tuple[Tensor, ...], *, name: str) -> None:
        if not (module.training and torch.is_grad_enabled() and self._wanted()):
            return
        if given:  # else it was called by names
            H = given[0].detach().flatten(1).mT  # (d, n)
            self.rows.append((self.step, name, GAP, float(orthogonality_gap(H))))
        W = cast(Tensor, module.weight).detach()
        blocks = W if isinstance(module, BlockLinear) else W.flatten(1)[None]
        self.rows.append((self.step, name, WEIGHTS, float(isometry_gap_of_weights(blocks).max())))

    def _accumulated(self, weight: Tensor, *, name: str) -> None:
        if weight.grad is not None and self._wanted():
            norm = torch.linalg.vector_norm(weight.grad.detach().double())
            self.rows.append((self.step, name, GRADIENT, float(norm)))


@contextmanager
def record(model: nn.Module, every: int = 1) -> Iterator[Recorded]:
    """Record every ``every``-th step of a model's training; the hooks go when the block ends."""
    if every < 1:
        raise ValueError(f"every {every} steps; expected at least 1")
    recorded, hooks = Recorded(every=every), list[Any]()
    compiled = any("_orig_mod" in vars(one)["_modules"] for one in model.modules())
    called = _uncompiled if compiled else _as_it_is
    try:
        hooks.append(model.register_forward_pre_hook(called(recorded._before)))
        for path, module in model.named_modules():
            if isinstance(module, _MODULES):
                name = path.replace("_orig_mod.", "") or "model"
                at = called(partial(recorded._reached, name=name))
                hooks.append(module.register_forward_pre_hook(at))
                grown = partial(recorded._accumulated, name=name)
                if hasattr(module.weight, "materialize"):  # lazy: it has no shape before a pass
                    first = called(partial(_hook_once, hooks=hooks, grown=grown, of=set()))
                    hooks.append(module.register_forward_pre_hook(first))
                else:
                    _hook_weight(module, hooks, grown)
        yield recorded
    finally:
        for hook in hooks:
            hook.remove()


def _hook_weight(module: nn.Module, hooks: list[Any], grown: Callable[[Tensor], None]) -> None:
    weight: Any = module.weight  # torch's own stub of this hook has no types
    if weight.requires_grad:
        hooks.append(weight.register_post_accumulate_grad_hook(grown))


def _hook_once(module: nn.Module, given: Any, **how: Any) -> None:
    done = how.pop("of")
    if not done:
        done.add(module)
        _hook_weight(module, **how)


def _as_it_is(hook: Callable[..., None]) -> Callable[..., None]:
    return hook


def _uncompiled(hook: Callable[..., None]) -> Callable[..., None]:
    """A hook that torch.compile steps out for, without a warning that it had to."""

    def call(module: nn.Module, given: Any) -> None:
        hook(module, given)

    found: Callable[..., None] = torch.compiler.disable(call)  # type: ignore[no-untyped-call]
    return found

"""Lemma C.12 of theory/meterez2024/appendix_c.py, layer by layer through thousands of layers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from theory.ledger import Cell, Evidence, Method
from verify.depth.slopes import Deep, batches, profile
from verify.registry import Run, check

if TYPE_CHECKING:
    from verify.depth.gradients import Profile

_CHAINS = (
    Deep("orthogonal", 8, 2, 5000, 8),  # few rows, few samples: the two sides come close
    Deep("orthogonal", 8, 8, 5000, 8),
    Deep("orthogonal", 8, 8, 2000, 8, distinct=7),  # the gradient grows by exp(200) and more
)
_WINDOWS = (1, 4, 16, 64)  # layers; a window's loss is what the layers below it make of the loss
_ROUNDING = 1e-12  # of log norms of order 100, and of their sums


@check("meterez2024:lemma-C.12")
def windows_of_deep_chains(run: Run) -> Evidence:
    """Of all windows, whatever their first layer and replica, two are judged.

    One where the gradient comes closest to the bound, so that no layer is left out; near isometry
    both sides of it are rounding. And the one where the gradient grows most.
    """
    cells: list[Cell] = []
    for case in _CHAINS:
        found = profile(run, batches(run, case, case.replicas)[0], case)
        for window in _WINDOWS:
            cells += _extremes(found, window, case.label)
    return Evidence(
        Method.ADVERSARIAL,
        ("the sum of log Jacobian norms", "dL/dX_l through the chain, carried back by hand"),
        "every window of 1 to 64 layers in chains of 2000 and 5000, d = 8, n = 2 and 8",
        cells,
    )


def _extremes(found: Profile, window: int, label: str) -> Iterator[Cell]:
    growth = found.log_dX[:-window] - found.log_dX[window:]  # (windows, replicas)
    allowed = found.log_jacobian.unfold(0, window, 1).sum(-1)
    for values in (growth - allowed, growth):
        l, replica = divmod(int(values.argmax()), growth.shape[1])
        yield _cell(found, l, window, replica, label)


def _cell(found: Profile, l: int, window: int, replica: int, label: str) -> Cell:
    """Jacobian norms are 1/(shortest row), sharp:bn-jacobian."""
    return Cell(
        {
            "last": float(found.log_dX[l + window, replica]),
            "jacobians": found.log_jacobian[l : l + window, replica].cpu().numpy(),
        },
        float(found.log_dX[l, replica]),
        _ROUNDING,
        label=f"{label}; layers {l}..{l + window - 1}",
    )

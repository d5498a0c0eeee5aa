"""Every sampler draws at a fixed address what it drew before: one number for each tells.

A change of a number is meant and explained, or it is a fault. After one that is meant,
``python -m lemmata.verify.chains.test_recorded`` prints the table anew.
"""

import math
from collections.abc import Iterable, Iterator
from typing import Any

import mpmath
import pytest

from lemmata.theory.evidence import entries
from lemmata.theory.ledger import Cell
from lemmata.theory.spectrum import one_large, one_small
from lemmata.verify.chains import (
    gaussian_cells,
    gaussian_kernels,
    gaussian_moments,
    orthogonal_kernels,
)
from lemmata.verify.chains import orthogonal_cells as orthogonal
from lemmata.verify.chains.gaussian_cells import Shape
from lemmata.verify.chains.orthogonal_cells import ChainInput, Layer
from lemmata.verify.chains.weights import gaussian_product
from lemmata.verify.depth import slopes
from lemmata.verify.depth.slopes import Deep
from lemmata.verify.registry import Effort, Run
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.estimate import Kernel

RUN = Run(lambda: None, Effort.SMOKE, Address(0) / "recorded", "cpu", 1e-3)
SMALL = (Shape(2, 2, 0.9, 0.05, 100), Shape(3, 16, 0.3, 0.2, 40))


def _orthogonal() -> Iterator[tuple[str, Iterable[Cell]]]:
    layers = [Layer("one small", 2, 0.3, 64), Layer("one large", 5, 1e-5, 32)]
    starts = [
        ChainInput("one small", 2, 5.0, (2, 5), 50),
        ChainInput("two clusters", 4, 1e-4, (1, 3), 40, floor=0.1),
    ]
    at = lambda place, *more: {"d": place.d, "more": list(more)}  # noqa: E731
    yield "gap", orthogonal.gap_cells(RUN, starts, at)
    yield "drift", orthogonal.drift_cells(RUN, layers, at)
    for of_isometry in (False, True):
        for layer in layers:
            seen = orthogonal.share_taken(RUN, layer, 3, of_isometry=of_isometry)
            yield (
                f"share {of_isometry}, {layer.shape}",
                [orthogonal.share_cell(seen, layer, {}, float)],
            )
    wide = orthogonal.share_taken_at_large_width(RUN, Layer("one small", 16, 0.1, 20), 2)
    yield "wide", [orthogonal.share_cell(wide, layers[0], {}, float)]


def _gaussian() -> Iterator[tuple[str, Iterable[Cell]]]:
    yield "gaps under A1", gaussian_cells.gaps_under_a1(RUN)
    yield "averages", gaussian_cells.averages_in_depth(RUN, ("n", "d", "v_hat_0", "l"))
    yield "rows", gaussian_cells.row_share_cells(RUN)
    for distance in gaussian_cells.distances(RUN, SMALL, (1, 3)):
        mean, ends = distance.enclosure()
        given = {**distance.shape.under_a1(distance.l), "most": distance.farthest}
        yield "distance", [distance.cell(given, mean, ends)]


def _deep() -> Iterator[tuple[str, Iterable[Cell]]]:
    cases = [
        Deep("gaussian", 4, 3, 30, 16),
        Deep("orthogonal", 3, 4, 30, 16, distinct=2),
        Deep("orthogonal", 4, 4, 30, 16, invariant=True),
    ]
    yield "slopes", slopes.slope_cells(RUN, cases, lambda case: {"d": case.d, "n": case.n})
    yield "gradients", slopes.gradient_cells(RUN, 2.0, {"K": 2.0})


def _kernels() -> Iterator[tuple[str, Kernel]]:
    """One kernel, at a small size, for each way to draw that no cell above uses."""
    g, m, o = gaussian_kernels, gaussian_moments, orthogonal_kernels
    yield "hitting", o.hitting_time(one_large(1e-5, 4), 1e-6, 1e-3, 8, 10, "cpu")
    yield "jacobians", o.sum_of_log_jacobians(one_large(1e-5, 4), 0.5, 8, 10, "cpu")
    yield "rows", o.row_moments(one_small(0.4, 3), 10, "cpu")
    yield "fourth", o.fourth_moments(4, 10, "cpu")
    q, H = [0.2, 0.3, 0.5], [[0.6, 0.1], [0.2, 0.5]]
    yield "one layer", g.one_layer(q, [0.25, 0.35, 0.4], 4, 10, "cpu")
    yield "vanilla", g.vanilla_gap(q, 4, 3, 10, "cpu")
    yield "two inputs", g.gram_distance("tanh", 3, 5, 3, 10, "cpu")
    yield "transport", g.transport_costs(q, 4, 10, "cpu")
    yield "second moments", g.second_moments(q, 4, 10, "cpu")
    yield "products", g.row_products(H, gaussian_product, 10, "cpu")
    yield "singular", g.smallest_singular_value(5, 3, 10, "cpu")
    yield "deep square", m.deep_square(3, 5, 4, 6, 10, "cpu")
    yield "direction", m.growth_of_a_direction(3, 5, 4, 6, 10, "cpu")
    yield "direction from a start", m.growth_from(q, 5, 4, 10, "cpu")


def _numbers(cell: Cell) -> list[Any]:
    assert cell.interval is not None
    parts = *cell.parameters.values(), cell.lhs, *cell.interval, cell.exact, cell.samples
    return [number for part in parts if part is not None for number in entries(part)]


def fingerprint(numbers: Iterable[Any]) -> float:
    """The sum of k arsinh(10^9 x_k): it sees small numbers beside large ones, and their order."""
    return sum(k * math.asinh(1e9 * float(x)) for k, x in enumerate(numbers, 1))


def drawn() -> dict[str, float]:
    """The fingerprint of what each sampler draws."""
    found: dict[str, list[Any]] = {}
    with pytest.MonkeyPatch.context() as patched, mpmath.workdps(50):
        patched.setattr(gaussian_cells, "GAP_SHAPES", SMALL)
        patched.setattr(gaussian_cells, "AVERAGES", ((2, 4, 0.1, 20), (3, 3, 2.5, 20)))
        patched.setattr(gaussian_cells, "ROWS", (((0.2, 0.8), 3, 20), ((0.1, 0.3, 0.6), 4, 20)))
        patched.setattr(slopes, "DEPTH", 20)
        patched.setattr(slopes, "REPLICAS", {2: 12, 3: 12})
        for name, cells in [*_orthogonal(), *_gaussian(), *_deep()]:
            for cell in cells:
                found.setdefault(f"cells: {name}", []).extend(_numbers(cell))
        for name, kernel in _kernels():
            found[name] = kernel((RUN.address / "kernel").generator("cpu")).flatten().tolist()
    return {name: fingerprint(numbers) for name, numbers in found.items()}


RECORDED = {
    "cells: gap": 6231.85049495,
    "cells: drift": 51.1137687056,
    "cells: share False, one small": 228.234460124,
    "cells: share False, one large": 223.282074759,
    "cells: share True, one small": 227.926314014,
    "cells: share True, one large": 223.282065057,
    "cells: wide": 208.917011659,
    "cells: gaps under A1": 41281.0469926,
    "cells: averages": 22630.2211576,
    "cells: rows": 5325.83091715,
    "cells: distance": 12856.7897367,
    "cells: slopes": 1195.03789974,
    "cells: gradients": 109626.740467,
    "hitting": 4866.24723411,
    "jacobians": 3476.39842257,
    "rows": 9839.52867329,
    "fourth": 7536.13552659,
    "one layer": 8912.20710529,
    "vanilla": 1158.6791937,
    "two inputs": 4406.14794499,
    "transport": 45823.4467644,
    "second moments": 4168.01164931,
    "products": 38252.894464,
    "singular": 1160.75394506,
    "deep square": 1191.94355707,
    "direction": -107.764138055,
    "direction from a start": -540.056478045,
}


def test_every_sampler_draws_what_it_drew_before() -> None:
    assert drawn() == pytest.approx(RECORDED, rel=1e-9, abs=1e-7)


if __name__ == "__main__":
    for name, number in drawn().items():
        print(f'    "{name}": {number:.12g},')

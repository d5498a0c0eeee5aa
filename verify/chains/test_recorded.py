"""What is drawn at a fixed address stays what it was: cells of every sampler, small, beside those
in recorded.json. A change of the digits is meant and explained, or it is a fault; after one that is
meant, ``python -m lemmata.verify.chains.test_recorded`` writes the file again.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
import torch

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

FILE = Path(__file__).with_name("recorded.json")
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
            yield f"share {of_isometry}", [orthogonal.share_cell(seen, layer, {}, float)]
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
    """Every kernel, at a small size."""
    g, m, o = gaussian_kernels, gaussian_moments, orthogonal_kernels
    for name, s in (("small", one_small(0.4, 3)), ("large", one_large(1e-5, 4))):
        yield f"gap at {name}", o.gap_at(s, (1, 3), 10, "cpu", 1e-7)
        yield f"hitting {name}", o.hitting_time(s, 1e-6, 1e-3, 8, 10, "cpu")
        yield f"below {name}", o.sum_below(s, 1e-6, 0.3, 8, 10, "cpu")
        yield f"jacobians {name}", o.sum_of_log_jacobians(s, 0.5, 8, 10, "cpu")
        yield f"rows {name}", o.row_moments(s, 10, "cpu")
    yield "fourth", o.fourth_moments(4, 10, "cpu")
    yield "monomials", o.monomials([((0, 0, 1, 1), (0, 0, 1, 1)), ((0, 1), (0, 1))], 3, 10, "cpu")
    q, H = [0.2, 0.3, 0.5], [[0.6, 0.1], [0.2, 0.5]]
    yield "one layer", g.one_layer(q, [0.25, 0.35, 0.4], 4, 10, "cpu")
    yield "under A1", g.gap_under_a1(q, 4, 0.1, [1, 3], 10, "cpu")
    yield "average", g.average_in_depth(q, 4, [1, 3], 10, "cpu")
    yield "vanilla", g.vanilla_gap(q, 4, 3, 10, "cpu")
    yield "event", g.a1_event(2, 3, 4, 20, "cpu")
    yield "distance", g.distance_under_a1(q, 4, 0.1, (1, 3), 10, "cpu")
    for activation in ("tanh", "sin"):
        yield f"two inputs, {activation}", g.gram_distance(activation, 3, 5, 3, 10, "cpu")
        yield f"gap, {activation}", g.activated_gap(activation, 3, 5, (1, 3), 10, "cpu")
    yield "shares", g.shares_of_rows(q, 4, 10, "cpu")
    yield "transport", g.transport_costs(q, 4, 10, "cpu")
    yield "second moments", g.second_moments(q, 4, 10, "cpu")
    yield "products", g.row_products(H, gaussian_product, 10, "cpu")
    yield "singular", g.smallest_singular_value(5, 3, 10, "cpu")
    yield "distance and square", m.distance_and_square(q, 4, (1, 3), 10, "cpu")
    yield "square under A1", m.square_under_a1(q, 4, 0.1, (1, 3), 10, "cpu")
    yield "average gap", m.average_gap(q, 4, 5, 10, "cpu")
    yield "deep square", m.deep_square(3, 5, 4, 6, 10, "cpu")
    yield "direction", m.growth_of_a_direction(3, 5, 4, 6, 10, "cpu")
    yield "direction from a start", m.growth_from(q, 5, 4, 10, "cpu")


def _numbers(value: Any) -> list[float]:
    return [float(v) for v in entries(value)]


def _found() -> dict[str, Any]:
    """Whatever the samplers draw, as numbers with their names."""
    with pytest.MonkeyPatch.context() as made, mpmath.workdps(50):
        made.setattr(gaussian_cells, "GAP_SHAPES", SMALL)
        made.setattr(gaussian_cells, "AVERAGES", ((2, 4, 0.1, 20), (3, 3, 2.5, 20)))
        made.setattr(gaussian_cells, "ROWS", (((0.2, 0.8), 3, 20), ((0.1, 0.3, 0.6), 4, 20)))
        made.setattr(slopes, "DEPTH", 20)
        made.setattr(slopes, "REPLICAS", {2: 12, 3: 12})
        rows: dict[str, Any] = {}
        for name, cells in [*_orthogonal(), *_gaussian(), *_deep()]:
            for cell in cells:
                assert cell.interval is not None
                rows[f"{name}: {cell.label} ({len(rows)})"] = {
                    "parameters": {k: _numbers(v) for k, v in cell.parameters.items()},
                    "lhs": _numbers(cell.lhs),
                    "low": _numbers(cell.interval[0]),
                    "high": _numbers(cell.interval[1]),
                    "exact": [] if cell.exact is None else _numbers(cell.exact),
                    "samples": [float(cell.samples or 0)],
                }
        for name, kernel in _kernels():
            drawn = kernel((RUN.address / "kernel").generator("cpu")).double()  # (k, batch)
            sums = drawn @ torch.arange(1, drawn.shape[-1] + 1).to(drawn)
            rows[name] = {"sums": sums.tolist(), "shape": list(drawn.shape)}
    return rows


def test_what_is_drawn_is_what_was_recorded() -> None:
    recorded, found = json.loads(FILE.read_text(encoding="utf-8")), _found()
    assert list(found) == list(recorded)
    for name, row in found.items():
        flat, kept = (dict(_flat(r)) for r in (row, recorded[name]))
        assert flat.keys() == kept.keys(), name
        for key, numbers in flat.items():
            assert len(numbers) == len(kept[key]), (name, key)
            assert np.allclose(numbers, kept[key], rtol=1e-7, atol=1e-12), (name, key)


def _flat(row: dict[str, Any]) -> Iterator[tuple[str, list[float]]]:
    for key, value in row.items():
        yield from value.items() if isinstance(value, dict) else [(key, value)]


if __name__ == "__main__":
    FILE.write_text(json.dumps(_found(), indent=0) + "\n", encoding="utf-8")

"""Checks of theory/meterez2024/appendix_a.py by sampling Haar matrices."""

from collections.abc import Iterator

import numpy as np

from theory.ledger import Cell
from verify.chains.cells import joint
from verify.chains.orthogonal_cells import Layer
from verify.registry import Run, domain, routes, sampled
from verify.statistics.estimate import cells_of, estimate


@sampled("meterez2024:weingarten-moments", domain="d = 2, 3, 8", margin=0.1)
@routes("the printed rational functions", "two rows of W drawn")
def sampled_fourth_moments(run: Run) -> Iterator[Cell]:
    """The mixed moment is of order d^-3, beside fluctuations of order d^(-5/2)."""
    from verify.chains.orthogonal_kernels import fourth_moments

    widths = ((2, 8000), (3, 8000), (8, 16000))
    for d, batch in widths:
        top = np.array([1.0, 0.5, 1.0, 1.0, 0.5]) / d
        sequence = estimate(
            run, d, fourth_moments(d, batch, run.device), [0.0] * 4 + [-top[-1]], top,
            batch=batch, batches=8, parts=len(widths),
        )  # fmt: skip
        yield joint(sequence, {"d": d}, f"d = {d}")


MONOMIALS = (
    ([1, 1, 2, 2], [1, 2, 1, 2]),
    ([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]),
    ([1, 1, 2, 2, 3, 3], [1, 1, 2, 2, 3, 3]),
    ([1, 1, 2, 2, 1, 1], [1, 2, 1, 2, 3, 3]),
)


@sampled("meterez2024:weingarten-formula", margin=0.25)
@routes("the double sum over pairings", "Haar matrices drawn")
@domain("monomials of order 4 and 6, d = 3, 4")
def sampled_monomials(run: Run) -> Iterator[Cell]:
    from verify.chains.orthogonal_kernels import monomials

    widths = (3, 4)
    for d in widths:
        kernel = monomials(MONOMIALS, d, 16000, run.device)
        sequence = estimate(
            run, d, kernel, [-0.25, 0.0, 0.0, -0.25], [0.25, 1.0, 1.0, 0.25],
            batch=16000, batches=8, parts=len(widths),
        )  # fmt: skip
        given = [{"i": i, "j": j, "d": d} for i, j in MONOMIALS]
        labels = [" ".join(f"w{a}{b}" for a, b in zip(i, j, strict=True)) for i, j in MONOMIALS]
        yield from cells_of(sequence, given, [f"{label}, d = {d}" for label in labels])


# Two rows of W are an n-frame, so that 512 is as cheap as 2. The spectra are spread: near isometry
# all three moments are 1 within any margin.
ROWS = (
    Layer("one small", 2, 1e-6, 8000),
    Layer("one small", 2, 10.0, 8000),
    Layer("one large", 3, 0.5, 8000),
    Layer("two clusters", 8, 1.0, 4000),
    Layer("two clusters", 64, 1.0, 1000),
    Layer("two clusters", 512, 1.0, 1000),
)


@sampled("meterez2024:rows-of-WX", margin=0.05)
@routes("the printed moments", "two rows of W drawn")
@domain("extremal and clustered spectra, gaps 1e-6 to 10, d = 2 to 512")
def sampled_row_moments(run: Run) -> Iterator[Cell]:
    from verify.chains.orthogonal_kernels import row_moments

    for layer in ROWS:
        spectrum = layer.spectrum
        largest = float(spectrum.eigenvalues.max()) * (1 + 1e-12)
        kernel = row_moments(spectrum, layer.batch, run.device)
        sequence = estimate(
            run, layer.label, kernel, [0.0] * 3, [largest, largest**2, largest**2],
            batch=layer.batch, batches=layer.batches, parts=len(ROWS),
        )  # fmt: skip
        yield joint(sequence, {"S": float(spectrum.spread), "d": layer.d}, layer.label)

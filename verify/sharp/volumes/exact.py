"""Exact checks of theory/sharp/volumes.py."""

from typing import Any

from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cell, Cells, Run, exact, routes
from lemmata.verify.second_writings import grid, second_writing


@exact("sharp:volume-in-a-layer", domain="n = 2 and 3 isometric samples, d = 1, 2, 3, 6")
@routes("the law", "Newton's identities and the moments of random unit vectors")
def isometric_samples(run: Run) -> Cells:
    """From tr C = 1 and E tr C^2, and at n = 3 E tr C^3, by Newton's identities.

    Rows are uniform on the sphere of R^n: E (u.v)^2 = 1/n of two, E (u.v)(v.w)(w.u) = 1/n^2 of
    three. With the number of pairs and triples of rows that are equal, E tr C^2 and E tr C^3.
    """
    for d in (1, 2, 3, 6):
        square = (1 + mpf(d - 1) / 2) / d
        yield Cell({"q": [mpf("0.5")] * 2, "d": d}, (1 - square) / 2, 1e-30, label=f"2, d = {d}")
    for d in (1, 2, 3, 6):
        square = (1 + mpf(d - 1) / 3) / d
        cube = (1 + mpf(d - 1) * (3 * mpf(1) / 3 + mpf(d - 2) / 9)) / d**2
        lhs = (1 - 3 * square + 2 * cube) / 6
        yield Cell({"q": [mpf(1) / 3] * 3, "d": d}, lhs, 1e-30, label=f"3, d = {d}")


@second_writing(
    "sharp:gap-of-any-batch",
    Kind.UPPER_BOUND,
    grid(n=["5", "80"], d=["100"], l=["3", "40"], r=["5"], phi_0=["0.25", "3"]),
)
def gap_of_any_batch_again(n: Any, d: Any, l: Any, r: Any, phi_0: Any) -> Any:
    rest = 11 * (r + 2) / (8 * (1 + d - r))
    return mpf("5.5") / r + rest + mpf("2.75") * phi_0 / l - 1 / n

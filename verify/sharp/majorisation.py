"""Checks of theory/sharp/majorisation.py: two-level spectra by 2F1, enclosed spectra."""

from collections.abc import Iterator

import mpmath
import numpy as np

from lemmata.theory.numerics import reference
from lemmata.theory.numerics.backends import Array, as_ball, as_mpf, elementwise
from lemmata.theory.numerics.enclosures import enclose_gram_map
from lemmata.theory.spectrum import from_eigenvalues
from lemmata.verify.cases import mpf_array
from lemmata.verify.registry import Cell, Cells, Run, exact, routes


def largest_sums(p: Array) -> Array:
    """The sums of the k largest, k = 1..n-1, and the distance from 1/n."""
    largest, n = sorted(p, reverse=True), len(p)
    gap = mpmath.sqrt(mpmath.fsum((v - mpmath.mpf(1) / n) ** 2 for v in p))
    return np.array([*(mpmath.fsum(largest[:k]) for k in range(1, n)), gap])


def two_levels() -> Iterator[tuple[str, Array, Array]]:
    """(label, q, p): m equal eigenvalues of this share of 1/n, the others equal."""
    for size, m in ((2, 1), (3, 1), (3, 2), (8, 1), (8, 4), (8, 7), (40, 39)):
        for text in ("0.999999", "0.9", "0.3", "1e-6"):
            few = mpmath.mpf(text) / size
            rest = (1 - m * few) / (size - m)
            one = reference.mean_share_two_level(few, m, rest, size - m)
            p = [one] * m + [(1 - m * one) / (size - m)] * (size - m)
            values = mpf_array([few] * m + [rest] * (size - m))
            yield f"{m} of {size} at {text}/n", values, mpf_array(p)


@exact("sharp:majorisation", domain="two-level spectra, n = 2 to 40, q_n from 1e-6/n to 1/n")
@routes("the bound", "2F1 in mpmath")
def two_level_spectra(run: Run) -> Cells:
    for label, values, p in two_levels():
        yield Cell({"q": values}, largest_sums(p), 1e-28, label=label)


SPREAD = (("0.1", "0.2", "0.3", "0.4"), ("0.001", "0.009", "0.09", "0.9"), ("0.2", "0.3", "0.5"))


def enclosed_shares(q: Array) -> Array:
    """The expected Gram spectrum p of q, by flint's own quadrature, which encloses it."""
    levels = sorted(set(q))
    counts = [list(q).count(v) for v in levels]
    balls = from_eigenvalues(elementwise(as_ball)(mpf_array(levels) * len(q)), counts)
    share = dict(zip(levels, enclose_gram_map(balls), strict=True))
    return np.array([as_mpf(share[v]) for v in q])


@exact("sharp:majorisation", domain="spectra of three and four levels")
@routes("the bound", "flint's own quadrature, which encloses the shares")
def spread_spectra(run: Run) -> Cells:
    for texts in SPREAD:
        values = mpf_array(texts)
        yield Cell(
            {"q": values}, largest_sums(enclosed_shares(values)), 1e-25, label=", ".join(texts)
        )

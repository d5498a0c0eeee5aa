"""Checks of theory/sharp/majorisation.py: two-level spectra by 2F1, enclosed spectra, the proof."""

from collections.abc import Iterator

import mpmath
import numpy as np

from theory.numerics import reference
from theory.numerics.backends import Array
from verify.cases import mpf_array
from verify.proofs import orthogonality as steps
from verify.proofs.prover import Reduction, argument, proved
from verify.proofs.second_moments import concave_and_of_sum_zero
from verify.registry import Cell, Cells, Run, exact, routes


def sums(p: Array) -> Array:
    """The sums of the k largest, k = 1..n-1, and the distance from 1/n."""
    largest, n = sorted(p, reverse=True), len(p)
    gap = mpmath.sqrt(mpmath.fsum((v - mpmath.mpf(1) / n) ** 2 for v in p))
    return np.array([*(mpmath.fsum(largest[:k]) for k in range(1, n)), gap])


def two_levels() -> Iterator[tuple[str, Array, Array]]:
    """(label, q, p): m equal eigenvalues of this share of 1/n, the others equal."""
    for n, m in ((2, 1), (3, 1), (3, 2), (8, 1), (8, 4), (8, 7), (40, 39)):
        for share in ("0.999999", "0.9", "0.3", "1e-6"):
            few = mpmath.mpf(share) / n
            rest = (1 - m * few) / (n - m)
            one = reference.mean_share_two_level(few, m, rest, n - m)
            p = [one] * m + [(1 - m * one) / (n - m)] * (n - m)
            yield f"{m} of {n} at {share}/n", mpf_array([few] * m + [rest] * (n - m)), mpf_array(p)


@exact("sharp:majorisation", domain="two-level spectra, n = 2 to 40, q_n from 1e-6/n to 1/n")
@routes("the bound", "2F1 in mpmath")
def two_level_spectra(run: Run) -> Cells:
    for label, q, p in two_levels():
        yield Cell({"q": q}, sums(p), 1e-28, label=label)


SPREAD = (("0.1", "0.2", "0.3", "0.4"), ("0.001", "0.009", "0.09", "0.9"), ("0.2", "0.3", "0.5"))


@exact("sharp:majorisation", domain="spectra of three and four levels")
@routes("the bound", "flint's own quadrature, which encloses the shares")
def spread_spectra(run: Run) -> Cells:
    for texts in SPREAD:
        q = mpf_array(texts)
        yield Cell({"q": q}, sums(steps.enclosed_shares(q)), 1e-25, label=", ".join(texts))


@proved("sharp:majorisation", domain="every Gram spectrum, every n >= 2")
@argument("lemma 8's certificate at the smallest eigenvalue, and a concave function of sum 0")
def one_change_of_sign(run: Run) -> Reduction:
    def bound(q: Array) -> list[Array]:
        n = len(q)
        gamma = 1 - mpmath.mpf(2 * n) / (n + 2) * min(q)
        mixed = sorted((gamma * v + (1 - gamma) / n for v in q), reverse=True)
        gap = mpmath.sqrt(mpmath.fsum((v - mpmath.mpf(1) / n) ** 2 for v in mixed))
        return [*(mpmath.fsum(mixed[:k]) for k in range(1, n)), gap]

    proofs = [steps.log_convexity(), steps.tangent_at_isometry(), concave_and_of_sum_zero()]
    cells = [Cell({"q": q}, sums(p), 1e-28, label=label) for label, q, p in two_levels()]
    return Reduction(bound, proofs, cells)

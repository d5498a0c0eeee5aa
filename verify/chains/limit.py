"""Chain (1) of daneshmand2021 in the limit d = inf, and Gram spectra in high precision.

A state is (q_1, q_rest): one eigenvalue of H_l^T H_l, or ``few`` equal ones, and the others, equal
too, which stay so in the limit; mpf numbers, or balls.
"""

from collections.abc import Iterator
from typing import Any

import flint
import mpmath

from lemmata.theory.ledger import Cell
from lemmata.theory.numerics import reference
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.verify.cases import TIGHT, mpf_array

Ball = Any  # flint.arb
State = tuple[Array, Array]

STARTS = [(2, "0.9"), (2, "0.01"), (4, "0.7"), (4, "0.001"), (8, "0.5"), (50, "0.2"), (200, "0.1")]


def limit_chain(n: int, first: Array, layers: int) -> list[State]:
    """The states l = 0..layers from q_1 = ``first``, by a 2F1, not sharp:gram-map's integral."""
    first = mpmath.mpf(first)
    chain = [(first, (1 - first) / (n - 1))]
    for _ in range(layers):
        one = reference.mean_share_two_level(chain[-1][0], 1, chain[-1][1], n - 1)
        chain.append((one, (1 - one) / (n - 1)))
    return chain


def limit_chain_in_balls(n: int, first: Ball, layers: int, few: int = 1) -> list[State]:
    """The same, enclosed: r 2F1(1, few/2 + 1; n/2 + 1; 1 - r)/n at r = q_1/q_rest.

    By Euler's integral: the squares of ``few`` coordinates of a point of the sphere sum to a
    Beta(few/2, (n - few)/2).
    """
    states = [(first, (1 - few * first) / (n - few))]
    b, c = flint.arb(few) / 2 + 1, flint.arb(n) / 2 + 1
    for _ in range(layers):
        ratio = states[-1][0] / states[-1][1]
        one = ratio * (1 - ratio).hypgeom_2f1(1, b, c) / n
        states.append((one, (1 - few * one) / (n - few)))
    return states


def alpha_of(chain: list[State], depth: int) -> Array:
    """The largest alpha for which A1(alpha, depth) holds."""
    return sqrt(min(min(q) for q in chain[1 : depth + 1])) if depth else sqrt(min(chain[0]))


def gap_of(state: State, n: int, few: int = 1) -> Array:
    """V = || q - 1/n ||."""
    one, rest = (q - 1 / (q * 0 + n) for q in state)
    return sqrt(few * one**2 + (n - few) * rest**2)


def squared_distance(state: State, n: int, few: int = 1) -> Array:
    """sum (sqrt(q) - 1/sqrt(n))^2, the squared distance W2 of lemma 2 given H_l."""
    one, rest = (sqrt(q) - 1 / sqrt(q * 0 + n) for q in state)
    return few * one**2 + (n - few) * rest**2


def v_hat_of(state: State, n: int) -> Array:
    """Vhat = 1/n - s_n^2."""
    return mpmath.mpf(1) / n - min(state)


def average_of(n: int, first: Array, depth: int) -> tuple[Array, Array]:
    """Vhat(H_0), and the mean of Vhat(H_k) (1/n - Vhat(H_k)) over k = 1..depth of appendix C."""
    v_hat_0, *v_hats = (v_hat_of(state, n) for state in limit_chain(n, first, depth))
    return v_hat_0, mpmath.fsum(v * (mpmath.mpf(1) / n - v) for v in v_hats) / depth


def smallest_share() -> Iterator[tuple[str, int, Any, Any]]:
    """(label, n, Vhat, 1/n - p_n) for two-level spectra, p_n by 2F1."""
    for n in (2, 3, 8, 64):
        mean = mpmath.mpf(1) / n
        # nearer to 1/n the contraction is linear and Vhat cancels in 50 digits
        for small in ("0.999999", "0.9", "0.5", "0.1", "1e-6", "1e-30"):
            few = mpmath.mpf(small) / n
            share = reference.mean_share_two_level(few, 1, (1 - few) / (n - 1), n - 1)
            yield f"one small, n = {n}", n, mean - few, mean - share
            share = reference.mean_share_two_level(few, n - 1, 1 - (n - 1) * few, 1)
            yield f"one large, n = {n}", n, mean - few, mean - share


def extreme_states() -> Iterator[tuple[str, int, State]]:
    """(label, n, q): one eigenvalue that nearly vanishes, one large, where lemma 4 is attained."""
    for n in (2, 3, 8):
        for first in ("1e-30", "0.3", "0.6"):
            yield f"one {first}, n = {n}", n, limit_chain(n, first, 0)[0]


def lemma_4_cells() -> list[Cell]:
    """V of some Gram spectra beside n and Vhat: what lemma 4 and its sharp form compare."""
    return [
        Cell({"n": n, "v_hat": v_hat_of(state, n)}, gap_of(state, n), TIGHT, label=label)
        for label, n, state in extreme_states()
    ]


def share_cells() -> list[Cell]:
    """Expected Gram spectra p of q, by the closed form at n = 2 and by 2F1: lemma 9, the map."""
    found = []
    for first in ("0.1", "0.5", "1e-20"):
        q = mpf_array([first, 1 - mpmath.mpf(first)])
        p = sqrt(q) / sqrt(q).sum()
        found.append(Cell({"q": q}, p, 1e-30, label=f"n = 2, {first}"))
    for ratio in (2, 10**12):
        one = reference.mean_share_two_level(mpmath.mpf(ratio), 1, 1, 2)
        q = mpf_array([ratio, 1, 1]) / (ratio + 2)
        p = mpf_array([one, *[(1 - one) / 2] * 2])
        found.append(Cell({"q": q}, p, 1e-30, label=f"n = 3, {ratio} to 1"))
    return found

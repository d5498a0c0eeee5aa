"""Statements without a proof are written twice: the closed form, and here, from the papers' page.

A proof in Rocq is of the closed form itself, read from the record.
A refuted or held claim has none, and a slip in its closed form might stay refuted, or held.
Each is written again below, from the equations of THEORY, in plain mpmath and without any helper of
this package, and compared at points where nothing cancels.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.ledger import Kind, Verdict, claims
from lemmata.theory.test_support.comparing import over

DIGITS = 30
LOSSES = "cross entropy", "mean squared error"
UPPER, LOWER, IDENTITY, LIMIT = Kind.UPPER_BOUND, Kind.LOWER_BOUND, Kind.IDENTITY, Kind.LIMIT


class Writing(NamedTuple):
    """What the statement is, its right side written again, and points of the domain.

    ``points`` make their numbers at the working precision; one entry per argument.
    """

    kind: Kind
    again: Callable[..., Any]
    points: Callable[[], Sequence[Mapping[str, Any]]]


def grid(**values: Sequence[Any]) -> Callable[[], list[dict[str, Any]]]:
    """Every combination; a text is a number in decimal."""

    def number(v: Any) -> Any:
        return mpf(v) if isinstance(v, str) else v

    def points() -> list[dict[str, Any]]:
        rows = product(*values.values())
        return [dict(zip(values, map(number, row), strict=True)) for row in rows]

    return points


# --- the sums over pairings, by the inverse of their Gram matrix ----------------------------------


def all_pairings(places: Sequence[int]) -> Iterator[frozenset[frozenset[int]]]:
    if not places:
        yield frozenset()
        return
    first, *others = places
    for partner in others:
        for rest in all_pairings([t for t in others if t != partner]):
            yield rest | {frozenset((first, partner))}


def loops(p: frozenset[frozenset[int]], q: frozenset[frozenset[int]]) -> int:
    """The connected components of both pairings drawn together."""
    parts: list[frozenset[int]] = []
    for pair in (*p, *q):
        touched = [part for part in parts if part & pair]
        parts = [part for part in parts if not part & pair]
        parts.append(frozenset().union(pair, *touched))
    return len(parts)


def weingarten_formula(i: list[int], j: list[int], d: int) -> Any:
    """sum_{p, q} delta_p(i) delta_q(j) Wg_d(p, q), Wg the inverse of d^{loops(p, q)}, d >= k."""
    points = list(all_pairings(range(len(i))))
    wg = mpmath.matrix([[d ** loops(p, q) for q in points] for p in points]) ** -1

    def fitting(index: list[int]) -> list[int]:
        """The pairings that respect the indices."""
        each = (all(len({index[t] for t in pair}) == 1 for pair in p) for p in points)
        return [k for k, fits in enumerate(each) if fits]

    return mpmath.fsum(wg[a, b] for a, b in product(fitting(i), fitting(j)))


# --- the others, one line each --------------------------------------------------------------------


def above_zero(s: Any, n: int) -> int:
    """1 where V(H) > 0: V(H)^2 = sum_i (s_i^2/sum_k s_k^2 - 1/n)^2 over n values, some are 0."""
    total = sum(v * v for v in s)
    shares = [v * v / total for v in s] + [mpf(0)] * (n - len(s))
    gap = mpmath.sqrt(sum((share - mpf(1) / n) ** 2 for share in shares))
    return 1 if gap > mpf(10) ** -25 else 0


def sliced(P: Any, s: Any, n: int) -> Any:
    """sqrt(sum_i (q_i - 1/n)^2 + (n-2)/n^2), q the roots of x^2 - x + det/tr^2: two features."""
    A = [[sum(P[i][k] * s[k] * P[j][k] for k in (0, 1)) for j in (0, 1)] for i in (0, 1)]
    trace, det = A[0][0] + A[1][1], A[0][0] * A[1][1] - A[0][1] * A[1][0]
    apart = mpmath.sqrt(1 - 4 * det / trace**2)
    shares = (1 + apart) / 2, (1 - apart) / 2
    return mpmath.sqrt(sum((q - mpf(1) / n) ** 2 for q in shares) + mpf(n - 2) / n**2)


def per_root(value: Any, d: Any) -> Any:
    """value/sqrt(d), 0 at d = inf."""
    return mpf(0) if mpmath.isinf(d) else value / mpmath.sqrt(d)


SPECTRA = (["0.3", "0.5", "0.8"], ["0.11", "0.23", "0.61", "0.74"], ["0.6", "0.8"])
UNDER_A1 = grid(alpha=["0.31", "0.07"], l=[0, 1, 7, 40], n=[2, 5, 36], d=[5, 300, mpmath.inf])
WRITTEN: dict[str, Writing] = {
    # the eigenvalues of X X^T of a BN output lie in (0, 1]
    "meterez2024:remark-eigenvalues": Writing(
        UPPER,
        lambda X: 1,
        lambda: [{"X": np.array([[1.0, 2.0], [3.0, 5.0]])}, {"X": 7 * np.eye(3)}],
    ),
    # the gradients explode exponentially in depth: log ||dL/dW|| ~ c L, c > 0
    "meterez2024:remark-degenerate": Writing(LOWER, lambda rank, n: 0, grid(rank=[1, 4], n=[5, 9])),
    "meterez2024:remark-gaussian-explodes": Writing(LOWER, lambda d: 0, grid(d=[2, 3, 100])),
    "meterez2024:weingarten-formula": Writing(
        IDENTITY,
        weingarten_formula,
        lambda: [
            {"i": i, "j": j, "d": d}
            for d in (3, 4, 7)
            for i, j in (
                ([1, 1], [2, 2]),
                ([1, 2], [1, 1]),
                ([1, 1, 1, 1], [2, 2, 2, 2]),
                ([1, 1, 2, 2], [1, 1, 2, 2]),
                ([1, 1, 2, 2], [1, 2, 1, 2]),
                ([1, 2, 3, 3], [1, 2, 3, 3]),
                ([1, 1, 2, 2, 3, 3], [1, 1, 2, 2, 3, 3]),
                ([1, 1, 2, 2, 3, 3], [1, 2, 2, 3, 3, 1]),
                ([1] * 6, [1, 1, 1, 1, 2, 2]),
            )
        ],
    ),
    # E V(H_{l+1}) <= 2 (1 - 2 alpha/3)^l + 3 n/(alpha sqrt(d))
    "daneshmand2021:theorem-1": Writing(
        UPPER,
        lambda alpha, l, n, d: 2 * ((3 - 2 * alpha) / 3) ** l + per_root(3 * n / alpha, d),
        UNDER_A1,
    ),
    # <= 4 n (1 - 2 alpha/3)^l + 6 n^2/(alpha sqrt(d))
    "daneshmand2021:corollary-3": Writing(
        UPPER,
        lambda alpha, l, n, d: 4 * n * ((3 - 2 * alpha) / 3) ** l + per_root(6 * n * n / alpha, d),
        UNDER_A1,
    ),
    # |E f(H_l) - E_pi f| decays geometrically in l
    "daneshmand2021:remark-mixing": Writing(
        UPPER,
        lambda gamma, l, first: first * mpmath.fprod([gamma] * l),
        grid(gamma=["0.9", "0.123"], l=[0, 1, 13], first=["0.77", "3.1"]),
    ),
    # greater than sqrt(d) - sqrt(n)
    "daneshmand2021:remark-sigma-min": Writing(
        LOWER, lambda d, n: d ** mpf("0.5") - n ** mpf("0.5"), grid(d=["7", "1000"], n=["2", "5"])
    ),
    # A1(0.1 alpha_0, 1000) holds once d = Omega(n^2): in 9 runs of 10, once d >= c n^2
    "daneshmand2021:remark-A1-width": Writing(
        LOWER,
        lambda n, d, c: 9 / 10 if d / c >= n * n else 0,
        grid(n=[1, 3, 7], d=[2, 17, 18, 97, 98, 99, 1000], c=["2", "0.5", "11"]),
    ),
    # an O(width^(-1/4)) W2-ball
    "daneshmand2021:table-1": Writing(
        UPPER, lambda d, C: C * d ** mpf("-0.25"), grid(d=["3", "512", "1e6"], C=["1.7", "0.2"])
    ),
    # V(W H) < V(H) unless V(H) = 0
    "daneshmand2021:appendix-F": Writing(
        IDENTITY,
        above_zero,
        lambda: [
            {"s": np.array([mpf(v) for v in s]), "n": n}
            for s, n in (
                *((s, n) for s in SPECTRA for n in (4, 9)),
                (["0.5"] * 3, 3),
                (["0.5"] * 3, 4),
                (["0.2"], 1),
                (["0.2"], 2),
            )
        ],
    ),
    # (sum s_i)^2 (sum s_i^3)^2 <= (sum s_i)^2 (sum s_i^4)^2
    "daneshmand2021:appendix-F-step": Writing(
        UPPER,
        lambda s: (mpmath.fsum(s) * mpmath.fsum(v * v * v * v for v in s)) ** 2,
        lambda: [{"s": np.array([mpf(v) for v in s])} for s in SPECTRA],
    ),
    # E ||Q_l^T Q_l - E_nu Q^T Q||_F = O(1/sqrt(d))
    "daneshmand2021:conjecture-G": Writing(
        UPPER, lambda d, C: C * d ** mpf("-0.5"), grid(d=["3", "512"], C=["1.7", "0.2"])
    ),
    # theorem-1's form
    "daneshmand2021:odd-activations": Writing(
        UPPER,
        lambda l, d, c_1, c_2, c_3: c_1 * mpmath.fprod([1 - c_2] * l) + c_3 * d ** mpf("-0.5"),
        grid(l=[1, 6], d=["3", "512"], c_1=["1.3"], c_2=["0.2", "0.71"], c_3=["2.9"]),
    ),
    # (1/2) log((n-1)/(n-2)), n >= 3
    "sharp:gaussian-explosion": Writing(
        LIMIT, lambda n: (mpmath.log(n - 1) - mpmath.log(n - 2)) / 2, grid(n=["3", "4", "17"])
    ),
    # (1/d)(1 + 1/d - 2/d^2)
    "sharp:random-step": Writing(
        LIMIT, lambda d: (1 + 1 / d - 2 / d**2) / d, grid(d=["2", "5", "50"])
    ),
    # eps^2 with eps = a^(k-1)
    "sharp:critical-exponent": Writing(LIMIT, lambda k: 2 * k - 2, grid(k=["2", "3", "5"])),
    # l factors sqrt(1 - 1/n)
    "sharp:evaluation-mode": Writing(
        IDENTITY,
        lambda n, l: mpmath.fprod([mpmath.sqrt(1 - 1 / n)] * int(l)),
        grid(n=["2", "100"], l=["1", "7"]),
    ),
    # (1 - 1/n) over 1 less the squared local rate n/(n+2)
    "sharp:stationary-gap": Writing(
        LIMIT, lambda n: (1 - 1 / n) / (1 - (n / (n + 2)) ** 2), grid(n=["2", "5", "500"])
    ),
    # the moments 2 and 3 of the free Poisson law, whose cumulants are 1, y, y^2
    "sharp:stationary-spectrum": Writing(
        LIMIT, lambda y: [y + 1, y**2 + 3 * y + 1], grid(y=["0.25", "0.9"])
    ),
    # n = 2: E log(a cos^2 + b sin^2) = 2 log((sqrt(a) + sqrt(b))/2)
    "sharp:gaussian-drift": Writing(
        UPPER,
        lambda q, d: (
            -mpmath.log(4 * q[0] * q[1]) / 2
            + 2 * mpmath.log((mpmath.sqrt(2 * q[0]) + mpmath.sqrt(2 * q[1])) / 2)
            + mpmath.log(mpf(d) / 2)
            - (mpmath.psi(0, mpf(d) / 2) + mpmath.psi(0, mpf(d - 1) / 2)) / 2
        ),
        lambda: [
            {"q": np.array([mpf(q), 1 - mpf(q)]), "d": d} for q in ("0.5", "0.9") for d in (2, 40)
        ],
    ),
    # 2/r - 1/n with 3 r^2 + 11 r = 12 d + 6
    "sharp:collapsed-gap": Writing(
        LIMIT,
        lambda n, d: 12 / (mpmath.sqrt(121 + 144 * d + 72) - 11) - mpf(1) / n,
        grid(n=["20", "500"], d=["20", "800"]),
    ),
    # 29/90 and more, by the angle t of three eigenvalues, weight sin 3t
    "sharp:lemma-7-limit": Writing(
        LIMIT,
        lambda n: (
            [mpf(1) / 4, mpmath.sqrt(mpmath.pi) / 4]
            if n == 2
            else [
                mpmath.quad(
                    lambda t: mpmath.sin(3 * t) * mpmath.cos(mpmath.pi / 3 - t) ** 2,
                    [0, mpmath.pi / 3],
                )
                * 2
                / 3,
                mpf(9) / 16 * 8 / 3 * mpmath.sqrt(2 / (5 * mpmath.pi)),
            ]
        ),
        grid(n=[2, 3]),
    ),
    # m^2/4 + 17 m/12 with m = n - 1, and a constant
    "sharp:critical-width": Writing(
        LIMIT,
        lambda n: ((n - 1) ** 2 + mpf(17) / 3 * (n - 1)) / 4 + mpf(2) / 3,
        grid(n=["2", "5", "500"]),
    ),
    # the remark with Gaussian entries and in expectation
    "sharp:gordon": Writing(
        LOWER, lambda d, n: d ** mpf("0.5") - n ** mpf("0.5"), grid(d=["7", "1000"], n=["2", "5"])
    ),
    # O(1)-Lipschitz for both losses: one constant
    "meterez2024:lemma-C.2": Writing(
        UPPER,
        lambda loss, C: 1 * C,
        lambda: [{"loss": loss, "C": mpf(C)} for loss in LOSSES for C in ("1.5", "40")],
    ),
    # V(W H) from the squared singular values of P S^(1/2), P the first d rows of V
    "sharp:sliced-orthogonalisation": Writing(
        IDENTITY,
        sliced,
        lambda: [
            {
                "P": np.array([[mpf(2) / 3, mpf(1) / 3], [mpf(-1) / 5, mpf(1) / 2]]),
                "s": np.array([mpf(1), mpf(k)]),
                "n": n,
            }
            for k, n in ((1, 3), (4, 7))
        ],
    ),
    # the same law at the number of distinct samples
    "sharp:degenerate-explosion": Writing(
        LIMIT, lambda r: (mpmath.log(r - 1) - mpmath.log(r - 2)) / 2, grid(r=["3", "4", "17"])
    ),
}


def difference(a: Any, b: Any) -> Any:
    """Relative to the larger; 0 where both are the same. Of arrays the largest."""
    if isinstance(b, list):
        return max(difference(x, y) for x, y in zip(a, b, strict=True))
    a, b = (mpf(int(v.p)) / int(v.q) if hasattr(v, "q") else mpf(v) for v in (a, b))
    return mpf(0) if a == b else abs(a - b) / max(abs(a), abs(b))


def test_what_is_written_twice_has_no_proof() -> None:
    """A proved claim needs no second writing: Rocq reads its closed form."""
    without = {
        claim.id
        for claim in claims().values()
        if claim.formula and claim.expected in (Verdict.REFUTED, Verdict.HOLDS)
    }
    assert set(WRITTEN) <= without


@over(WRITTEN.items())
def test_both_writings_agree_to_thirty_digits(claim_id: str, written: Writing) -> None:
    claim = claims()[claim_id]
    assert claim.kind is written.kind
    with mpmath.workdps(DIGITS + 15):
        points = written.points()
        assert len(points) >= 2
        for point in points:
            claim.require(**point)
            values = claim.closed_form(**point), written.again(**point)
            assert difference(*values) < mpf(10) ** -DIGITS, (point, values)


SLIPS: list[tuple[str, Callable[..., Any]]] = [
    (
        "daneshmand2021:corollary-3",
        lambda alpha, l, n, d: 4 * n * ((3 - 2 * alpha) / 3) ** l + per_root(6 * n / alpha, d),
    ),
    (
        "daneshmand2021:theorem-1",
        lambda alpha, l, n, d: 2 * ((3 - 2 * alpha) / 3) ** (l + 1) + per_root(3 * n / alpha, d),
    ),
    ("daneshmand2021:table-1", lambda d, C: C * d ** mpf("-0.5")),
    ("daneshmand2021:appendix-F-step", lambda s: (mpmath.fsum(s) * mpmath.fsum(s**3)) ** 2),
]


@over(SLIPS)
def test_a_slip_of_the_pen_is_seen(claim_id: str, slip: Callable[..., Any]) -> None:
    with mpmath.workdps(DIGITS + 15):
        _, again, points = WRITTEN[claim_id]
        assert any(difference(slip(**p), again(**p)) > mpf("1e-6") for p in points())

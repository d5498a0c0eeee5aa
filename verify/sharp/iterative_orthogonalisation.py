"""Checks of theory/sharp/iterative_orthogonalisation.py: explicit matrices, and the proof."""

from collections.abc import Iterator

import mpmath

from theory.definitions import orthogonality_gap
from theory.expressions.formal import natural
from theory.expressions.functions import total
from theory.expressions.nodes import equal
from theory.expressions.particular import ORTHOGONALISED, r, s
from theory.expressions.vocabulary import gap, k, n
from theory.numerics.backends import Array, sqrt
from verify.cases import mpf_array, rotation
from verify.kernel.lemmas.power_sums import cauchy_schwarz, power_sum
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, domain, exact, routes


def singular_values() -> Iterator[tuple[str, Array]]:
    """Singular values with sum of squares 1: equal, nearly equal, spread, one tiny."""
    for size in (1, 2, 3, 5):
        for label, raw in (
            ("equal", [1] * size),
            ("nearly equal", [1 + mpmath.mpf(i) / 10**9 for i in range(size)]),
            ("arithmetic", [i + 1 for i in range(size)]),
            ("one tiny", [mpmath.mpf(10) ** -9, *[1] * (size - 1)]),
        ):
            values = mpf_array(raw)
            yield f"{label}, n = {size}", values / sqrt((values * values).sum())


@exact("sharp:iterative-orthogonalisation")
@routes("V(H) from the singular values", "V(W H) of explicit matrices in mpmath")
@domain("d = 1 to 5, n = d and d + 2, equal to spread singular values")
def gap_after_orthogonalisation(run: Run) -> Cells:
    """W H formed as in eq. (6), from rotations U, V' and the first columns of a rotation V."""
    for label, values in singular_values():
        d = len(values)
        for samples in (d, d + 2):
            U, V = rotation(d, 1), rotation(samples, 2)[:, :d]
            H = (U * values) @ V.T
            W = (rotation(d, 3) / sqrt(values)) @ U.T / sqrt(values.sum())
            after = mpmath.chop(orthogonality_gap(W @ H), 1e-40)
            yield Cell(
                {"s": values, "n": samples}, after, 1e-20, label=f"{label}, {samples} samples"
            )


@proof("sharp:iterative-orthogonalisation")
def power_sums(p: Proof) -> tuple[Theorem, Theorem]:
    """V(W H)^2 = p_2/p_1^2 - 1/n and V(H)^2 = p_4/p_2^2 - 1/n: p_2^3 <= p_1^2 p_4."""
    after, above = p.fact("singular values of W H"), p.claim("sharp:power-sums")
    (one, _), (two, _) = (cauchy_schwarz(p, of) for of in (1, 2))
    p1, p2 = power_sum(1), power_sum(2)
    square = p.arith("", 0 <= (s(k) / p1 - 1 / n) ** 2, given=[one], under=natural(n))
    positive = p.sum("squares", square, k, r)
    zeros = (n - r) / n**2
    left = total((s(k) / p1 - 1 / n) ** 2, k, r) + zeros
    right = total((s(k) ** 2 / p2 - 1 / n) ** 2, k, r) + zeros
    squares = p.arith("squares of the gaps", left <= right, (above, 1 / (p1**2 * p2**2)),
                      given=[one, two], under=natural(n))  # fmt: skip
    sign = p.arith("not negative", 0 <= n * p2 - p1**2, (positive, n * p1**2),
                   (p.assume(r <= n), p1**2 / n), given=[one], under=natural(n))  # fmt: skip
    roots = p.monotone("roots", "sqrt", squares, sign, one, two)
    claim = p.arith("the claim", gap(ORTHOGONALISED) <= sqrt(right), after, roots,
                    given=[one, two])  # fmt: skip
    same = p.arith("equal squares", equal(left, right),
                   (p.claim("sharp:power-sums", 1), 1 / (p1**2 * p2**2)), given=[one, two],
                   under=natural(n))  # fmt: skip
    return claim, p.arith("equality", equal(gap(ORTHOGONALISED), sqrt(right)), after,
                          p.monotone("equal roots", "sqrt", same), given=[one, two])  # fmt: skip

"""Checks of theory/sharp/mixed_rotations.py: rotations of the plane carried out, and the proof."""

import mpmath
import numpy as np

from theory.definitions import bn, gram
from theory.expressions.layers import e, rotated_share, share
from theory.expressions.nodes import equal
from theory.expressions.vocabulary import k, n
from theory.ledger import get
from verify.cases import mpf_array
from verify.kernel.lemmas.layers import share_on_the_sphere
from verify.kernel.proof import Proof, statements
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes

ANGLES = 512  # the trapezoidal rule, whose error is (1 - sqrt(r))/(1 + sqrt(r)) to this power


@exact("sharp:mixed-rotations", domain="d = n = 2, q_1 from 1/2 + 1e-6 to 0.98, rotated samples")
@routes("the bound", "BN of W X and its Gram matrix, averaged over the angle of W")
def rotations_of_the_plane(run: Run) -> Cells:
    angles = [mpmath.pi * (2 * m + 1) / ANGLES for m in range(ANGLES // 2)]
    for text in ("0.500001", "0.6", "0.9", "0.98"):
        first = mpmath.mpf(text)
        X = np.diag([mpmath.sqrt(2 * first), mpmath.sqrt(2 - 2 * first)])
        C = sum(gram(bn(mpf_array([[mpmath.cos(t), -mpmath.sin(t)],
                                   [mpmath.sin(t), mpmath.cos(t)]]) @ X))
                for t in angles) / (2 * len(angles))  # fmt: skip
        least, most = sorted(mpmath.eigsy(mpmath.matrix(C.tolist()), eigvals_only=True))
        seen = np.array([most, (most - least) / mpmath.sqrt(2)])  # the trace is 1
        yield Cell({"q": mpf_array([first, 1 - first])}, seen, 1e-20, label=f"q_1 = {text}")


def same_share(p: Proof) -> Theorem:
    """E q_k w_1k^2/sum q w^2 = p_k."""
    sphere = p.expect("on the sphere", share_on_the_sphere(p)[1], "g")
    row, some = (p.fact("a row of a Haar matrix", w) for w in ("mean", "positive"))
    given = [some, p.fact("rows are not zero"), share_on_the_sphere(p)[0]]
    return p.arith("the same", equal(rotated_share(k), share(k)), row, (sphere, -1), given=given)


@proof("sharp:mixed-rotations")
def as_a_gaussian_row(p: Proof) -> list[Theorem]:
    """sharp:majorisation, with the same p."""
    said, same = statements(get("sharp:mixed-rotations")), same_share(p)
    given = [p.fact("a row of a Haar matrix", "positive"), p.fact("rows are not zero")]
    one, other = rotated_share(k) - 1 / n, share(k) - 1 / n
    chosen = p.arith("chosen", equal(e(k) * rotated_share(k), e(k) * share(k)), (same, e(k)),
                     given=given)  # fmt: skip
    square = p.arith("squares", equal(one**2, other**2), (same, one + other), given=given)
    roots = p.monotone("roots", "sqrt", p.sum("all squares", square, k, n))
    return [
        p.arith("the largest", said[0].shows, p.sum("all", chosen, k, n),
                p.claim("sharp:majorisation", 0), given=given),
        p.arith("the gap", said[1].shows, roots, p.claim("sharp:majorisation", 1), given=given),
    ]  # fmt: skip

"""sharp:lipschitz-losses: how steep the two losses of meterez2024's lemma C.2 are in the logits.

Cross entropy: the gradient is p - y, p the softmax of z. ||p - y||^2 = (1-p_y)^2 + sum_{i != y}
p_i^2 <= 2 (1-p_y)^2 <= 2, approached where a wrong class has all the mass. Squared error: the
gradient is 2 (z - y), so 2 (||z|| + ||y||) = 2 (R + 1) at most on ||z|| <= R, attained at z = -R y,
and without a bound on the logits there is none.
"""

from lemmata.theory.hypotheses import non_negative, one_of
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.meterez2024.appendix_c import LOSSES
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import ZERO


@claim(
    "sharp:lipschitz-losses",
    title="Cross entropy is sqrt(2)-Lipschitz, squared error 2(R+1)-Lipschitz on bounded logits",
    statement=r"\|\nabla_z \mathrm{CE}(z, y)\| \le \sqrt{2};\quad"
    r" \|\nabla_z \|z - y\|^2\| \le 2 (R + 1) \text{ on } \|z\| \le R;"
    r"\quad y \text{ one-hot}\; (\text{loss})",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.PROVED,
    hypotheses=[
        one_of("loss", LOSSES, "loss", r"\text{cross entropy or mean squared error}"),
        non_negative("R"),
    ],
    source="derived: lemma C.2 of meterez2024 repaired; Rocq has the bounds; that"
    " they are attained, per sample, is evaluated",
    mutants=[
        Mutant(
            "cross entropy is 1-Lipschitz",
            lambda loss, R: R * 0 + 1 if loss == LOSSES[0] else 2 * (R + 1),
            {"loss": LOSSES[0], "R": 50.0},
        ),
        Mutant(
            "mean squared error needs no domain",
            lambda loss, R: sqrt(R * 0 + 2) * (1 if loss == LOSSES[0] else 2),
            {"loss": LOSSES[1], "R": 50.0},
        ),
    ],
    formal=[
        Formal(
            {"loss": LOSSES[0], "R": ZERO},
            rocq.CROSS_ENTROPY_SLOPE,
            also=[rocq.CROSS_ENTROPY_IS_DIFFERENTIABLE],
        ),
        Formal(
            {"loss": LOSSES[1], "R": rocq.number("B")},
            rocq.SQUARED_ERROR_SLOPE,
            given=[rocq.BOUNDED_LOGITS],
            also=[rocq.SQUARED_ERROR_IS_DIFFERENTIABLE],
        ),
    ],
)
def lipschitz_constant(loss: str, R: Array) -> Array:
    return sqrt(R * 0 + 2) if loss == LOSSES[0] else 2 * (R + 1)

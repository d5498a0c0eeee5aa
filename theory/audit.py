"""What a claim says of a user's network: rows of an audit and of a prediction, in its record.

An audit measures a model m, a chain X' = BN(W X): ``m.first_gap`` is phi(X_1), ``m.depth`` the
number of layers, ``m.samples`` n, ``m.width`` d. A prediction knows of m what can be known before
it is built. Quantities and hypotheses are named here; verify/audit/comparison measures and checks
them, and verify/prediction decides them from the sizes and kinds of layers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata.theory.evidence import Kind

GROWTH = "growth of log ||dL/dX|| a layer"
GAP_IN_DEPTH = "V in depth"
RANK_IN_DEPTH = "soft rank 1/sum q_i^2 in depth"
NEEDED_WIDTH = "d, for n samples to stay independent in depth"
KEPT_SAMPLES = "samples that stay independent in depth"
EVALUATION = "signal in evaluation mode over that in training"
GAIN_EXPONENT = "e of gains l^-e that bound gradients"

UPPER, LOWER, LIMIT = "at most", "at least", "limit"
RELATIONS = {Kind.UPPER_BOUND: UPPER, Kind.LOWER_BOUND: LOWER, Kind.LIMIT: LIMIT}
TIMES_WIDER = 10  # d/n from which a limit d >> n is taken to be reached
# From so many samples and features on limits of large ones give growth within a sixth: networks
# with explicit weights grow by 1.5, 2.7 and 49 times less at n = 3 and n/d = 1/4, 1/2, 3/4, by 1.2,
# 1.7 and 5 times less at n = 4, and as much, 1.1 and 1.2 times less at n = 8.
MANY_SAMPLES, MANY_FEATURES = 8, 16
SEVERAL = 4  # of three samples the growth at d = 45 is 30 % less than at d = inf
SETTLED = 4  # layers for each direction, in which orthogonal layers come within 5 % of their limit
COLLAPSED = 5  # layers for each feature, in which Gaussian matrices without BN leave rank one

BN = ("batch", "layers", "full", "unbiased", "plain", "eps", "constant", "drawn")
ROTATED = (*BN, "orthogonal", "square", "independent")
GAUSSIAN = (*BN, "gaussian")
WIDE = (*GAUSSIAN, "wide", "kept", "independent", "deep")
UNDER_A1 = (*GAUSSIAN, "tall", "reached")


def crowding(m: Any) -> Any:
    """n^2/(4 d), which a limit of large d at fixed n neglects."""
    return m.samples**2 / (4 * m.width)


def fewness(m: Any) -> Any:
    """1/n, which a limit of large n at fixed n^2/d neglects."""
    return 1 / m.samples


@dataclass(frozen=True)
class AuditRow:
    """``predicted(f, m)``: from the closed form f and a measured model m. ``measured`` names the
    quantity of m to compare with, ``beyond`` the one that holds without a theorem, ``plot`` the
    quantity by layer beside which the prediction is drawn. ``relation`` replaces that of the kind.
    ``neglects`` is the order of what a limit leaves out: of two limits the finer comes first.
    A row for predictions alone, one of a claim's ``plans``, has nothing measured.
    """

    quantity: str
    hypotheses: tuple[str, ...]
    predicted: Callable[[Callable[..., Any], Any], Any]
    measured: str = ""
    beyond: str = ""
    plot: str = ""
    relation: str = ""
    neglects: Callable[[Any], Any] | None = None

    def relation_of(self, kind: Kind) -> str:
        """How the quantity lies to the prediction; empty where both are equal."""
        return self.relation or RELATIONS.get(kind, "")

"""What an audit may say of somebody's model with a claim: a field of the claim's record.

The model is a chain X' = BN(W X), seen in a pass: ``m.first_gap`` is phi(X_1), ``m.depth`` the
number of its layers, ``m.samples`` n, ``m.width`` d. verify/audit/beside has the quantities that
are measured and the hypotheses that are put to a model; here they are called by their names.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

BN = ("batch", "layers", "full", "unbiased", "plain", "eps", "constant", "drawn")
ROTATED = (*BN, "orthogonal", "square", "independent")
GAUSSIAN = (*BN, "gaussian")
WIDE = (*GAUSSIAN, "wide", "independent", "deep")
UNDER_A1 = (*GAUSSIAN, "tall", "reached")


@dataclass(frozen=True)
class AuditRow:
    """``predicted`` by the closed form f of a measured model m; ``measured`` and ``beyond``, what
    holds without a theorem, are names of quantities of m. ``plot``: the quantity by layer that the
    prediction is drawn with. ``relation``: where it is not what the claim's kind says.
    """

    quantity: str
    hypotheses: tuple[str, ...]
    predicted: Callable[[Callable[..., Any], Any], Any]
    measured: str
    beyond: str = ""
    plot: str = ""
    relation: str = ""

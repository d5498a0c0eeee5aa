"""The row of an audit that a claim provides: a field of the claim's record.

An audit measures a user's model m, a chain X' = BN(W X): ``m.first_gap`` is phi(X_1), ``m.depth``
the number of layers, ``m.samples`` n, ``m.width`` d. Quantities and hypotheses are named here;
verify/audit/comparison measures and checks them.
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
    """``predicted(f, m)``: from the closed form f and a measured model m. ``measured`` names the
    quantity of m to compare with, ``beyond`` the one that holds without a theorem, ``plot`` the
    quantity by layer beside which the prediction is drawn. ``relation`` replaces that of the kind.
    """

    quantity: str
    hypotheses: tuple[str, ...]
    predicted: Callable[[Callable[..., Any], Any], Any]
    measured: str
    beyond: str = ""
    plot: str = ""
    relation: str = ""

"""Checks of theory/sharp/local_rate.py in high precision."""

from __future__ import annotations

import mpmath

from theory.ledger import Cell, Evidence, Method
from theory.spectrum import one_large, one_small
from verify.cases import literal_gap, mean_log
from verify.registry import Run, check


@check("sharp:local-rate")
def rate_at_a_tiny_gap(run: Run) -> Evidence:
    """At a gap of 1e-30 the rate is 1e-13 from its limit: the next term is of order sqrt(phi)."""
    phi = mpmath.mpf(10) ** -30
    cells = [
        Cell({"d": d}, 1 + mean_log(s) / literal_gap(s), 1e-12, label=f"{label}, d = {d}")
        for d in (2, 3, 8, 64)
        for label, s in (("one small", one_small(phi, d)), ("one large", one_large(phi, d)))
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("d/(d+2)", "tanh-sinh integral over the angle in mpmath"),
        "both extremal spectra at gap 1e-30, d = 2 to 64",
        cells,
    )

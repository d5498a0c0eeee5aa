"""The certificate of theory/sharp/local_rate.py: the rate between two explicit bounds."""

from __future__ import annotations

import mpmath

from theory.ledger import Cell, Evidence
from theory.spectrum import one_large, one_small
from verify.cases import literal_gap, mean_log
from verify.meterez2024.main_certificates import drift_is_at_least_twice_the_rate
from verify.proofs.prover import Proof, always, certificate
from verify.proofs.steps import variables
from verify.registry import Run, check


def logarithm_between_two_parabolas() -> Proof:
    """(x-1)^2/(2M) <= x - 1 - log x <= (x-1)^2/(2m) on [m, M], m <= 1 <= M.

    F_c = x - 1 - log x - (x-1)^2/(2c) has F_c(1) = 0 and c x F_c'(x) = (x-1)(c-x): at c = M it
    falls before 1 and rises beyond, at c = m the other way round. With a = sum lambda_k u_k^2 in
    [lambda_min, lambda_max] and E (a-1)^2 = 2 S/(d(d+2)) (rows-of-WX), and with the eigenvalues
    themselves in the place of a,

        S/(d(d+2) lambda_max) <= -drift <= S/(d(d+2) lambda_min),
        S/(2d lambda_max) <= phi <= S/(2d lambda_min),

    hence -drift/phi lies within 2/(d+2) times lambda_max/lambda_min, or its inverse; and both
    eigenvalues tend to 1 with phi (lemma B.1, C.8).
    """
    x, c, y = variables("x c y")  # y = 1/x
    slope = c * x * (1 - y) - x * (x - 1)  # c x F' with y = 1/x
    return always(slope + c * (x * y - 1) == (x - 1) * (c - x))


@check("sharp:local-rate")
def between_two_parabolas(run: Run) -> Evidence:
    phi = mpmath.mpf(10) ** -30
    cells = [
        Cell({"d": d}, 1 + mean_log(s) / literal_gap(s), 1e-12, label=f"{label}, d = {d}")
        for d in (2, 8)
        for label, s in (("one small", one_small(phi, d)), ("one large", one_large(phi, d)))
    ]
    return certificate(
        run.formula,
        lambda d: 1 - 2 / mpmath.mpf(d + 2),
        [logarithm_between_two_parabolas(), drift_is_at_least_twice_the_rate()],
        cells,
        argument="the drift and the gap both lie between S over lambda_max and S over lambda_min",
        domain="every d >= 2, every sequence of spectra whose gap tends to 0",
        points=[{"d": d} for d in range(2, 65)],
    )

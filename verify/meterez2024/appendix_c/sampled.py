"""Checks of lemmas C.3, C.5 and C.6: sums over all layers of chain (3), sampled.

T layers are sampled; what lies beyond is bounded given X_T by the exact drift of the gap, so that
two means enclose the sum over all layers. The absolute constant is set to a number with which the
lemma holds; the smallest such number is reported with the verdict.
"""

from collections.abc import Callable, Sequence

from lemmata.theory.meterez2024.appendix_b import THRESHOLD
from lemmata.theory.numerics.special import lower_root
from lemmata.theory.sharp.isometry import contraction_rate, least_drift
from lemmata.verify.chains import width_two
from lemmata.verify.chains.orthogonal_cells import ChainInput
from lemmata.verify.registry import Cells, Run, sampled
from lemmata.verify.statistics.estimate import Kernel, estimate
from lemmata.verify.statistics.intervals import enclosing_cell

DOMAIN = "chain (3) from extremal spectra, d = 2 to 32; the layers left out bounded by the drift"
Drawn = tuple[Kernel, tuple[float, float], dict[str, float]]  # what is drawn, its ends, parameters


def _route(observable: str) -> tuple[str, str]:
    return "the bound", f"{observable} along chain (3), and an exact bound of the rest"


def _cells(
    run: Run,
    starts: Sequence[ChainInput],
    observe: Callable[[ChainInput], Drawn],
    at_width_2: Callable[[float], float | None],
) -> Cells:
    """One cell a start; at d = 2 the exact value stands beside it."""

    def cells(s: ChainInput) -> Cells:
        kernel, high, parameters = observe(s)
        sequence = estimate(run, s.label, kernel, 0.0, high, batch=s.batch, parts=len(starts))
        yield enclosing_cell(
            sequence, parameters, s.label, at_width_2(s.phi_0) if s.d == 2 else None
        )

    return run.over(starts, cells)


# The exact chain at d = 2 has its largest sum beside d^5 (phi_0^3 + 1) near phi_0 = 0.65.
JACOBIANS = (
    ChainInput("one small", 2, 0.1, (20,), 1000),
    ChainInput("one small", 2, 0.65, (20,), 1000),
    ChainInput("one small", 2, 2.0, (30,), 500),
    ChainInput("one large", 4, 0.5, (60,), 125),
    ChainInput("one small", 8, 0.3, (100,), 50),
    ChainInput("one large", 32, 0.01, (150,), 8),
)


@sampled("meterez2024:lemma-C.3", routes=_route("log ||J_BN||"), domain=DOMAIN)
def sampled_sum_of_log_jacobians(run: Run) -> Cells:
    """A layer's log Jacobian norm lies in [0, h(d phi_0)/2] (sharp:eigenvalue-from-gap)."""
    from lemmata.verify.chains.orthogonal_kernels import sum_of_log_jacobians

    def observe(s: ChainInput) -> Drawn:
        layers, rate = s.depths[-1], float(contraction_rate(s.phi_0, s.d))
        kernel = sum_of_log_jacobians(s.spectrum, rate, layers, s.batch, run.device)
        most = layers * float(lower_root(s.d * s.phi_0)) / 2
        tail = (2 * s.d * s.phi_0) ** 0.5 / (1 - rate**0.5) + s.d * s.phi_0 / (1 - rate)
        return kernel, (most, most + tail / 2), {"phi_0": s.phi_0, "d": s.d, "C": 1.0}

    return _cells(run, JACOBIANS, observe, width_two.sum_of_log_jacobians)


# From the threshold itself, where tau = 0 and the sum is largest, and once from above it.
TO_THRESHOLD = (
    ChainInput("one small", 2, 1 / (THRESHOLD * 2), (12,), 1000),
    ChainInput("one small", 2, 0.3, (30,), 250),
    ChainInput("one large", 4, 1 / (THRESHOLD * 4), (30,), 250),
    ChainInput("one small", 16, 1 / (THRESHOLD * 16), (120,), 20),
)


@sampled("meterez2024:lemma-C.5", routes=_route("sqrt(d phi)"), domain=DOMAIN)
def sampled_sum_below_the_threshold(run: Run) -> Cells:
    """Each term from tau on is at most 1/4."""
    from lemmata.verify.chains.orthogonal_kernels import sum_below

    def observe(s: ChainInput) -> Drawn:
        layers, top = s.depths[-1], (1 + 1e-9) / (THRESHOLD * s.d)
        rate = float(contraction_rate(top, s.d))
        kernel = sum_below(s.spectrum, top, rate, layers, s.batch, run.device)
        most, tail = layers / 4 * (1 + 1e-9), 0.25 / (1 - rate**0.5) * (1 + 1e-9)
        return kernel, (most, most + tail), {"d": s.d, "C": 1.0}

    def at_width_2(phi_0: float) -> float | None:
        """From above the threshold the layers before tau do not count."""
        return width_two.sum_of_roots(phi_0) if phi_0 <= 1 / (THRESHOLD * 2) else None

    return _cells(run, TO_THRESHOLD, observe, at_width_2)


# The exact chain at d = 2 has its largest time beside d^3 phi_0 (1 + d phi_0) near 1.12/32.
ABOVE_THRESHOLD = (
    ChainInput("one small", 2, 1.001 / 32, (10,), 1000),
    ChainInput("one small", 2, 1.12 / 32, (10,), 1000),
    ChainInput("one small", 2, 0.3, (20,), 500),
    ChainInput("one small", 2, 5.0, (60,), 125),
    ChainInput("one large", 3, 1.12 / 48, (15,), 500),
    ChainInput("one small", 8, 0.3, (100,), 50),
    ChainInput("one large", 32, 0.1, (150,), 8),
)


@sampled("meterez2024:lemma-C.6", routes=_route("the hitting time"), domain=DOMAIN)
def sampled_hitting_times(run: Run) -> Cells:
    """Just above the threshold at d = 2, tau >= 1 where the bound is 0.27 C: C = 3 is too small."""
    from lemmata.verify.chains.orthogonal_kernels import hitting_time

    def observe(s: ChainInput) -> Drawn:
        layers, threshold = s.depths[-1], 1 / (THRESHOLD * s.d)
        drop = float(least_drift(threshold, s.d))
        kernel = hitting_time(s.spectrum, threshold, drop, layers, s.batch, run.device)
        most = layers + 1 + s.phi_0 / drop
        return kernel, (layers + 1, most), {"phi_0": s.phi_0, "d": s.d, "C": 8.0}

    at_width_2 = width_two.hitting_time
    return _cells(run, ABOVE_THRESHOLD, observe, lambda phi: at_width_2(phi, 1 / (2 * THRESHOLD)))

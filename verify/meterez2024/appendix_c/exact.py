"""Checks of theory/meterez2024/appendix_c.py without sampling.

Sums over all layers between two ends, exact at d = 2; gradients by differences, and by hand through
thousands of layers.
"""

from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.definitions import bn, row_norms
from lemmata.theory.ledger import Kind
from lemmata.theory.meterez2024.appendix_b import THRESHOLD
from lemmata.theory.meterez2024.appendix_c import LOSSES
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.numerics.reference import jacobian
from lemmata.verify.cases import (
    DIFFERENCES,
    eigenvalues,
    mpf_array,
    rotation,
    spectrum_cells,
    square_matrices,
)
from lemmata.verify.chains import drift_ends, width_two
from lemmata.verify.depth import by_hand
from lemmata.verify.depth.slopes import Deep, batches, profile
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes
from lemmata.verify.second_writings import second_writing


@exact("meterez2024:lemma-C.2", domain="two classes, logits of norm 10, 1000 and 1e13")
@routes("one constant", "central differences of the squared error in mpmath")
def squared_error_of_large_logits(run: Run) -> Cells:
    """z = -R y: the gradient is 2 (R + 1), at R = 1e13 above every constant that is tried."""
    for R in (10, 1000, 10**13):
        y, scale = mpf_array([1, 0]), mpmath.mpf(R)

        def squared_error(v: Array, y: Array = y, scale: Array = scale) -> Array:
            return np.array([((scale * v - y) ** 2).sum()])

        gradient = jacobian(squared_error, -y)[0] / scale  # differences in steps of the logits
        given = {"loss": LOSSES[1], "C": mpmath.mpf(1)}
        label = f"squared error, z = -{R} y"
        yield Cell(given, sqrt((gradient**2).sum()), DIFFERENCES, label=label)


@exact("meterez2024:lemma-C.3", domain="gaps 0.01 to 5, d = 3 to 512, all layers")
@routes("the bound", f"{drift_ends.ROUTE}phi_0/2, and half the sum of h(d phi_0 r^l)")
def sum_of_jacobians_enclosed_by_the_drift(run: Run) -> Cells:
    for d in drift_ends.BEYOND_2[:-1]:
        for gap in ("0.01", "0.3", "1", "5"):
            ends = drift_ends.sum_of_log_jacobians(float(gap), d)
            parameters = {"phi_0": float(gap), "d": d, "C": 1.0}
            yield drift_ends.between(parameters, ends, f"phi_0 = {gap}, d = {d}")


@exact("meterez2024:lemma-C.4", domain="spectra of mean 1, d = 2, 64")
@routes("the bound", "-(1/2) log of the least eigenvalue, which log ||J_BN|| reaches")
def log_jacobians_of_spectra(run: Run) -> Cells:
    return spectrum_cells(lambda s: -mpmath.log(min(eigenvalues(s))) / 2, (2, 64))


@exact("meterez2024:lemma-C.5", domain="from the threshold, d = 3 to 10^6, all layers")
@routes("the bound", f"{drift_ends.ROUTE}the first term, and (1/4)/(1 - sqrt(r))")
def sum_below_the_threshold_enclosed_by_the_drift(run: Run) -> Cells:
    """From the threshold, where the sum is largest; its first term is sqrt(d phi_0) = 1/4."""
    for d in drift_ends.BEYOND_2:
        ends = drift_ends.sum_of_square_roots(mpmath.mpf(1) / (THRESHOLD * d), d)
        label = f"from the threshold, d = {d}"
        yield drift_ends.between({"d": d, "C": mpmath.mpf(1)}, ends, label)


@exact("meterez2024:lemma-C.6", domain="gaps from 4 times the threshold to 40, d = 3 to 10^6")
@routes(
    "the bound", f"{drift_ends.ROUTE}(phi_0 - 1/(16 d))/most, at least 1, and phi_0/g(1/(16 d))"
)
def hitting_time_enclosed_by_the_drift(run: Run) -> Cells:
    for d in drift_ends.BEYOND_2:
        threshold = mpmath.mpf(1) / (THRESHOLD * d)
        for phi in (4 * threshold, mpmath.mpf(5), mpmath.mpf(40)):
            ends = drift_ends.hitting_time(phi, d, threshold)
            parameters = {"phi_0": phi, "d": d, "C": mpmath.mpf(8)}
            yield drift_ends.between(parameters, ends, f"phi_0 = {mpmath.nstr(phi, 4)}, d = {d}")


AT_WIDTH_2 = ("the bound", "the gap as a Markov chain at d = 2, its sums by a linear system")


def _at_width_2(parameters: dict[str, Any], value: float, label: str) -> Cell:
    """A value of ``verify.chains.width_two``, good to 1e-3."""
    ends = value * (1 - 1e-3), value * (1 + 1e-3)
    method = "the exact chain at d = 2, to 1e-3"
    return Cell(parameters, value, interval=ends, label=label, interval_method=method, exact=value)


@exact("meterez2024:lemma-C.3", routes=AT_WIDTH_2, domain="d = 2, gaps 0.01 to 10")
def sum_of_jacobians_at_width_2(run: Run) -> Cells:
    for phi in (0.01, 0.1, 0.3, 0.5, 0.65, 0.8, 1.0, 2.0, 10.0):
        total = width_two.sum_of_log_jacobians(phi)
        yield _at_width_2({"phi_0": phi, "d": 2, "C": 1.0}, total, f"phi_0 = {phi}, d = 2")


@exact("meterez2024:lemma-C.5", routes=AT_WIDTH_2, domain="d = 2")
def sum_below_the_threshold_at_width_2(run: Run) -> Cells:
    total = width_two.sum_of_roots(1 / (2 * THRESHOLD))
    yield _at_width_2({"d": 2, "C": 1.0}, total, "from the threshold, d = 2")


@exact("meterez2024:lemma-C.6", domain="d = 2, gaps from the threshold to 30 times it")
@routes(*AT_WIDTH_2)
def hitting_time_at_width_2(run: Run) -> Cells:
    threshold = 1 / (2 * THRESHOLD)
    for times in (1.001, 1.05, 1.12, 1.2, 1.5, 3.0, 30.0):
        parameters = {"phi_0": times * threshold, "d": 2, "C": 8.0}
        time = width_two.hitting_time(times * threshold, threshold)
        yield _at_width_2(parameters, time, f"phi_0 = {times} times the threshold, d = 2")


def chain_cells(d: int, depth: int) -> Cells:
    """The gradient of a linear read-out of X_L, differenced through the whole chain."""
    layers = [rotation(d, k + 1) for k in range(depth)]
    readout = mpf_array([[(3 * i + j) % 4 - 1 for j in range(d)] for i in range(d)])
    last = mpmath.log(sqrt((readout**2).sum()))

    def loss(v: Array) -> Array:
        state = v.reshape(d, d)
        for W in layers:
            state = bn(W @ state)
        return np.array([(state * readout).sum()])

    for label, X in square_matrices(d):
        state, logs = bn(X), []
        gradient = jacobian(loss, state.reshape(-1))[0]
        for W in layers:
            logs.append(-mpmath.log(min(row_norms(W @ state))))
            state = bn(W @ state)
        parameters = {"last": last, "jacobians": np.array(logs)}
        lhs = mpmath.log(sqrt((gradient**2).sum()))
        yield Cell(parameters, lhs, DIFFERENCES, label=f"{label}, d = {d}, L = {depth}")


@exact("meterez2024:lemma-C.12", domain="chains of 3 and 4 rotations, d = 2, 3, from hard inputs")
@routes("the sum of log Jacobian norms", "central differences through the chain")
def gradient_along_a_chain(run: Run) -> Cells:
    yield from chain_cells(2, 4)
    yield from chain_cells(3, 3)


CHAINS = (
    Deep("orthogonal", 8, 2, 5000, 8),  # few rows, few samples: the two sides come close
    Deep("orthogonal", 8, 8, 5000, 8),
    Deep("orthogonal", 8, 8, 2000, 8, distinct=7),  # the gradient grows by exp(200) and more
)
WINDOWS = (1, 4, 16, 64)  # layers; a window's loss is what the layers below it make of the loss
ROUNDING = 1e-12  # of log norms of order 100, and of their sums


@exact("meterez2024:lemma-C.12")
@routes("the sum of log Jacobian norms", "dL/dX_l through the chain, carried back by hand")
@domain("every window of 1 to 64 layers in chains of 2000 and 5000, d = 8, n = 2 and 8")
def windows_of_deep_chains(run: Run) -> Cells:
    """Of all windows, whatever their first layer and replica, two are judged.

    One where the gradient comes closest to the bound, so that no layer is left out; near isometry
    both sides of it are rounding. And the one where the gradient grows most. Jacobian norms are
    1/(shortest row), sharp:bn-jacobian.
    """
    for case in CHAINS:
        found = profile(run.device, batches(run, case, case.replicas)[0], case)
        log_dX, logs = found.log_dX, found.log_jacobian
        for window in WINDOWS:
            growth = log_dX[:-window] - log_dX[window:]  # (windows, replicas)
            for values in (growth - logs.unfold(0, window, 1).sum(-1), growth):
                l, replica = divmod(int(values.argmax()), growth.shape[1])
                jacobians = logs[l : l + window, replica].cpu().numpy()
                parameters = {"last": float(log_dX[l + window, replica]), "jacobians": jacobians}
                where = f"{case.label}; layers {l}..{l + window - 1}"
                yield Cell(parameters, float(log_dX[l, replica]), ROUNDING, label=where)


LENGTHS = (1, 8, 60)


@exact("meterez2024:remark-no-vanishing")
@routes("the invariant over the condition number", "dL/dW_l, carried back by hand in mpmath")
@domain("the first and middle layers of chains of 1, 8, 60 rotations, d = 2, 3, 4, hard inputs")
def gradients_from_below(run: Run) -> Cells:
    for d in (2, 3, 4):
        readout = mpf_array([[(3 * i + j * j) % 4 - 1 for j in range(d)] for i in range(d)])
        for depth in LENGTHS:
            layers = [rotation(d, k + 1) for k in range(depth)]
            for label, X in square_matrices(d):
                yield from _least_cells(layers, bn(X), readout, f"{label}, d = {d}, L = {depth}")


def _least_cells(layers: list[Array], X: Array, readout: Array, label: str) -> Cells:
    R = by_hand.torque(by_hand.last_state(layers, X), readout)
    for layer in by_hand.layers_back(layers, X, readout):
        if layer.index in (0, len(layers) // 2):
            s = by_hand.singular_values(layer.state)
            parameters = {"R": R, "kappa": s[0] / s[-1]}
            by_weight = by_hand.norm(layer.by_weights)
            yield Cell(parameters, by_weight, DIFFERENCES, label=f"{label}, layer {layer.index}")


@second_writing(
    "meterez2024:lemma-C.2",
    Kind.UPPER_BOUND,
    lambda: [
        {"loss": loss, "C": mpf(C)}
        for loss in ("cross entropy", "mean squared error")
        for C in ("1.5", "40")
    ],
)
def lipschitz_constant_again(loss: str, C: Any) -> Any:
    """O(1)-Lipschitz for both losses: one constant."""
    return 1 * C

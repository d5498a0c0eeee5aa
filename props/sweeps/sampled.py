"""Curves of both papers' chains at finite widths: means over sampled replicas with their bands.

torch is imported when a plot is computed, not when it is declared.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from lemmata.props.recipes import in_floats
from lemmata.theory.evidence import Curve, Role
from lemmata.theory.ledger import LEDGER, get
from lemmata.theory.spectrum import one_small
from lemmata.verify.chains.width_two import expected_gap
from lemmata.verify.figures.reproduction import law, measured
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from torch import Tensor

REPLICAS = 48
ADDRESS = Address(0, ("'drawn'",))
Sharper = tuple[str, ...]
Limit = Callable[[int, int], float]


def _numbers(values: Tensor) -> Floats:
    found: Floats = values.cpu().numpy()
    return found


@functools.cache
def gaps(d: int, phi_0: float, layers: int) -> Floats:
    """phi(X_l), l = 0..layers, of chain (3) from one small eigenvalue: (layers + 1, replicas)."""
    from lemmata.verify.chains.orthogonal_kernels import gap_at

    kernel = gap_at(one_small(phi_0, d), range(layers + 1), REPLICAS, "cpu")
    return _numbers(kernel((ADDRESS / "gap" / d).generator("cpu")))


def decay(claim_id: str, sharper: Sharper, widths: Sequence[int]) -> list[Curve]:
    """E phi(X_l) from a gap of 1, beside the closed forms."""
    curves = list[Curve]()
    for d in widths:
        of, layers = f"d = {d}", list(range(1, 26 if d == 2 else 101))
        if d == 2:  # the mean is that of rare replicas: by the law of the gap, a Markov chain
            mean = [float(expected_gap(1.0, l)) for l in layers]
            curves.append(Curve("observed", Role.MEASURED, layers, mean, of=of))
        else:
            curves.append(measured("observed", layers, gaps(d, 1.0, layers[-1])[1:], of))
        for name in (claim_id, *sharper):
            curve = [_at(name, l, d) for l in layers]
            role = Role.CLAIMED if name == claim_id else Role.LAW
            curves.append(
                Curve("the claim" if name == claim_id else name, role, layers, curve, of=of)
            )
    return curves


def _at(claim_id: str, l: int, d: int) -> float:
    """A bound of E phi(X_l) from a gap of 1; the paper's, with a constant, is of X_(l+1)."""
    claim = get(claim_id)
    given = (1.0, l - 1, d, 1.0) if claim.constant else (1.0, l, d)
    return float(claim.closed_form(*given))


def loss_gradients(claim_id: str) -> list[Curve]:
    """The gradient of the squared error by the size of the logits, beside one constant."""
    sizes = np.geomspace(0.1, 1e4, 40).tolist()
    seen = [LEDGER.properties[claim_id].observe((R, 10), in_floats) for R in sizes]
    formula = get(claim_id).closed_form
    bounds = [float(formula(**parameters)) for parameters, _ in seen]
    return [
        Curve("observed", Role.MEASURED, sizes, [float(lhs) for _, lhs in seen], of="ten classes"),
        Curve("the claim", Role.CLAIMED, sizes, bounds, of="ten classes"),
    ]


@functools.cache
def orthogonality(n: int, d: int, layers: int) -> tuple[Floats, float]:
    """V(H_l), l = 1..layers + 1, along chain (1), (layers + 1, replicas), and the largest alpha.

    From one eigenvalue of 0.7; A1(alpha, layers) holds in every replica.
    """
    from lemmata.verify.chains.chain import (
        gaussian_layer,
        orthogonality_gap,
        smallest_eigenvalue,
        trajectory,
    )
    from lemmata.verify.chains.gaussian_kernels import first_layer

    generator = (ADDRESS / "V" / n / d).generator("cpu")
    q = [0.7, *[0.3 / (n - 1)] * (n - 1)]
    H = first_layer(generator, q, d, REPLICAS, "cpu")
    seen = orthogonality_gap, smallest_eigenvalue
    gap, least = trajectory(gaussian_layer, H, layers, seen, generator)
    return _numbers(gap), float(least[:-1].min()) ** 0.5


def under_a1(claim_id: str, sharper: Sharper, n: int, d: int, power: int = 1) -> list[Curve]:
    """E V(H_(l+1)), or of its square, at a finite width, beside the closed forms."""
    layers, of = list(range(1, 101)), f"n = {n}, d = {d}"
    found, alpha = orthogonality(n, d, layers[-1])
    curves = [measured("observed", layers, found[1:] ** power, of)]
    for name in (claim_id, *sharper):
        formula = get(name).closed_form
        values = [float(formula(alpha, l, n, d)) for l in layers]
        role = Role.CLAIMED if name == claim_id else Role.LAW
        curves.append(Curve("the claim" if name == claim_id else name, role, layers, values, of=of))
    return curves


def stationary(limit: Limit, sizes: Sequence[tuple[int, int]], layers: int) -> list[Curve]:
    """E V(H_l)^2 times d along chain (1), l = 1..layers, beside the limit of it at n and d."""
    curves = list[Curve]()
    for n, d in sizes:
        of, depths = f"n = {n}, d = {d}", list(range(1, layers + 2))
        found = d * orthogonality(n, d, layers)[0] ** 2
        curves += [
            measured("observed", depths, found, of),
            law("the claim", depths, [limit(n, d)] * len(depths), of),
        ]
    return curves


def gradients(
    weights: str, d: int, n: int, layers: int, distinct: int | None = None, replicas: int = REPLICAS
) -> Floats:
    """log ||dL/dW_l||, l = 0..layers - 1, for a random read-out of norm 1: (layers, replicas)."""
    from lemmata.verify.depth.slopes import Deep, profile

    case = Deep(weights, d, n, layers, replicas, distinct)
    return _numbers(profile("cpu", ADDRESS / weights / d / n, case).log_dW)


def growth(of: str, found: Floats, rate: float | None = None, name: str = "") -> list[Curve]:
    """log ||dL/dW_l|| by the layers between it and the loss, beside a law of its growth."""
    below = list(range(len(found)))
    curve = measured("observed", below, found[::-1], of)
    line = [curve.y[0] + k * rate for k in below] if rate is not None else []
    return [curve, *([law(name, below, line, of)] if line else [])]

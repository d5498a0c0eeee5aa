"""Attacks on theory/meterez2024/appendix_c.py.

Its sums over layers at d = 2: there all spectra of a gap are alike and the gap is a Markov chain:
expected sums over all layers solve a linear system (``verify.chains.width_two``), in float64 and
good to 1e-3, the tolerance.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, hunt_in, pinned, routes, supremum
from lemmata.props.hunting import spaces
from lemmata.props.orthogonal_chains import through_bn
from lemmata.props.recipes import (
    Entries,
    Lift,
    MatrixRecipe,
    Reflections,
    Rotation,
    in_floats,
    in_tensors,
)
from lemmata.props.sweeps import families, sampled
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.definitions import bn, row_norms
from lemmata.theory.meterez2024.appendix_b import THRESHOLD
from lemmata.theory.meterez2024.appendix_c import LOSSES
from lemmata.theory.numerics.backends import Array, exp, log, sqrt, stack
from lemmata.theory.spectrum import Spectrum
from lemmata.verify.chains import width_two
from lemmata.verify.chains.width_two import LARGEST


@attack("meterez2024:lemma-C.2", st.tuples(hard.magnitudes(-3, 15), st.integers(2, 6)))
@routes("one constant", "the gradient of the squared error written out")
@domain("logits -R y, R = 1e-3 to 1e15, 2 to 6 classes")
@pinned("beyond every constant that is tried", (1e13, 2))
@pinned("beyond 1", (1.0, 10))
def squared_error_against_a_constant(case: tuple[float, int], lift: Lift) -> Observation:
    """2 (z - y) at z = -R y."""
    size, classes = case
    y = lift([1.0] + [0.0] * (classes - 1))
    R, C = lift([size, 1.0])
    gradient = 2 * (-R * y - y)
    return {"loss": LOSSES[1], "C": C}, sqrt((gradient * gradient).sum())


@attack("meterez2024:lemma-C.4", **hard.on_spectra(2, 3, 5, 16, 64, 1000), weight=2)
@supremum(1.0)
@routes("the bounds", "the shortest row of diag(sqrt(lambda))")
@pinned("just below the threshold", hard.one_small(1000, 0.3755))
@pinned("as phi -> 0", hard.one_small(64, 1e-9))
@pinned("the 1 is needed", hard.one_small(64, 120.0))
@pinned("at d = 2", hard.one_small(2, 80.0))
@pinned("approached as phi and d grow", hard.one_small(1000, 600.0))
def shortest_row_of_hard_spectra(s: Spectrum) -> Observation:
    """X = diag(sqrt(lambda)): its shortest row is sqrt(lambda_min), the worst case of a gap."""
    return {"phi": s.gap, "d": s.width}, -s.log_eigenvalues.min() / 2


AT = 1 / (2 * THRESHOLD)  # the gap at which tau stops
LEAST, MOST = 1e-6, 40.0  # gaps that are searched
Known = Callable[[float], float]  # of the gap
HITTING_TIME: Known = partial(width_two.hitting_time, threshold=AT)


@cache
def _table(known: Known) -> tuple[Any, Any, float]:
    """Logarithms of gaps, the values there, and the step between them."""
    logs = np.linspace(np.log(LEAST), np.log(MOST), 400)
    return logs, np.array([known(float(phi)) for phi in np.exp(logs)]), float(logs[1] - logs[0])


def at_gap(known: Known, phi: Array, lift: Lift, most: float = LARGEST) -> Array:
    """The value at a gap; for tensors, which need a gradient, between the values of a table."""
    if lift is not in_tensors:
        if phi > most:
            raise ValueError(f"a gap of {phi}: expected at most {most}")
        return lift([known(float(phi))])[0]
    logs, values, step = _table(known)
    hats = (1 - abs(log(phi) - lift(logs.tolist())) / step).clip(0)
    return (hats * lift(values.tolist())).sum()


def attack_sums(
    claim_id: str, low: float, high: float, examples: dict[str, float]
) -> Callable[[Callable[[float, Lift], Observation]], Any]:
    """A property of sums over all layers from gaps in [low, high], evenly in the logarithm."""
    ratio = float(np.log(high / low))
    space = spaces.Space(
        ((2,),),
        lambda d: 1,
        lambda point, z: spaces.row(low * exp(ratio / (1 + exp(-z))))[0],
        lambda d: f"d = {d}",
    )
    return attack(
        claim_id,
        hard.magnitudes(float(np.log10(low)), float(np.log10(high))),
        routes=("the bound", "the gap as a Markov chain, its sums by a linear system"),
        domain=f"d = 2, gaps {low:.3g} to {high:.3g}, all layers",
        examples=examples,
        tolerance=1e-3,
        space=space,
    )


NEAR = {"the closest": 0.65, "phi_0^3 alone would be too little": 0.1}


@attack_sums("meterez2024:lemma-C.3", LEAST, MOST, NEAR)
@supremum("the paper gives no constant: the sum at d = 2 against C = 1")
def sum_of_jacobians_from_any_gap(case: float, lift: Lift) -> Observation:
    phi, C = lift([case, 1.0])
    total = at_gap(width_two.sum_of_log_jacobians, phi, lift)
    return {"phi_0": phi, "d": 2, "C": C}, total


@attack_sums("meterez2024:lemma-C.5", LEAST, AT, {"at the threshold": AT})
@supremum("the paper gives no constant: the sum at d = 2 against C = 1")
def sum_of_roots_from_any_gap(case: float, lift: Lift) -> Observation:
    """Where the chain stops the gap may be anything up to the threshold."""
    phi, C = lift([case, 1.0])
    return {"d": 2, "C": C}, at_gap(width_two.sum_of_roots, phi, lift, AT)


@attack_sums("meterez2024:lemma-C.6", AT * (1 + 1e-6), MOST, {"the closest": 1.12 * AT})
@supremum("the paper gives no constant: the time at d = 2 against C = 8")
def hitting_time_from_any_gap(case: float, lift: Lift) -> Observation:
    phi, C = lift([case, 8.0])
    return {"phi_0": phi, "d": 2, "C": C}, at_gap(HITTING_TIME, phi, lift)


ChainWithReadout = tuple[MatrixRecipe, tuple[MatrixRecipe, ...], tuple[float, ...]]


@st.composite
def chains(draw: st.DrawFn) -> ChainWithReadout:
    start = draw(hard.full_rank_square(choices=(2, 3)))
    d = len(start.build(in_floats))
    layers = draw(st.lists(hard.rotations(d), min_size=1, max_size=4))
    readout = draw(hard.several(st.integers(-3, 3).map(float), d * d))
    return start, tuple(layers), tuple(readout)


def hunted_chain(point: spaces.GridPoint, z: Array) -> ChainWithReadout:
    """A start, a rotation per layer and a read-out, every number free."""
    d, layers = point
    square = [z[k * d * d : (k + 1) * d * d] for k in range(layers + 2)]
    rotations = tuple(Reflections(spaces.rows(numbers, d, d)) for numbers in square[2:])
    return Entries("hunted", spaces.rows(square[0], d, d)), rotations, spaces.row(square[1])


SHORT_ROW = Entries("nearly parallel rows", ((1.0, 0.0), (0.9, 0.4358898943540674)))


@attack("meterez2024:lemma-C.12", chains(), tolerance=1e-30)
@supremum(1.0)
@routes("the sum of log Jacobian norms", "the chain rule with the Jacobians of lemma C.9")
@domain("linear read-outs of chains of 1 to 4 rotations, d = 2, 3")
@pinned(
    "the first layer has a short row, the second none, and it alone is read out",
    (SHORT_ROW, (Rotation(2, (3,)), Rotation(2)), (-1.0, 0.0, 1.0, 0.0)),
)
@pinned("attained across unit rows", (Rotation(2), (Rotation(2),), (-1.0, 1.0, 1.0, -1.0)))
@hunt_in(
    spaces.Space(
        ((2, 3, 4), (1, 2, 3, 4)),
        lambda d, layers: (layers + 2) * d * d,
        hunted_chain,
        lambda d, layers: f"d = {d}, depth {layers}",
    )
)
def gradient_along_a_chain(case: ChainWithReadout, lift: Lift) -> Observation:
    """Reverse mode through the chain: the gradient of a linear read-out, layer by layer."""
    start, layers, readout = case
    X = bn(start.build(lift))
    d = len(X)
    weights, inputs, logs = [W.build(lift) for W in layers], [], []
    for W in weights:
        M = W @ X
        inputs.append(M)
        logs.append(-log(row_norms(M).min()))
        X = bn(M)
    gradient = lift(list(readout)).reshape(d, d) + lift(np.eye(d).tolist())
    last = log((gradient * gradient).sum()) / 2
    for W, M in zip(reversed(weights), reversed(inputs), strict=True):
        gradient = W.T @ through_bn(M, gradient)
    return {"last": last, "jacobians": stack(logs)}, log((gradient * gradient).sum()) / 2


plot(
    "meterez2024:lemma-C.2",
    families.Sweep(
        r"size $R$ of the logits $-R\, y$",
        r"$\|\nabla_z L\|$ of the squared error",
        lambda p: p["C"],
        {},
        "Ten classes, with C = 1: no constant bounds it.",
        beside=lambda claim_id: sampled.loss_gradients(claim_id),
    ),
)
plot(
    "meterez2024:lemma-C.3",
    families.Sweep(
        r"gap of the input $\phi_0$",
        "sum over all layers",
        families.of("phi_0"),
        {"d = 2": np.geomspace(0.01, 20, 40).tolist()},
        "d = 2, where the sum over all layers is known; C = 1.",
    ),
)
plot(
    "meterez2024:lemma-C.4",
    families.gaps(r"$\log \|J_{\mathrm{BN}}\|$", families.spectra(), span=(1e-5, 20.0)),
)
plot(
    "meterez2024:lemma-C.6",
    families.Sweep(
        r"gap of the input $\phi_0$",
        r"$E\, \tau$",
        families.of("phi_0"),
        {"d = 2": np.geomspace(0.032, 20, 40).tolist()},
        "d = 2, where the mean is known; C = 8.",
    ),
)

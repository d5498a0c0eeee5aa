"""Attacks on theory/sharp/two_samples.py."""

import numpy as np
from hypothesis import strategies as st

from lemmata.props import gram_chains as gram
from lemmata.props import strategies as hard
from lemmata.props.attack import COSTLY, Lift, Observation, attack, domain, pinned, routes, searched
from lemmata.theory import definitions
from lemmata.theory.numerics.backends import sqrt

_PAIRS = st.tuples(st.integers(-9, 9), st.integers(-9, 9)).filter(any)
Layer = tuple[float, list[tuple[int, int]]]


@attack("sharp:two-samples", st.tuples(hard.spectra(choices=(2,), largest=1.3), st.integers(0, 6)))
@searched(weight=0.3, **COSTLY)
@routes("the law", "the Gram chain (quadrature while searching, 2F1 when judging)")
@domain("cosines of every size up to 1 - 1e-8, depth 0 to 6")
@pinned("c = 0.8", (hard.one_large(2, 2.1972245773362196), 3))
@pinned("nearly parallel", (hard.one_large(2, 18.0), 5))
def chain_of_two(case: gram.AtDepth, lift: Lift) -> Observation:
    """n q - 1 = +-c."""
    states, _ = gram.limit_states(*case, lift)
    return {"c": abs(states[0]).max(), "l": case[1]}, abs(states[-1]).max()


@attack("sharp:moebius-layer", st.tuples(st.floats(0, 0.999), st.lists(_PAIRS, min_size=1)))
@searched(tolerance=1e-20)
@routes("Moebius maps", "BN and the Gram matrix, literally")
@domain("c to 0.999, integer weights of any number of rows")
@pinned("two rows", (0.5, [(1, 0), (1, 2)]))
@pinned("one row has one direction", (0.3, [(3, 4)]))
def layer_of_integers(case: Layer, lift: Lift) -> Observation:
    c, rows = lift([case[0]])[0], lift(case[1])
    K = definitions.gram(
        definitions.bn(rows * np.array([sqrt((1 + c) / 2), sqrt((1 - c) / 2)]))
    ) / len(rows)
    away = (K[0, 0] - K[1, 1]) ** 2 / 2 + 2 * K[0, 1] ** 2  # of a matrix of trace 1
    return {"c": c, "Z": rows}, sqrt(2 * away)

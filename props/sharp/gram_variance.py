"""Attacks on theory/sharp/gram_variance.py: the pairs of rows counted, the shares by 2F1."""

import numpy as np
from hypothesis import strategies as st

from lemmata.props.attack import COSTLY, Lift, Observation, attack, domain, pinned, routes, searched
from lemmata.props.gram_chains import LEVELS, Levels, shares_of_levels


@attack("sharp:gram-variance", st.tuples(LEVELS, st.sampled_from((1, 2, 3, 64, 1000))))
@searched(weight=0.5, **COSTLY)
@routes("the Gram map by quadrature", "2F1, and the pairs of rows counted")
@domain("two-level spectra, n = 2 to 8, ratios 1e-13 to 1e13, d = 1 to 1000")
@pinned("q = (0.8, 0.2)", ((1, 1, 1.3862943611198906), 2))
@pinned("one row", ((2, 3, 1.0), 1))
def moments_of_two_levels(case: tuple[Levels, int], lift: Lift) -> Observation:
    """tr C^2 = d^-2 sum of <u_i, u_j>^2: 1 for the d pairs i = j, sum p^2 in the mean for others.

    E||C - E C||^2 = E tr C^2 - sum p^2, and V^2 = tr C^2 - 1/n.
    """
    levels, d = case
    parameters, p = shares_of_levels(levels, lift)
    apart = (p * p).sum()
    mean = (d + d * (d - 1) * apart) / d**2
    return {**parameters, "d": lift([d])[0]}, np.array([mean - apart, mean - 1 / lift([len(p)])[0]])

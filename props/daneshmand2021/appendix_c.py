"""Attacks on theory/daneshmand2021/appendix_c.py."""

import math

from hypothesis import strategies as st

from props import gram_chains as gram
from props import strategies as hard
from props.attack import COSTLY, Observation, attack, domain, hunt_in, pinned, routes, searched
from props.hunting import spaces
from props.recipes import Lift

SPREAD = hard.spectra(choices=(2, 3, 8), largest=1.0)
CHAINS = spaces.chains((2, 3, 8, 32), (1, 2, 4, 10, 40), steps=40)


@attack(
    "daneshmand2021:appendix-C", st.tuples(SPREAD, st.integers(1, 4), st.sampled_from(gram.WIDTHS))
)
@searched(weight=0.5, **COSTLY)
@routes("the bound", f"the chain of Gram maps at d = inf, {gram.LEFT}")
@domain("d = 1e6 to inf, Gram spectra of every family, n = 2 to 200, depth 1 to 60")
@pinned("1/l^2 would be too little", (hard.one_small(2, 0.1), 4, math.inf))
@pinned("at a finite width", (hard.one_small(2, 0.1), 4, 1e12))
@pinned("deep, nearly singular", (gram.one_share(4, 0.001), 60, math.inf))
@pinned("a large batch", (gram.one_share(200, 0.1), 10, math.inf))
@hunt_in(spaces.at_widths(CHAINS, gram.WIDTHS))
def average_in_depth(case: gram.AtWidth, lift: Lift) -> Observation:
    """v (1/n - v) moves by at most 1/n of what v does, v in [0, 1/n]: at a finite width, less."""
    chain, depth = gram.near_limit(case, lift, gram.small_failure), case[1]
    n = chain.n
    first, *later = (gram.v_hat_of(e, n) for e in chain.states)
    total = sum(
        gram.positive(v_hat * (1 - n * v_hat) / n - radius / n**2)
        for v_hat, radius in zip(later, chain.radii[1:], strict=True)
    )
    parameters = {"l": depth, "d": chain.width, "v_hat_0": first}
    return parameters, (1 - chain.failure) * total / depth

"""Attacks on theory/sharp/mixing.py: the Gram chain at d = inf from one share apart."""

from lemmata.props import gram_chains as gram
from lemmata.props.attack import COSTLY, Lift, Observation, attack, domain, pinned, routes, supremum
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
from lemmata.props.gram_chains import one_share


@attack("sharp:mixing", gram.starts(40), weight=0.2, **COSTLY, space=gram.CHAINS)
@supremum(1.0)
@routes("the bound", gram.LIMIT)
@domain("d = inf, n = 2 to 150, depth 1 to 40")
@pinned("near isometry attained to first order", (gram.one_share(8, 0.125 + 1e-9), 10))
@pinned("not so near", (gram.one_share(8, 0.126), 1))
def gap_in_depth(case: gram.AtDepth, lift: Lift) -> Observation:
    states, counts = gram.limit_states(case[0], case[1], lift)
    n = int(counts.sum())
    parameters = {"n": n, "v_hat": gram.v_hat_of(states[0], n), "l": case[1]}
    return parameters, gram.gap_of(states[-1], counts)


plot(
    "sharp:mixing",
    drawn.in_depth(
        r"$V(H_\ell)$",
        {f"n = {n}": drawn.to_depth(one_share(n, q)) for n, q in ((2, 0.9), (8, 0.5), (50, 0.2))},
        "d = inf, exactly, from one eigenvalue larger than the others.",
    ),
)

"""Attacks on theory/daneshmand2021/section_2.py."""

import numpy as np

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, pinned, routes
from lemmata.props.recipes import Entries, Lift, MatrixRecipe, Rotation, Scaled, in_floats
from lemmata.theory.definitions import bn
from lemmata.theory.numerics.backends import sqrt


@attack(
    "daneshmand2021:eq-1-frobenius",
    hard.any_matrices().filter(lambda r: np.abs(r.build(in_floats)).max(axis=1).min() > 0),
)
@routes("the value 1", "entries of BN(M)/sqrt(d)")
@domain("matrices of any shape and rank without zero rows, subnormal ones among them")
@pinned("one ulp from singular", Entries("one ulp", ((1.0, 1.0), (1.0, 1.0 + 2**-52))))
@pinned("one sample", Entries("one sample", ((1.0,), (-3.0,))))
@pinned("rows of sizes 10^(3j)", Scaled(Rotation(4, (1, 4)), (0, 3, 6, 9)))
def norm_of_a_layer(case: MatrixRecipe, lift: Lift) -> Observation:
    M = case.build(lift)
    H = bn(M) / sqrt(lift([float(len(M))])[0])
    return {"M": M}, sqrt((H * H).sum())

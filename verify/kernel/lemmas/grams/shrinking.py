"""From orthogonal samples: by how much at most a new sample's distance grows in a layer."""

from theory.expressions.functions import log, mean
from theory.expressions.layers import GROWTH, Q, r
from theory.expressions.nodes import equal
from theory.expressions.vocabulary import d, n
from verify.kernel.lemmas.elementary import log_below_its_tangent_at, m, x
from verify.kernel.proof import Proof
from verify.kernel.textbooks.orders import P, size
from verify.kernel.theorem import Theorem

MEAN = (1 - n / d) * n / (n - 2)
"""E Y, the mean of the factor."""


def mean_of_the_growth(p: Proof) -> Theorem:
    """E Y = (1 - n/d) n/(n-2): the trace of I - P is d - n."""
    parts = ("growth", "trace", "rows", "independent")
    growth, trace, rows, apart = (p.fact("trace of a projector", w) for w in parts)
    body = (1 - P(r)) / size(r)
    averaged = p.expect("over W", growth, "W")
    whole = p.expect("trace", trace, "W")
    each = p.arith("a row", equal(mean(body / d, "W"), apart.shows.rhs / d), (apart, 1 / d),
                   given=[rows])  # fmt: skip
    made = equal(averaged.shows.lhs, MEAN)
    return p.arith("E Y", made, averaged, p.sum("sum of rows", each, r, d),
                   (whole, -n / ((n - 2) * d)), given=[rows])  # fmt: skip


def log_of_the_growth(p: Proof) -> Theorem:
    """E log Y <= log E Y: the tangent of log at E Y."""
    growth, form, length = (p.fact("a new sample", w) for w in ("growth", "not zero", "length"))
    some = p.arith("Y > 0", 0 < GROWTH, (growth, -1), (form, Q**2), given=[length])
    wide = p.assume(n < d)
    positive = p.arith("E Y > 0", 0 < MEAN, (wide, n / (d * (n - 2))), under=[3 <= n, 1 <= d])
    tangent = p.at("tangent", log_below_its_tangent_at(p), {x: GROWTH, m: MEAN}, some, positive)
    averaged = p.expect("over W", p.expect("over N", tangent, "N"), "W")
    return p.arith("Jensen", mean(mean(log(GROWTH), "N"), "W") <= log(MEAN), averaged,
                   (mean_of_the_growth(p), 1 / MEAN), under=[3 <= n])  # fmt: skip

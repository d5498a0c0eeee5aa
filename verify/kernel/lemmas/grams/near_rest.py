"""Wide networks from orthogonal samples: V stays small, in the fourth power.

A layer takes V to at most g (1 + 2 Vhat) V in the mean Gram matrix, g = n/(n+2). That V leaves
[0, 1/(2n)] is paid for by f(V) = min(16 n^4 V^4, 1), whose mean rises by at most
96 n^4 (n+2)/d^2 a layer: E V(H_l)^4 <= E f(V(H_l)) is of order l/d^2.
"""

from theory.expressions.changing import substituted
from theory.expressions.formal import natural
from theory.expressions.functions import mean
from theory.expressions.layers import ORTHOGONAL, q
from theory.expressions.nodes import Cases, Expr, Variable, term
from theory.expressions.vocabulary import GAUSSIAN, H, d, gap, k, l, n, smallest
from verify.kernel.lemmas import once
from verify.kernel.lemmas.distances import squared_gap
from verify.kernel.lemmas.elementary import product_of
from verify.kernel.lemmas.grams.fourth import AFTER, BETA, long_rows, shares_apart
from verify.kernel.lemmas.grams.mixing import GAMMA, deviations_contract, sum_of_shares
from verify.kernel.lemmas.grams.squares import gap_of_any_state
from verify.kernel.lemmas.layers import of_a_state
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

V, v, x = gap(H), smallest(H), Variable("x")
RATE = n / (n + 2)
CHAIN, RISE = GAUSSIAN.name, 96 * n**4 * (n + 2) / d**2


def capped(x: Expr) -> Expr:
    """min(16 n^4 x^4, 1)."""
    return Cases(4 * n**2 * x**2 <= 1, 16 * n**4 * x**4, term(1))


def square_at(at: Expr) -> Expr:
    return gap(GAUSSIAN.at(at)) ** 2


# -- one layer


@once
def smallest_below(p: Proof) -> Theorem:
    """n Vhat^2 <= (n-1) V^2: what q_n lacks the others have, and their squares are least if equal.

    The squares of e_k = (n-1) (q_k - 1/n) - Vhat sum to (n-1)^2 V^2 + n Vhat^2, and e_n = -n Vhat.
    """
    e, whole = (n - 1) * (q(k) - 1 / n) - v, p.fact("spectrum of a Gram matrix", "sum")
    one = p.one_of_sum("one square", p.arith("a square", 0 <= e**2, under=natural(n)), k, n)
    last, least = p.at("the last", one, {k: n}), p.fact("spectrum of a Gram matrix", "Vhat")
    return p.arith("Vhat^2", n * v**2 <= (n - 1) * V**2, (last, 1 / (n - 1)),
                   (least, 2 * n * v + (n - 1) * (1 / n - v - q(n))), (squared_gap(p), 1 - n),
                   (whole, -2 * (n - 1) / n - 2 * v), under=natural(n, 2))  # fmt: skip


@once
def contracted(p: Proof) -> Theorem:
    """beta <= g^2 (1 + 2 Vhat)^2 V^2: sharp:majorisation for the deviations."""
    long, falls = long_rows(p), of_a_state(p, deviations_contract(p))
    whole, trace = of_a_state(p, sum_of_shares(p)), p.fact("spectrum of a Gram matrix", "sum")
    made = p.arith("by q_n", BETA <= GAMMA**2 * V**2, falls, (whole, 2 / n),
                   (squared_gap(p), -(GAMMA**2)), (trace, -2 * GAMMA**2 / n),
                   given=[long])  # fmt: skip
    return p.rewrite("by Vhat", made, p.fact("spectrum of a Gram matrix", "Vhat"))


def near_by(p: Proof) -> Theorem:
    """2 n Vhat <= 1 where 4 n^2 V^2 <= 1."""
    low, inside = p.fact("range of Vhat", "below"), p.assume(4 * n**2 * V**2 <= 1)
    return p.arith("Vhat is small", 2 * n * v <= 1, (smallest_below(p), 4 * n / (1 + 2 * n * v)),
                   (inside, (n - 1) / (n * (1 + 2 * n * v))), given=[low])  # fmt: skip


def fourth_power_near_by(p: Proof) -> Theorem:
    """E V(H')^4 <= V^4 + 6 (n+2)/d^2 where 4 n^2 V^2 <= 1: beta <= s V^2, s = ((n+1)/(n+2))^2."""
    long, s, low = long_rows(p), ((n + 1) / (n + 2)) ** 2, p.fact("range of Vhat", "below")
    rate = RATE * (1 + 2 * v)
    slow = p.arith("rate", rate**2 <= s, (near_by(p), (rate + (n + 1) / (n + 2)) / (n + 2)),
                   given=[low])  # fmt: skip
    below = p.arith("beta", BETA <= s * V**2, contracted(p), (slow, V**2), given=[long])
    room = p.arith("", 0 <= s * V**2 - BETA, below, given=[long])
    squared = product_of(p, room, p.arith("", 0 <= s * V**2 + BETA, shares_apart(p),
                                          under=natural(n), given=[long]))  # fmt: skip
    square = p.arith("a square", 0 <= ((1 - s**2) * V**2 - 4 * s / d) ** 2 / (1 - s**2),
                     under=[*natural(d), *natural(n)])  # fmt: skip
    return p.arith("near by", mean(AFTER**4, "W") <= V**4 + 6 * (n + 2) / d**2,
                   p.claim("sharp:gram-fourth-moment"), squared, (below, 8 / d), square,
                   given=[long], under=natural(n, 2))  # fmt: skip


def cap_above(p: Proof) -> tuple[Theorem, Theorem]:
    """f(x) <= 16 n^4 x^4 and f(x) <= 1."""
    size, power = 4 * n**2 * x**2, 16 * n**4 * x**4
    here, there = size <= 1, 1 < size
    return (
        p.cases("below its power", capped(x) <= power, p.arith("", power <= power, under=[here]),
                p.arith("", 1 <= power, (p.assume(there), 1 + size))),
        p.cases("at most 1", capped(x) <= 1, p.arith("", power <= 1, (p.assume(here), 1 + size)),
                p.arith("", term(1) <= 1, under=[there])),
    )  # fmt: skip


def layer_of_caps(p: Proof) -> Theorem:
    """E f(V(H')) <= f(V(H)) + 96 n^4 (n+2)/d^2."""
    there = 1 < 4 * n**2 * V**2
    power, one = (p.expect("mean", p.at("", t, {x: AFTER}), "W") for t in cap_above(p))
    lhs = mean(capped(AFTER), "W")
    yes = p.arith("near by", lhs <= 16 * n**4 * V**4 + RISE, power,
                  (fourth_power_near_by(p), 16 * n**4))  # fmt: skip
    no = p.arith("elsewhere", lhs <= 1 + RISE, one, under=[there, *natural(n), *natural(d)])
    return p.cases("either", lhs <= capped(V) + RISE, yes, no)


def fourth_powers_in_depth(p: Proof) -> Theorem:
    """E V(H_l)^4 <= 96 n^4 (n+2) l/d^2, from V(H_0) = 0."""
    at, V0 = gap(GAUSSIAN.at(l)), gap(GAUSSIAN.at(0))
    said = mean(capped(at), CHAIN) <= RISE * l
    unit = p.fact("states of chain 1", GAUSSIAN, l)
    layer = p.tower("one layer", layer_of_caps(p), GAUSSIAN, l, {}, unit)
    start = p.arith("at the input", capped(V0) <= 0, p.at("", cap_above(p)[0], {x: V0}),
                    (p.assume(ORTHOGONAL), 16 * n**4 * V0**3))  # fmt: skip
    base = p.arith("no layer", substituted(said, {l: term(0)}), p.expect("mean", start, CHAIN),
                   under=natural(d))  # fmt: skip
    step = p.arith("one more", substituted(said, {l: l + 1}), layer, p.assume(said),
                   under=natural(d))  # fmt: skip
    caps = p.induct("all layers", base, step, l)
    high = p.state("V <= 1", gap_of_any_state(p), GAUSSIAN, l, {}, unit)
    size = 4 * n**2 * at**2
    below = p.cases("below the cap", at**4 <= capped(at),
                    p.arith("", at**4 <= 16 * n**4 * at**4, under=[size <= 1, *natural(n)]),
                    p.arith("", at**4 <= 1, (high, 1 + at**2), under=[1 < size, *natural(n)]),
                    )  # fmt: skip
    return p.arith("fourth powers", mean(at**4, CHAIN) <= RISE * l, caps,
                   p.expect("mean", below, CHAIN), under=natural(d))  # fmt: skip

"""Proofs of lemmas C.5 and C.6: sums before and after the hitting time, telescoped.

b_l is 1 where d phi(X_l) <= 1/16, else 0; it never falls along a chain, as phi never rises. So
phi_l (1 - b_l) and sqrt(d phi_l) b_l pay for the layers before and after the hitting time.
"""

from collections.abc import Callable
from fractions import Fraction

from theory.expressions.functions import mean, sqrt, total
from theory.expressions.nodes import Expr, Relation, Variable, equal, term
from theory.expressions.vocabulary import ROTATIONS, START, X, below_threshold, d, k, l, phi
from theory.ledger import get
from verify.kernel.lemmas import gaps_and_roots as chain
from verify.kernel.lemmas import once
from verify.kernel.lemmas.drift import least_drift
from verify.kernel.lemmas.gap import never_rises
from verify.kernel.lemmas.gaps_and_roots import AFTER
from verify.kernel.lemmas.rotations import falls, full_rank, gap_along_the_chain, state
from verify.kernel.lemmas.sums import telescoped
from verify.kernel.proof import Proof, statements
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem

CHAIN, WIDE, QUARTER = "chain 3", 2 <= d, Fraction(1, 4)
N = Variable("N")
NOW, NEXT = state(l), state(l + 1)
LEAST = 1 / (17 * d**3)  # the drift at the threshold
SLOWEST = 8 / (17 * d**2)  # half the rate there
ABOVE = mean(1 - below_threshold(state(k - 1)), CHAIN)
TIME = mean(total(1 - below_threshold(state(k - 1)), k, l), CHAIN)
Said = Callable[[Expr], Relation]


def small(A: Expr) -> Relation:
    return Relation("<=", 16 * d * phi(A), term(1))


def large(A: Expr) -> Relation:
    return Relation("<", term(1), 16 * d * phi(A))


def root(A: Expr) -> Expr:
    return sqrt(d * phi(A))


def either(p: Proof, A: Expr, said: Said, yes: Theorem, no: Theorem) -> Theorem:
    """``said`` of b, from what it says of 1 and of 0."""
    return p.cases("either side of the threshold", said(below_threshold(A)), yes, no)


@once
def never_back(p: Proof) -> Theorem:
    """phi(X_(l+1)) <= phi(X_l)."""
    return p.layer("falls", never_rises(p), ROTATIONS, l, full_rank(p))


@once
def not_back_above(p: Proof) -> Theorem:
    """16 d phi(X_(l+1)) <= 1, where it is so at l."""
    return p.arith("stays below", small(NEXT), p.assume(small(NOW)), (never_back(p), 16 * d))


# -- lemma C.6


def paid_before(p: Proof) -> Theorem:
    """E_W (1-b) phi' <= (1-b) (phi - 1/(17 d^3)): the drift rises with the gap."""
    own, b, after = chain.gap_not_negative(p, X), below_threshold(X), phi(AFTER)

    def weighted(b: Expr) -> Relation:
        return Relation("<=", (1 - b) * mean(after, "W"), (1 - b) * (phi(X) - LEAST))

    weight = 1 / (17 * d**3 * (1 + d * phi(X)))
    there = p.arith("above", weighted(term(0)), least_drift(p), (p.assume(large(X)), weight),
                    given=[own])  # fmt: skip
    here = p.arith("below", weighted(term(1)), under=[small(X), WIDE])
    both = either(p, X, weighted, here, there)
    said = mean((1 - b) * after, "W") <= both.shows.rhs
    return p.arith("paid before", said, both)


def above_ends(p: Proof) -> Theorem:
    """(1 - b') phi' <= (1 - b) phi'."""
    after, gap = phi(NEXT), gap_along_the_chain(p)
    excess = p.assume(large(NEXT))
    none = p.arith("not back", after <= 0, (not_back_above(p), after / (16 * d * after - 1)),
                   given=[excess, gap])  # fmt: skip
    trivial = p.arith("", after <= after, under=[large(NOW)])
    no = either(p, NOW, lambda b: after <= (1 - b) * after, none, trivial)
    zero = p.arith("", term(0) <= 0, under=[small(NOW)])
    some = p.arith("", 0 <= after, gap, under=[large(NOW)])
    yes = either(p, NOW, lambda b: 0 <= (1 - b) * after, zero, some)
    now = below_threshold(NOW)
    return either(p, NEXT, lambda b: (1 - b) * after <= (1 - now) * after, yes, no)


def time_above(p: Proof) -> Theorem:
    """E sum_(k <= l) (1 - b_(k-1)) <= 17 d^3 phi_0."""
    left, own = (1 - below_threshold(NOW)) * phi(NOW), chain.gap_of_a_state(p)
    yes = p.arith("", 0 <= phi(NOW), own, under=[small(NOW)])
    no = p.arith("", phi(NOW) <= phi(NOW), under=[large(NOW)])
    below = either(p, NOW, lambda b: (1 - b) * phi(NOW) <= phi(NOW), yes, no)
    base = p.at("at the input", p.arith("", left <= phi(START), below, falls(p)), {l: 0})
    said = LEAST * total(ABOVE, k, l) + mean(left, CHAIN) <= phi(START)
    paid = chain.one_layer(p, paid_before(p))
    many = telescoped(p, said, ABOVE, LEAST, [p.expect("mean", base, CHAIN)], paid,
                      p.expect("mean", above_ends(p), CHAIN), counted=True)  # fmt: skip
    kept = either(p, NOW, lambda b: 0 <= (1 - b) * phi(NOW),
                  p.arith("", term(0) <= 0, under=[small(NOW)]),
                  p.arith("", 0 <= phi(NOW), own, under=[large(NOW)]))  # fmt: skip
    return p.arith("time above", TIME <= 17 * d**3 * phi(START), (many, 17 * d**3),
                   (p.expect("", kept, CHAIN), 17 * d**3), under=[WIDE])  # fmt: skip


def none_above(p: Proof, zero: Theorem) -> Theorem:
    """1 - b_l <= 0, where ``zero`` shows 16 d phi(X_l) <= 1."""
    excess = p.assume(large(NOW))
    no = p.arith("not above", term(1) <= 0, (zero, 1 / (16 * d * phi(NOW) - 1)), given=[excess])
    yes = p.arith("", term(0) <= 0, under=[small(NOW)])
    return either(p, NOW, lambda b: 1 - b <= 0, yes, no)


def no_time(p: Proof, zero: Theorem) -> Theorem:
    """E sum_(k <= l) (1 - b_(k-1)) <= 0."""
    one = p.expect("no layer above", none_above(p, zero), CHAIN)
    none = telescoped(p, total(ABOVE, k, l) <= 0, ABOVE, term(1), [], one, counted=True)
    return p.arith("no time", TIME <= 0, none)


@proof("meterez2024:lemma-C.6")
def optional_stopping(p: Proof) -> Theorem:
    """17 d^3 phi_l (1 - b_l) pays for every layer before the hitting time."""
    said = statements(get("meterez2024:lemma-C.6"))[0].shows
    initial = initial_gap(p)
    started = p.arith("below from the start", small(NOW), p.assume(small(START)),
                      (falls(p), 16 * d), under=[1 <= d])  # fmt: skip
    below = no_time(p, started)
    time = said.rhs.no  # type: ignore[attr-defined]
    wide = p.at("", p.arith("d > 1", TIME <= time, time_above(p)), {}, two(p))
    narrow = p.arith("d = 1", TIME <= time, no_time(p, no_gap(p)), given=[initial])
    either_width = p.split("either width", d <= 1, narrow, wide)
    finite = p.cases("up to a layer", TIME <= said.rhs, below, either_width)
    before = state(k - 1)
    yes = p.arith("", term(0) <= 0, under=[small(before)])
    no = p.arith("", term(0) <= 1, under=[large(before)])
    counted = either(p, before, lambda b: 0 <= 1 - b, yes, no)
    return p.unbounded("all layers", p.at("up to layer N", finite, {l: N}), counted)


@once
def initial_gap(p: Proof) -> Theorem:
    """0 <= phi(X_0)."""
    return p.arith("phi_0", 0 <= phi(START), *(p.at("", t, {l: 0}) for t in
                   (chain.gap_of_a_state(p), falls(p))))  # fmt: skip


@once
def two(p: Proof) -> Theorem:
    return p.law("two", "at least 2 by steps", d)


def no_gap(p: Proof) -> Theorem:
    """16 d phi(X_l) <= 1 for d = 1."""
    zero = p.state("width 1", p.fact("gap at width 1", X), ROTATIONS, l, {}, full_rank(p))
    return p.arith("no gap", small(NOW), (zero, 16 * d))


# -- lemma C.5


def paid_after(p: Proof) -> Theorem:
    """E_W b sqrt(d phi') <= b sqrt(d phi) (1 - 8/(17 d^2)): the rate falls as the gap rises."""
    own, after = chain.gap_not_negative(p, X), root(AFTER)

    def weighted(b: Expr) -> Relation:
        return Relation("<=", b * mean(after, "W"), b * root(X) * (1 - SLOWEST))

    weight = root(X) / (34 * d**2 * (1 + d * phi(X)))
    here = p.arith("below", weighted(term(1)), chain.drift_of_the_root(p),
                   (p.assume(small(X)), weight), given=[own])  # fmt: skip
    there = p.arith("above", weighted(term(0)), under=[large(X), WIDE])
    both = either(p, X, weighted, here, there)
    said = mean(below_threshold(X) * after, "W") <= both.shows.rhs
    return p.arith("paid after", said, both)


def quarter(p: Proof, A: Expr, own: Theorem) -> Theorem:
    """sqrt(d phi) <= 1/4 below the threshold."""
    scaled = p.arith("", d * phi(A) <= QUARTER**2, (p.assume(small(A)), QUARTER**2))
    roots = p.monotone("roots", "sqrt", scaled, own)
    return p.arith("a quarter", root(A) <= QUARTER, roots, p.law("", "square of a root", QUARTER))


def below_begins(p: Proof) -> Theorem:
    """b' sqrt(d phi') <= b sqrt(d phi') + (b' - b)/4."""
    after, now, own = root(NEXT), below_threshold(NOW), gap_along_the_chain(p)
    excess = p.assume(large(NEXT))
    never = (not_back_above(p), QUARTER / (16 * d * phi(NEXT) - 1))
    none = p.arith("not back", 0 <= after - QUARTER, never, given=[excess, own])
    trivial = p.arith("", term(0) <= 0, under=[large(NOW)])
    no = either(p, NOW, lambda b: 0 <= b * after - b / 4, none, trivial)
    stays = p.arith("", after <= after, under=[small(NOW)])
    enters = quarter(p, NEXT, own)
    yes = either(p, NOW, lambda b: after <= b * after + (1 - b) / 4, stays, enters)
    return either(p, NEXT, lambda b: b * after <= now * after + (b - now) / 4, yes, no)


def roots_below(p: Proof) -> Theorem:
    """E sum_(k <= l) b_(k-1) sqrt(d phi_(k-1)) <= 17 d^2/32."""
    b, own = below_threshold(NOW), chain.gap_of_a_state(p)
    each = below_threshold(state(k - 1)) * root(state(k - 1))
    zero = p.arith("", term(0) <= 0, under=[large(NOW)])
    below = either(p, NOW, lambda b: b * root(NOW) <= b / 4, quarter(p, NOW, own), zero)
    sums, left = total(mean(each, CHAIN), k, l), mean(b * root(NOW), CHAIN)
    said = SLOWEST * sums + left <= mean(b, CHAIN) / 4
    many = telescoped(
        p, said, mean(each, CHAIN), SLOWEST, [p.expect("mean", p.at("", below, {l: 0}), CHAIN)],
        chain.one_layer(p, paid_after(p)), p.expect("mean", below_begins(p), CHAIN),
    )  # fmt: skip
    one = either(p, NOW, lambda b: b <= 1, p.arith("", term(1) <= 1, under=[small(NOW)]),
                 p.arith("", term(0) <= 1, under=[large(NOW)]))  # fmt: skip
    weight = 1 / SLOWEST
    return p.arith("roots below", mean(total(each, k, l), CHAIN) <= 17 * d**2 / 32, (many, weight),
                   (p.expect("", one, CHAIN), weight / 4), under=[WIDE])  # fmt: skip


@proof("meterez2024:lemma-C.5")
def geometric_sum(p: Proof) -> Theorem:
    """(17 d^2/8) b_l sqrt(d phi_l) pays for every layer from the hitting time on."""
    wide = p.at("d > 1", roots_below(p), {}, two(p))
    zero = p.state("width 1", p.fact("gap at width 1", X), ROTATIONS, l, {}, full_rank(p))
    none = p.monotone("no root", "sqrt", p.arith("", equal(d * phi(NOW), 0), (zero, d)))
    each = below_threshold(state(k - 1)) * root(state(k - 1))
    one = p.arith("no term", below_threshold(NOW) * root(NOW) <= 0, (none, below_threshold(NOW)))
    empty = telescoped(p, total(mean(each, CHAIN), k, l) <= 0, mean(each, CHAIN), term(1), [],
                       p.expect("", one, CHAIN))  # fmt: skip
    narrow = p.arith("d = 1", wide.shows, empty, under=[1 <= d])
    finite = p.split("either width", d <= 1, narrow, wide)
    return p.unbounded("all layers", p.at("up to layer N", finite, {l: N}), p.arith("", 0 <= each))

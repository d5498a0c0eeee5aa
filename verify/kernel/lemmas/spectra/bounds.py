"""The extreme eigenvalues that a gap allows: roots of equations bound every eigenvalue."""

from theory.expressions.changing import substituted
from theory.expressions.functions import exp, log
from theory.expressions.nodes import Expr, Variable, equal
from theory.expressions.vocabulary import OF_MEAN_ONE, X, d, j, k, lam, phi
from theory.numerics.special import lower_root, upper_root
from verify.kernel.lemmas import once
from verify.kernel.lemmas.elementary import (
    exp_above_its_tangent_at,
    log_below_its_tangent_at,
    m,
    x,
)
from verify.kernel.lemmas.gap import gap_of_a_spectrum
from verify.kernel.lemmas.one_eigenvalue import one_eigenvalue_takes_at_most_the_whole_gap
from verify.kernel.lemmas.spectra.extremal import K, on_one_side, sloped, y, z
from verify.kernel.lemmas.spectra.levels import (
    WIDE,
    Levels,
    body_of,
    equal_to_one,
    equation,
    gap,
    levels_apart,
    levels_of_the_gap,
)
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

ONE = lam(j)
NO_GAP = d * phi(X) <= 0


@once
def share_of_the_gap(p: Proof) -> Theorem:
    """lambda_j - 1 - log lambda_j <= d phi."""
    one = one_eigenvalue_takes_at_most_the_whole_gap(p)
    return p.arith("share of the gap", K(ONE) <= d * phi(X), one, (gap_of_a_spectrum(p), -d),
                   under=[WIDE])  # fmt: skip


def without_gap(p: Proof, small: bool) -> Theorem:
    """1 <= lambda_j, or lambda_j <= 1, where d phi <= 0: it would have a defect."""
    positive = p.at("", p.assume(OF_MEAN_ONE[2]), {k: j})
    said, other = (1 <= ONE, ONE < 1) if small else (ONE <= 1, 1 < ONE)
    if small:
        square = sloped(p, "square", (1 - x) ** 2 / 2 <= K(x), x, 1, [0 < x, x <= 1], up=False)
        there = p.at("", square, {x: ONE}, positive, p.arith("", ONE <= 1, under=[other]))
        weight = 2 / (1 - ONE)
    else:
        square = sloped(p, "square", (x - 1) ** 2 / (2 * x) <= K(x), x, 1, [1 <= x], up=True)
        there = p.at("", square, {x: ONE}, p.arith("", 1 <= ONE, under=[other]))
        weight = 2 * ONE / (ONE - 1)
    none = p.assume(NO_GAP)
    absurd = p.arith("no defect", said, (there, weight), (share_of_the_gap(p), weight),
                     (none, weight), under=[other])  # fmt: skip
    return p.split("no gap", other, absurd, p.arith("", said, under=[said]))


def _either(
    p: Proof, h: Variable, root: Expr, strict: Theorem, level: Theorem, solved: Theorem
) -> Theorem:
    """With a gap and without; then h is the root."""
    either = p.split("with and without a gap", h <= 0, level, strict)
    return p.at("at the root", either, {h: root}, solved)


def beside_the_single_level(p: Proof, small: bool) -> Theorem:
    """x_- <= lambda_j, or lambda_j <= x_+: the single level of an extremal spectrum."""
    levels = Levels(small)
    h, single, others = levels.unknown, *(f(levels.unknown) for f in (levels.single, levels.others))
    known = levels_of_the_gap(p, levels)
    apart = levels_apart(p, levels)
    strict = p.at("unequal levels", on_one_side(p, small), {z: single, y: others}, *known, apart)
    ones, solved = equal_to_one(p, levels), p.assume(equal(body_of(levels.root).body, 0))
    zero = p.monotone("", "log", ones[1] if small else ones[0])
    weight = 1 - d if small else -1
    no_gap = p.arith("no gap at all", NO_GAP, (solved, -1), (zero, weight), under=[WIDE])
    base = p.at("", without_gap(p, small), {}, no_gap)
    level = p.arith("equal levels", strict.shows, base, (ones[0], 1 if small else -1))
    if not small:  # the closed form has it as the exponential of its logarithm
        undone = p.at("", p.law("", "exp of a log", single), {}, known[0])
        strict, level = (
            p.arith("", ONE <= exp(log(single)), t, (undone, -1)) for t in (strict, level)
        )
    return _either(p, h, levels.root, strict, level, equation(p, levels))


def beside_the_root(p: Proof, small: bool) -> Theorem:
    """exp(-h) <= lambda_j for exp(-h) - 1 + h = d phi; lambda_j <= exp(h) for exp(h) - 1 - h."""
    root = (lower_root if small else upper_root)(d * phi(X))
    node = body_of(root)
    h, F, sign = node.index, node.body, 1 if small else -1
    bound = exp(-sign * h)
    positive = p.at("", p.assume(OF_MEAN_ONE[2]), {k: j})
    tangent = p.at("tangent at the root", log_below_its_tangent_at(p), {x: ONE, m: bound}, positive)
    undone, solved = p.law("", "log of an exp", -sign * h), p.assume(equal(F, 0))
    order = p.monotone("", "exp", p.arith("", -h < 0 if small else 0 < h, under=[0 < h]))
    weight = bound / (1 - bound) if small else bound / (bound - 1)
    said = bound <= ONE if small else ONE <= bound
    strict = p.arith("beside the root", said, (share_of_the_gap(p), weight), (tangent, weight),
                     (undone, weight), (solved, -weight), given=[order])  # fmt: skip
    none = p.both("no root", p.assume(h <= 0), p.assume(0 <= h))
    one = p.monotone("", "exp", p.arith("", equal(-sign * h, 0), (none, -sign)))
    no_gap = p.arith("no gap at all", NO_GAP, (solved, -1), (one, 1))
    base = p.at("", without_gap(p, small), {}, no_gap)
    level = p.arith("no gap, no bound", said, base, (one, sign))
    return _either(p, h, root, strict, level, _solved(p, root, small))


def _solved(p: Proof, root: Expr, small: bool) -> Theorem:
    """The equation of the root: at 1 + d phi the left side is at least d phi."""
    node, high, positive = body_of(root), 1 + d * phi(X), gap(p)
    h, F = node.index, node.body
    ahead = p.arith("", 0 <= high, positive)
    below = p.arith("at 0", -d * phi(X) <= 0, positive)
    wanted = 0 <= substituted(F, {h: high})
    if small:
        above = p.arith("beyond", wanted)
    else:
        tangent = p.at("tangent of exp", exp_above_its_tangent_at(p), {x: high, m: 1})
        e = p.at("e", exp_above_its_tangent_at(p), {x: 1, m: 0})
        above = p.arith("beyond", wanted, tangent, (e, high), given=[ahead])
    return p.root("root", root, "equation", below, above, high, ahead)

"""Among the spectra of mean 1 and gap phi those with d - 1 equal eigenvalues are extremal.

P(v) = log(1 + tau) + tau (v-1)/(1 + tau) - log(1 + tau v) and K(v) = v - 1 - log v are the defects
of two tangents at 1. P'/K' = rho(v) = tau^2 v/((1 + tau)(1 + tau v)) rises, and so does P/K. Of a
spectrum z, y, ..., y with sum_k lambda_k = z + (d-1) y and sum_k log lambda_k = log z + (d-1) log y
all lambda_k lie on the same side of z, as y does; at v = lambda_k/y, tau = 2 t y, the sum of K(v)
is K(z/y), hence that of P(v) at least, or at most, P(z/y): the claim for log(1 + 2 t .).
"""

from collections.abc import Sequence

from theory.expressions.changing import derivative, substituted
from theory.expressions.functions import log, total
from theory.expressions.nodes import Expr, Hypothesis, Operand, Relation, Variable, equal, term
from theory.expressions.vocabulary import OF_MEAN_ONE, d, j, k, lam
from verify.kernel.lemmas import once
from verify.kernel.lemmas.drift import eigenvalue_below_the_sum
from verify.kernel.lemmas.elementary import log_below_its_tangent, log_below_its_tangent_at, m, x
from verify.kernel.logic import Use
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

v, u, tau, t = (Variable(name) for name in ("v", "u", "tau", "s"))
y, z = Variable("y"), Variable("z")
LOGS = total(log(lam(k)), k, d)
LEVELS: list[Hypothesis] = [0 < y, 0 < z, equal(z + (d - 1) * y, d),
                            equal(log(z) + (d - 1) * log(y), LOGS)]  # fmt: skip
"""z once and y d - 1 times: of the same sum and product as the lambda_k."""


def P(v: Expr) -> Expr:
    return log(1 + tau) + tau * (v - 1) / (1 + tau) - log(1 + tau * v)


def K(v: Expr) -> Expr:
    return v - 1 - log(v)


def rho(v: Expr) -> Expr:
    return tau**2 * v / ((1 + tau) * (1 + tau * v))


@once
def defect(p: Proof) -> Theorem:
    """0 <= K(x)."""
    return p.arith("defect of log", 0 <= K(x), log_below_its_tangent(p))


def sloped(
    p: Proof, name: str, said: Relation, at: Variable, start: Operand, under: Sequence[Hypothesis],
    *uses: Use, up: bool,
) -> Theorem:  # fmt: skip
    """``slope`` to one side, the sign of the derivative by a certificate."""
    sign = 1 if up else -1
    slope = p.arith(f"{name}, slope", 0 <= sign * derivative(said.rhs - said.lhs, at), *uses,
                    under=under)  # fmt: skip
    return p.slope(name, said, at, start, up=slope if up else None, down=None if up else slope)


def beside_one(p: Proof, above: bool) -> tuple[Theorem, Theorem]:
    """rho(1) K <= P <= rho K for v >= 1; rho K <= P <= rho(1) K for v <= 1."""
    side = 1 <= v if above else v <= 1
    under = [0 < tau, 0 < v, side]
    one, own = rho(term(1)) * K(v), rho(v) * K(v)
    near = p.at("defect at v", defect(p), {x: v})
    growth = derivative(rho(v), v)
    first = sloped(p, "chord", one <= P(v) if above else P(v) <= one, v, 1, under, up=above)
    second = sloped(p, "ratio", P(v) <= own if above else own <= P(v), v, 1, under,
                     (near, growth), up=above)  # fmt: skip
    return first, second


@once
def ratio_rises(p: Proof) -> Theorem:
    """P(v) K(u) <= P(u) K(v) for 0 < v <= u."""
    said = P(v) * K(u) <= P(u) * K(v)
    low, high = (beside_one(p, above) for above in (False, True))
    defects = {one: p.at("", defect(p), {x: one}) for one in (u, v)}
    gap = rho(u) - rho(v)
    below = sloped(
        p, "both below 1", said, v, u, [0 < tau, 0 < v, v <= u, v <= 1, u <= 1],
        (p.at("", low[1], {v: u}), 1 / v - 1), (defects[u], (1 / v - 1) * gap), up=False,
    )  # fmt: skip
    above = sloped(
        p, "both above 1", said, u, v, [0 < tau, 0 < v, v <= u, 1 <= u, 1 <= v],
        (high[1], 1 - 1 / u), (defects[v], (1 - 1 / u) * gap), up=True,
    )  # fmt: skip
    apart = p.arith("on both sides of 1", said, (low[0], K(u)), (p.at("", high[0], {v: u}), K(v)),
                    given=list(defects.values()))  # fmt: skip
    order, small = p.assume(v <= u), p.assume(u <= 1)
    near = p.at(
        "", below, {}, p.arith("", v <= 1, order, small), p.arith("", 0 < u, order, under=[0 < v])
    )
    wide = p.arith("", 1 <= u, under=[1 < u])
    far = p.split("u beyond 1", v <= 1,
                  p.at("", apart, {}, wide),
                  p.at("", above, {}, wide, p.arith("", 1 <= v, under=[1 < v])))  # fmt: skip
    return p.split("P/K rises", u <= 1, near, far)


def on_one_side(p: Proof, small: bool) -> Theorem:
    """z <= lambda_j where z < y, and lambda_j <= z where y < z.

    sum_k (log y + lambda_k/y - 1 - log lambda_k) is at least its j-th term, which says that
    lambda_j/y - log lambda_j <= z/y - log z; beside the tangent of log at z.
    """
    mean_one, whole, logs = (p.assume(h) for h in (OF_MEAN_ONE[3], *LEVELS[2:]))
    positive, tangent = p.assume(OF_MEAN_ONE[2]), log_below_its_tangent_at(p)
    at_y = p.at("tangent at y", tangent, {x: lam(k), m: y}, positive)
    term = p.arith("defect at y", 0 <= at_y.shows.rhs - at_y.shows.lhs, at_y)
    one = p.at("one of them", p.one_of_sum("one defect", term, k, d), {k: j})
    at_z = p.at("tangent at z", tangent, {x: lam(j), m: z}, p.at("", positive, {k: j}))
    weight = z * y / (y - z) if small else z * y / (z - y)
    said, side = (z <= lam(j), z < y) if small else (lam(j) <= z, y < z)
    return p.arith("on one side", said, (one, weight), (at_z, weight), (mean_one, weight / y),
                   (logs, weight), (whole, -weight / y), under=[side, 0 < y, 0 < z])  # fmt: skip


def strictly_above_its_tangent(p: Proof, small: bool) -> Theorem:
    """0 < K(z/y) for z < y, or for y < z."""
    q = z / y
    if small:
        square = sloped(p, "square", (1 - x) ** 2 / 2 <= K(x), x, 1, [0 < x, x <= 1], up=False)
    else:
        square = sloped(p, "square", (x - 1) ** 2 / (2 * x) <= K(x), x, 1, [1 <= x], up=True)
    side = z < y if small else y < z
    order = p.arith("", q <= 1 if small else 1 <= q, under=[side, 0 < y])
    there = p.at("square at z/y", square, {x: q}, order, *(
        [p.arith("", 0 < q, under=[0 < y, 0 < z])] if small else []))  # fmt: skip
    return p.arith("no equal levels", 0 < z - y - y * (log(z) - log(y)), (there, y),
                   (log_of_the_quotient(p), y), under=[side, 0 < y, 0 < z])  # fmt: skip


def sum_of_logs(p: Proof, small: bool) -> Theorem:
    """sum_k log(1 + 2 t lambda_k) <= log(1 + 2 t z) + (d-1) log(1 + 2 t y) for z < y.

    And >= for y < z.
    """
    q, r = z / y, lam(k) / y
    side = z < y if small else y < z
    context = [0 < y, 0 < z, side, 0 < t]
    by = {v: q, u: r, tau: 2 * t * y} if small else {v: r, u: q, tau: 2 * t * y}
    bound = p.at("", on_one_side(p, small), {j: k})
    order = p.arith("", q <= r if small else r <= q, (bound, 1 / y), under=context[:2])
    each = p.at("at one eigenvalue", ratio_rises(p), by, order,
                p.arith("", 0 < 2 * t * y, under=[0 < y, 0 < t]))  # fmt: skip
    summed = p.sum("all eigenvalues", each, k, d)
    strict = strictly_above_its_tangent(p, small)
    same, Pq, PP = _sum_of_defects(p), by_tau(P(q)), total(by_tau(P(r)), k, d)
    c, over = 2 * t / (1 + 2 * t * y), y / strict.shows.rhs
    mean_one, whole = p.assume(OF_MEAN_ONE[3]), p.assume(LEVELS[2])
    left, right = (
        total(log(1 + 2 * t * lam(k)), k, d),
        log(1 + 2 * t * z) + (d - 1) * log(1 + 2 * t * y),
    )
    sign = 1 if small else -1
    return p.arith("extremal", left <= right if small else right <= left, (summed, over),
                   (same, -sign * Pq * over), (mean_one, sign * c), (whole, -sign * c),
                   (log_of_the_quotient(p), sign * over * (PP - Pq)), given=[strict],
                   under=context)  # fmt: skip


def by_tau(node: Expr) -> Expr:
    return substituted(node, {tau: 2 * t * y})


@once
def log_of_the_quotient(p: Proof) -> Theorem:
    """log z = log(z/y) + log y."""
    positive = p.arith("", 0 < z / y, under=LEVELS[:2])
    return p.at("log of z/y", p.law("", "log of a product", z / y, y), {}, positive)


@once
def _sum_of_defects(p: Proof) -> Theorem:
    """sum_k K(lambda_k/y) = K(z/y)."""
    mean_one, whole, logs = (p.assume(h) for h in (OF_MEAN_ONE[3], *LEVELS[2:]))
    positive = p.assume(OF_MEAN_ONE[2])
    low = p.assume(LEVELS[0])
    each = p.at("", p.law("", "log of a product", lam(k) / y, y), {},
                p.arith("", 0 < lam(k) / y, given=[positive, low]))  # fmt: skip
    single = log_of_the_quotient(p)
    rows = p.sum("logs of the quotients", each, k, d)
    return p.arith("sum of defects", equal(total(K(lam(k) / y), k, d), K(z / y)), rows,
                   (single, -1), (mean_one, 1 / y), (whole, -1 / y), logs,
                   under=LEVELS[:2])  # fmt: skip


EQUAL = total(log(1 + 2 * t * lam(k)), k, d), d * log(1 + 2 * t)


def below_equal_levels(p: Proof) -> Theorem:
    """sum_k log(1 + 2 t lambda_k) <= d log(1 + 2 t): the tangent of log at 1 + 2 t."""
    inside = p.arith("", 0 < 1 + 2 * t * lam(k), given=[p.assume(OF_MEAN_ONE[2])], under=[0 < t])
    tangent = p.at("tangent at 1 + 2t", log_below_its_tangent_at(p),
                   {x: 1 + 2 * t * lam(k), m: 1 + 2 * t}, inside)  # fmt: skip
    return p.arith("below equal levels", EQUAL[0] <= EQUAL[1], p.sum("all tangents", tangent, k, d),
                   (p.assume(OF_MEAN_ONE[3]), 2 * t / (1 + 2 * t)), under=[0 < t])  # fmt: skip


def above_equal_levels(p: Proof) -> Theorem:
    """sum_k log(1 + 2 t lambda_k) >= d log(1 + 2 t) where sum_k log lambda_k = 0.

    P(lambda_k) K(d) <= P(d) K(lambda_k), as lambda_k <= d; K(d) > 0, the K(lambda_k) sum to 0.
    """
    mean_one = p.assume(OF_MEAN_ONE[3])
    ratio = p.at("beside d", ratio_rises(p), {v: lam(k), u: d, tau: 2 * t},
                 eigenvalue_below_the_sum(p),
                 p.arith("", 0 < 2 * t, under=[0 < t]))  # fmt: skip
    square = sloped(p, "square", (x - 1) ** 2 / (2 * x) <= K(x), x, 1, [1 <= x], up=True)
    width = p.at("square at d", square, {x: d}, p.arith("", 1 <= d, under=[2 <= d]))
    strict = p.arith("width", 0 < K(d), width, under=[2 <= d])
    Pd, c = substituted(P(d), {tau: 2 * t}) / K(d), 2 * t / (1 + 2 * t)
    return p.arith(
        "above equal levels", EQUAL[1] <= EQUAL[0], (p.sum("all ratios", ratio, k, d), 1 / K(d)),
        (mean_one, Pd - c), (p.assume(equal(LOGS, 0)), -Pd), given=[strict], under=[0 < t],
    )  # fmt: skip

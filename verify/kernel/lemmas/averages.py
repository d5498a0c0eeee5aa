"""Averages over depth along daneshmand2021, eq. (1), by telescoping the drift."""

from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt
from theory.expressions.layers import average, decaying, first
from theory.expressions.nodes import Expr, term
from theory.expressions.vocabulary import GAUSSIAN, WIDE, Chain, d, k, l, n, smallest
from verify.kernel.lemmas.layers import sharper_drift
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

C, NOISE = (n + 2) / (2 * n), sqrt((n - 1) / (n * d))


def range_at(p: Proof, chain: Chain, which: str, at: Expr) -> Theorem:
    """0 <= Vhat(H_k), or Vhat(H_k) <= 1/n."""
    unit = p.fact("states of chain 1", chain, at)
    return p.state(f"Vhat {which}", p.fact("range of Vhat", which), chain, at, {}, unit)


def one_layer(p: Proof, chain: Chain, drift: Theorem, noise: Expr, at: Expr) -> Theorem:
    """E Vhat_k (1/n - Vhat_k) <= c (E Vhat_k - E Vhat_(k+1) + noise), c = (n+2)/(2n)."""
    unit = p.fact("states of chain 1", chain, at)
    layer = p.tower("one layer", drift, chain, at, {}, unit)
    here, after = (mean(smallest(chain.at(t)), chain.name) for t in (at, at + 1))
    said = mean(decaying(chain, at), chain.name) <= C * (here - after + noise)
    return p.arith("decay of a layer", said, (layer, C))


def average_over_depth(p: Proof) -> list[Theorem]:
    """E (1/l) sum_k Vhat_k (1/n - Vhat_k) <= c (Vhat_0 + (l+1) noise)/l, at a width and at inf."""
    ways = ((GAUSSIAN, NOISE), (WIDE, term(0)))
    pairs = zip(ways, sharper_drift(p), strict=True)
    return [average_of_a_chain(p, chain, drift, noise) for (chain, noise), drift in pairs]


def average_of_a_chain(p: Proof, chain: Chain, drift: Theorem, noise: Expr) -> Theorem:
    each = p.at("from k = 1", one_layer(p, chain, drift, noise, k), {}, p.assume(1 <= k))
    summed = p.sum("all layers", each, k, l)
    ends = p.telescope("telescope", mean(smallest(chain.at(k)), chain.name), k, l)
    start = one_layer(p, chain, drift, noise, term(0))
    low, high = (range_at(p, chain, which, term(0)) for which in ("below", "above"))
    product = p.arith("at H_0", 0 <= decaying(chain, 0), (high, smallest(chain.at(0))), given=[low])
    positive = p.expect("E at H_0", product, chain.name)
    last = p.expect("E Vhat", range_at(p, chain, "below", l + 1), chain.name)
    said = average(chain) <= C * (first(chain) + noise * (l + 1)) / l
    return p.arith("average over depth", said, (summed, 1 / l), (ends, -C / l), (start, 1 / l),
                   (positive, 1 / l), (last, C / l), under=[*natural(l), *natural(n)])  # fmt: skip

"""How many times faster than its peers each sampler and chain is, both timed in turns.

A case says what is timed, against what, and how much it should gain at least.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks import chains
from benchmarks.chains import prepared as gaps
from benchmarks.measuring import Call, fastest
from benchmarks.sampling import ENGINES, REPLICAS
from benchmarks.sampling import prepared as haar

Case = tuple[str, str, float]
PEERS = ENGINES[1:]


def gram(engine: str, shape: tuple[int, int]) -> Call:
    chain = chains.GramChain()  # by its module: asv runs every suite that a module names
    chain.setup(engine, shape)
    return chain.call


def gram_chains(shape: tuple[int, int]) -> tuple[Call, list[Call]]:
    return gram("gram", shape), [gram("explicit", shape)]


def haar_matrices(d: int) -> tuple[Call, list[Call]]:
    return haar("lemmata", d), [haar(engine, d) for engine in PEERS]


def trajectory(mode: str) -> tuple[Call, list[Call]]:
    return gaps(mode, 100, 100, 64), [gaps("torch", 100, 100, 64)]


CASES: dict[Case, Callable[[], tuple[Call, list[Call]]]] = {
    (f"gap trajectory, {mode}, d = n = 100", "QR, product and eigvalsh a layer", least): partial(
        trajectory, mode
    )
    for mode, least in (("accurate", 2.0), ("fast", 3.0))
}
CASES |= {
    (f"Gram chain, d = {d}, n = {n}", "explicit weights", least): partial(gram_chains, (d, n))
    for d, n, least in ((1024, 8, 30.0), (4096, 16, 100.0))
}
CASES |= {
    (f"Haar matrices, d = {d}", f"the best of {', '.join(PEERS)}", 1.3): partial(haar_matrices, d)
    for d in REPLICAS
}


class Targets:
    """The least of the peers' times over ours."""

    params = (list(CASES),)
    param_names = ("what, peer, at least",)
    unit = "times faster"
    timeout = 600.0

    def track_gain(self, case: Case) -> float:
        ours, peers = CASES[case]()
        own, *others = fastest(ours, *peers)
        return min(others) / own

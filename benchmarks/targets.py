"""How many times faster than its peers each sampler and chain is, both timed in turns.

A case says what is timed, against what, and how much it should gain at least.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from benchmarks.chains import gaps, gram_layer
from benchmarks.measuring import Call, fastest, over
from benchmarks.sampling import ENGINES, REPLICAS, haar

Case = tuple[str, str, float]
Sides = Sequence[Callable[[], Call]]
"""What prepares our call, then those of the peers."""


def cases() -> Iterator[tuple[Case, Sides]]:
    peer = "QR, product and eigvalsh a layer"
    for mode, least in (("accurate", 2.0), ("fast", 3.0)):
        sides = [partial(gaps, engine, 100, 100, 64) for engine in (mode, "torch")]
        yield (f"gap trajectory, {mode}, d = n = 100", peer, least), sides
    for d, n, least in ((1024, 8, 30.0), (4096, 16, 100.0)):
        sides = [partial(gram_layer, engine, (d, n)) for engine in ("gram", "explicit")]
        yield (f"Gram chain, d = {d}, n = {n}", "explicit weights", least), sides
    for d in REPLICAS:
        peer = f"the best of {', '.join([*ENGINES][1:])}"
        yield (f"Haar matrices, d = {d}", peer, 1.3), [partial(haar, e, d) for e in ENGINES]


CASES = dict(cases())


@over({"what, peer, at least": CASES})
class Targets:
    """The least of the peers' times over ours."""

    unit = "times faster"

    def track_gain(self, case: Case) -> float:
        own, *others = fastest(*(prepared() for prepared in CASES[case]))
        return min(others) / own

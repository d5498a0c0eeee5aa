"""How many times faster than its peers each sampler, chain and engine is, both timed in turns.

A case says what is timed, against what, and how much it should gain at least.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from benchmarks.chains import gaps, gram_layer
from benchmarks.depth import EVERYTHING
from benchmarks.depth import sides as deep
from benchmarks.measuring import Call, fastest, over
from benchmarks.sampling import ENGINES, REPLICAS, haar
from lemmata.verify.depth.gradients import MEMORY

Case = tuple[str, str, float]
Sides = Sequence[Callable[[], Call]]
"""The functions that prepare our call, then the calls of the peers."""


def cases() -> Iterator[tuple[Case, Sides]]:
    peer = "QR, product and eigvalsh a layer"
    for mode, least in (("accurate", 3.0), ("fast", 4.0)):
        sides = [partial(gaps, engine, 100, 100, 64) for engine in (mode, "torch")]
        yield (f"gap trajectory, {mode}, d = n = 100", peer, least), sides
    for d, n, least in ((1024, 8, 30.0), (4096, 16, 100.0)):
        sides = [partial(gram_layer, engine, (d, n)) for engine in ("gram", "explicit")]
        yield (f"Gram chain, d = {d}, n = {n}", "explicit weights", least), sides
    for d in REPLICAS:
        peer = f"the best of {', '.join([*ENGINES][1:])}"
        yield (f"Haar matrices, d = {d}", peer, 2.0), [partial(haar, e, d) for e in ENGINES]
    yield from deep_cases()


def deep_cases() -> Iterator[tuple[Case, Sides]]:
    """0.7 of autograd's time in no more than its memory, 1.2 of it in a tenth; the tenth is what
    the default leaves of 1000 layers, and all but nothing at 100: see depth.Memory.
    """
    for handed, weights in ((False, "drawn by both"), (True, "handed to both")):
        for layers, tenth in ((100, 0), (1000, MEMORY)):
            for name, budget, most in (("all", EVERYTHING, 0.7), ("a tenth of", tenth, 1.2)):
                what = f"deep gradients, {layers} layers, {name} the memory, weights {weights}"
                peer = "autograd with these weights"
                yield (what, peer, round(1 / most, 2)), deep(budget, layers, handed)


CASES = dict(cases())


@over({"what, peer, at least": CASES})
class Targets:
    """The least of the peers' times over ours."""

    unit = "times faster"

    def track_gain(self, case: Case) -> float:
        own, *others = fastest(*(prepared() for prepared in CASES[case]))
        return min(others) / own

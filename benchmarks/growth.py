"""How the cost grows, and how far it is from the matrix products that it cannot do without.

A case says itself what it is, as a tuple that asv keeps as text and from which the report makes two
tables: ``Growth`` has (what, the size that grows, the exponent in theory), ``Floor`` has (what, the
products, what is done beyond them). All sizes grow where their cost is the leading one.
"""

from collections.abc import Callable

from benchmarks.chains import gaps
from benchmarks.depth import forward, ours
from benchmarks.measuring import LIKE, Call, exponent, fastest, memory, normal, over, ratio, seeded
from lemmata.verify.chains.chain import gaussian_layer
from lemmata.verify.chains.weights import haar_matrix


def gram(layers: int, d: int, n: int, replicas: int) -> Call:
    """The chain of daneshmand2021 (1) by its Gram form."""
    H, generator = normal(replicas, d, n), seeded()

    def call() -> None:
        X = H
        for _ in range(layers):
            X = gaussian_layer(X, generator)

    return call


def haar(d: int, count: int) -> Call:
    generator = seeded()
    return lambda: haar_matrix(d, count, LIKE, generator)


def products(times: int, *shapes: tuple[int, ...]) -> Call:
    """``times`` products of two matrices (or batches) of these shapes."""
    A, B = (normal(*shape) for shape in shapes)
    return lambda: [A @ B for _ in range(times)]


Sized = tuple[tuple[int, int], Callable[[int], Call]]
GROWTH: dict[tuple[str, str, int], Sized] = {
    ("deep gradients, d = n = 32", "depth", 1): ((500, 4000), lambda L: lambda: ours(L, 32)),
    ("deep gradients, n = d", "width", 3): ((128, 512), lambda d: lambda: ours(8, d)),
    ("deep gradients, d = 32", "batch", 1): ((512, 4096), lambda n: lambda: ours(40, 32, n=n)),
    ("deep gradients, d = n = 32", "replicas", 1): ((16, 128), lambda R: lambda: ours(40, 32, R)),
    ("gap trajectories, d = n = 50", "depth", 1): (
        (20, 160),
        lambda L: gaps("accurate", 50, L, 16),
    ),
    ("gap trajectories, n = d", "width", 3): ((128, 512), lambda d: gaps("accurate", d, 4, 2)),
    ("gap trajectories, d = n = 50", "replicas", 1): (
        (16, 128),
        lambda R: gaps("accurate", 50, 10, R),
    ),
    ("Gram chain, d = 1024, n = 8", "depth", 1): ((8, 64), lambda L: gram(L, 1024, 8, 4)),
    ("Gram chain, n = 8", "width", 1): ((1024, 8192), lambda d: gram(4, d, 8, 4)),
    ("Gram chain, d = 4096", "batch", 2): ((64, 512), lambda n: gram(2, 4096, n, 1)),
    ("Gram chain, d = 1024, n = 8", "replicas", 1): ((8, 64), lambda R: gram(4, 1024, 8, R)),
    ("Haar matrices", "width", 3): ((128, 512), lambda d: haar(d, 4)),
    ("Haar matrices, d = 50", "replicas", 1): ((32, 256), lambda R: haar(50, R)),
}

# What a fresh process grows by, between two sizes; the call as text, "N" its size. Depth costs one
# number a layer and replica beside the matrices of one layer: next to nothing.
MEMORY: dict[tuple[str, str, int], tuple[tuple[int, int], str]] = {
    ("gap trajectories, n = d, 8 replicas", "width", 2): ((128, 512), "gaps('accurate', N, 2, 8)"),
    ("gap trajectories, d = n = 100, 64 replicas", "depth", 0): (
        (40, 160),
        "gaps('accurate', 100, N, 64)",
    ),
    ("gap trajectories, d = n = 100", "replicas", 1): ((64, 512), "gaps('accurate', 100, 2, N)"),
    ("Gram chain, n = 8, 16 replicas", "width", 1): ((4096, 32768), "gram(2, N, 8, 16)"),
    ("Gram chain, d = 4096, 16 replicas", "batch", 1): ((8, 64), "gram(2, 4096, N, 16)"),
    ("Gram chain, d = 4096, n = 8, 160 replicas", "depth", 0): ((8, 64), "gram(N, 4096, 8, 160)"),
    ("Gram chain, d = 4096, n = 8", "replicas", 1): ((16, 128), "gram(2, 4096, 8, N)"),
}

FLOOR: dict[tuple[str, str, str], Callable[[], tuple[Call, Call]]] = {
    (
        "deep forward, d = n = 100",
        "W X",
        "every W is drawn: d(d+1)/2 normal numbers and d reflections that LAPACK multiplies, "
        "2/3 of the product's operations at a fraction of its speed",
    ): lambda: (lambda: forward(200, 100), products(200, (100, 100), (100, 100))),
    (
        "deep gradients, d = n = 100",
        "W X twice, W^T dZ, dZ X^T",
        "every W is drawn, most of them twice, as above; BN and the norms pass over the memory of "
        "a layer about ten times",
    ): lambda: (lambda: ours(1000, 100), products(4000, (100, 100), (100, 100))),
    (
        "gap trajectories, d = n = 100, 16 replicas",
        "W E, (W E) W^T",
        "every W is drawn, as above, in blocks of reflections",
    ): lambda: (gaps("accurate", 100, 20, 16), products(40, (16, 100, 100), (16, 100, 100))),
    (
        "Gram chain, d = 1024, n = 8, 4 replicas",
        "H^T H, Z K^(1/2)",
        "d n normal numbers are drawn, each for 4 n operations of the products, and thin products "
        "are slow themselves; the root is an eigendecomposition",
    ): lambda: (gram(100, 1024, 8, 4), products(200, (4, 1024, 8), (4, 8, 8))),
    (
        "Haar matrices, d = 100",
        "one product of d x d matrices",
        "d(d+1)/2 normal numbers, and LAPACK multiplies d reflections mostly without products",
    ): lambda: (haar(100, 64), products(1, (64, 100, 100), (64, 100, 100))),
}


@over({"what, in, theory": GROWTH})
class Growth:
    """Exponents, each between two sizes."""

    unit = "exponent"

    def track_exponent(self, case: tuple[str, str, int]) -> float:
        sizes, prepared = GROWTH[case]
        return exponent(sizes, fastest(*map(prepared, sizes)))

    vars(track_exponent)["pretty_name"] = (  # what the report calls it
        "How the cost grows: exponents between two sizes, beside those of the theory"
    )


@over({"what, in, theory": MEMORY})
class MemoryGrowth:
    """Exponents of the memory, each between two sizes."""

    unit = "exponent"

    def track_exponent_of_memory(self, case: tuple[str, str, int]) -> float:
        sizes, call = MEMORY[case]
        load = "from benchmarks.growth import gaps, gram"
        warm = "gaps('accurate', 8, 2, 2)(); gram(2, 8, 2, 2)()"
        calls = [f"{call}()".replace("N", str(size)) for size in sizes]
        return exponent(sizes, (memory(load, warm, sized) for sized in calls))


@over({"what, products, beyond them": FLOOR})
class Floor:
    """How many times the products' time is spent in all."""

    unit = "times the products"

    def track_ratio(self, case: tuple[str, str, str]) -> float:
        return ratio(*FLOOR[case]())

    vars(track_ratio)["pretty_name"] = (
        "The cost beside that of the matrix products alone, and what is done beyond them"
    )

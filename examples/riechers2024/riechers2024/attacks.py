"""Searches for the worst input and the worst gains."""

from hypothesis import strategies as st

from lemmata import Lift, Observation, attack, pinned
from riechers2024.checks import singular
from riechers2024.layernorm import composed, layer_norm

Case = tuple[tuple[float, ...], tuple[float, ...], float]
sizes = st.floats(-6, 6).map(lambda x: 10.0**x)
signed = st.one_of(sizes, sizes.map(lambda x: -x))


@st.composite
def inputs(draw: st.DrawFn) -> Case:
    """An input, gains and eps, of all sizes; constant inputs occur."""
    count = draw(st.integers(2, 5))
    constant = st.floats(-9, 9).map(lambda c: [c] * count)
    a = draw(st.one_of(st.lists(st.floats(-9, 9), min_size=count, max_size=count), constant))
    g = draw(st.lists(signed, min_size=count, max_size=count))
    return tuple(a), tuple(g), draw(sizes)


@attack(
    "riechers2024:ellipsoid",
    inputs(),
    routes=("N", "outputs"),
    domain="inputs of size 9, gains and eps over 12 decades, N = 2 to 5",
)
@pinned("a constant input", ((2.0, 2.0, 2.0), (1.0, -1.0, 3.0), 1e-6))
@pinned("nearly on the surface", ((0.0, 9.0), (1e6, -1e-6), 1e-6))
def farthest(case: Case, lift: Lift) -> Observation:
    a, g, b = lift(list(case[0])), lift(list(case[1])), lift([0.0] * len(case[0]))
    eps = lift(case[2])[()]
    return {"a": a, "g": g, "b": b, "eps": eps}, ((layer_norm(a, g, b, eps) / g) ** 2).sum()


Gains = tuple[float, ...]


@attack(
    "riechers2024:longest-axis",
    st.lists(signed, min_size=2, max_size=5).map(tuple),
    routes=("the largest gain", "singular values"),
    tolerance=1e-15,
    domain="gains of both signs over 12 decades, N = 2 to 5",
)
@pinned("two opposite gains", (1.0, -1.0, 1e-6))
def longest(case: Gains, lift: Lift) -> Observation:
    g = lift(list(case))
    return {"g": g}, singular(composed(g))[0] * (len(case) + 0 * g[0]) ** 0.5

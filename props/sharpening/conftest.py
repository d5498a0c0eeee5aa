"""Claims of which the best constant and the needed hypotheses are known."""

from collections.abc import Iterator
from typing import Any

import mpmath
import pytest
from hypothesis import strategies as st

from lemmata.props.attack import Observation, Property
from lemmata.props.hunting import spaces
from lemmata.props.recipes import Lift
from lemmata.theory import ledger
from lemmata.theory.hypotheses import natural, positive
from lemmata.theory.ledger import Cell, Claim, Kind
from lemmata.theory.numerics import backends
from lemmata.theory.numerics.backends import Array, exp, log
from lemmata.theory.test_support import registry
from lemmata.verify import runner
from lemmata.verify.registry import exact
from lemmata.verify.test_support import made_up


def _cases(point: Any, z: Array) -> Any:
    return (*spaces.row(exp(z)), point[0])


def attacked(
    name: str, kind: Kind, formula: Any, observe: Any, hypotheses: Any, **fields: Any
) -> Claim:
    """A claim of a number x > 0 and a whole one n from 1 on, with an attack that can be hunted."""
    claim = ledger.register(made_up.claim(name, kind, formula, hypotheses=hypotheses, **fields))
    Property(
        claim.id,
        st.tuples(st.floats(1e-3, 1e3), st.integers(1, 4)),
        observe,
        ("the bound", "the logarithm"),
        "x from 1e-3 to 1e3, n = 1 to 4",
        examples={"the middle": (1.0, 2)},
        space=spaces.Space(((1, 2, 4),), lambda n: 1, _cases, lambda n: f"n = {n}"),
        name="attack",
    )
    return claim


@pytest.fixture
def known() -> Iterator[dict[str, Claim]]:
    """By name: true but loose, also by a power, an open constant inside, false outside, cells."""

    def of(value: Any) -> Any:
        def observe(case: tuple[float, int], lift: Lift) -> Observation:
            x, n = lift([case[0]])[0], case[1]
            return {"x": x, "n": n}, value(x, n)

        return observe

    def loose(x: Array, n: int) -> Array:
        """log(1+x)^2 <= 3 x^2/(1+x): the best factor is 1/3, approached as x falls."""
        return 3 * x**2 / (1 + x)

    def inside(x: Array, n: int, C: Array) -> Array:
        """n x <= x exp(C (n-1)): the least C is log 2, at n = 2."""
        return x * exp(C * (n - 1))

    def outside(x: Array, n: int) -> Array:
        """x^2 <= n x (x+1) holds where x is positive; at n = 1 and x = -2 it does not."""
        return n * x * (x + 1)

    def squared(x: Array, n: int) -> Array:
        """n x <= n^2 x gives away a power of n."""
        return n * n * x

    def partial(x: Array, n: int) -> Array:
        """n bounds: k x <= 2 k x."""
        return backends.stack([2 * (k + 1) * x for k in range(n)])

    def parts(case: tuple[float, int], lift: Lift) -> Observation:
        x, n = lift([case[0]])[0], case[1]
        return {"x": x, "n": n}, backends.stack([(k + 1) * x for k in range(n)])

    def open_constant(case: tuple[float, int], lift: Lift) -> Observation:
        x, n = lift([case[0]])[0], case[1]
        return {"x": x, "n": n, "C": 1.0}, n * x

    both = (positive("x"), natural("n"))
    runner.load()  # before, or they would be gone after
    with registry.kept():
        found = [
            attacked("loose", Kind.UPPER_BOUND, loose, of(lambda x, n: log(1 + x) ** 2), both),
            attacked("partial", Kind.UPPER_BOUND, partial, parts, both),
            attacked("squared", Kind.UPPER_BOUND, squared, of(lambda x, n: n * x), both),
            attacked(
                "inside",
                Kind.UPPER_BOUND,
                inside,
                open_constant,
                (*both, positive("C")),
                constant="C",
            ),
            attacked("outside", Kind.UPPER_BOUND, outside, of(lambda x, n: x * x), both),
            ledger.register(
                made_up.claim("cells", Kind.LOWER_BOUND, lambda x: x / 4, hypotheses=both[:1])
            ),
        ]

        whole = ledger.register(
            made_up.claim("whole", Kind.UPPER_BOUND, lambda n: 2 * n, hypotheses=both[1:])
        )
        found.append(whole)
        Property(
            whole.id,
            st.integers(1, 9),
            lambda n, lift: ({"n": n}, n),
            ("the bound", "the number"),
            "n = 1 to 9",
            examples={"one": 1},
            name="attack",
        )

        @exact("sharp:cells", routes=("the bound", "given values"), domain="x = 1 to 4")
        def given(run: Any) -> Iterator[Cell]:
            for x in range(1, 5):
                value = mpmath.mpf(x)
                ends = (value * (x + 1) / (x + 2), value)
                yield Cell(
                    {"x": value},
                    value * (x + 2) / (x + 3),
                    interval=ends,
                    samples=10,
                    interval_method="made up",
                    label=f"x = {x}",
                )

        yield {claim.id.partition(":")[2]: claim for claim in found}

"""How long an expectation will take, before it is begun.

The work is counted, not measured: states of the elimination for the pairings, zonal polynomials
times their length squared, terms of a rational function. The seconds per unit are those of one
ordinary core; the estimate is rough, and a guess where the states are too many to be counted.
"""

from math import exp, log

from lemmata.theory.weingarten import pairings
from lemmata.theory.weingarten.expansion import MAX_ORDER
from lemmata.theory.weingarten.parser import Polynomial
from lemmata.theory.weingarten.partitions import partitions
from lemmata.theory.weingarten.threelines import FOUR

PER_STATE = 8e-6
MANY_STATES = 20_000
PER_ZONAL_SQUARE = 1e-7
PER_TERM = 3e-6
PER_TWO_LINE_TERM = 1e-6
SYMBOLIC_TWO_LINES = 20


def cost(polynomial: Polynomial, d: int | None = None) -> float:
    """Seconds that `expect(polynomial, d)` and printing take with nothing cached, roughly."""
    return sum(_monomial_cost(monomial, d is None) for monomial, _ in polynomial.terms)


def _monomial_cost(monomial: pairings.Exponents, symbolic: bool) -> float:
    degree = pairings.degrees(monomial)
    if pairings.odd(degree):
        return 0.0
    k = sum(degree.values()) // 4  # a factor has a row and a column
    rows = [n for vertex, n in degree.items() if vertex >= 0]
    columns = [n for vertex, n in degree.items() if vertex < 0]
    lines = min(rows, columns, key=len)
    depth = len(lines)
    if depth <= 2 or (depth == 3 and (2 in lines or max(lines) == FOUR)):
        return PER_TWO_LINE_TERM * k**2 * (1 + k / 1000) * (SYMBOLIC_TWO_LINES if symbolic else 1)
    if 2 * k > MAX_ORDER:
        return 0.0  # it is refused at once
    kinds = len(partitions(k))
    shapes = sum(len(shape) <= depth for shape in partitions(k))
    _, paths = pairings.contract(monomial, degree)
    counting = sum(map(_block_cost, pairings.blocks(paths)))
    zonals = PER_ZONAL_SQUARE * shapes * kinds**2
    return counting + zonals + (PER_TERM * shapes * k**2 if symbolic else 0.0)


def _block_cost(paths: tuple[pairings.Path, ...]) -> float:
    """The elimination run without counting, up to MANY_STATES; then its growth prolonged.

    The states are most numerous about half way.
    """
    states: pairings.States = {paths: {}}
    total = 0
    for step, _ in enumerate(paths, 1):
        states = pairings.join_one_end(states)
        total += len(states)
        if total > MANY_STATES:
            peak = log(len(states)) * max(len(paths) / (2 * step), 1.0)
            return PER_STATE * exp(min(peak, 200.0)) * len(paths) / 4  # no overflow: forever
    return PER_STATE * total

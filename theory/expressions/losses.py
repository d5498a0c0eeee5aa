"""The symbols of the two losses of meterez2024, lemma C.2: logits z_1..z_n, the right class y."""

from theory.expressions.formal import natural
from theory.expressions.functions import exp, log, sqrt, total
from theory.expressions.nodes import Expr, Hypothesis, Variable
from theory.expressions.partial import delta, partial
from theory.expressions.vocabulary import j, k, n

z, y, RADIUS = Variable("z"), Variable("y"), Variable("R")
MASS = total(exp(z(k)), k, n)
CROSS_ENTROPY = log(MASS) - z(y)
SQUARED_ERROR = total((z(k) - delta(k, y)) ** 2, k, n)

ONE_HOT: list[Hypothesis] = [*natural(n), *natural(y), y <= n]
IN_A_BALL: list[Hypothesis] = [0 <= RADIUS, total(z(k) ** 2, k, n) <= RADIUS**2]


def slope(loss: Expr) -> Expr:
    """The norm of the gradient in the logits."""
    return sqrt(total(partial(loss, z(j)) ** 2, j, n))

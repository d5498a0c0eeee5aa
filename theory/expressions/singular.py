"""The symbols of a matrix by its singular values s_1..s_n, all positive."""

from theory.expressions.formal import natural
from theory.expressions.nodes import Every, Hypothesis, Variable
from theory.expressions.vocabulary import k, n

s = Variable("s")
POSITIVE: list[Hypothesis] = [*natural(n), Every(k, 0 < s(k))]

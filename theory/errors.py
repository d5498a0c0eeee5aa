"""The errors raised where a hypothesis fails: each named after what is violated."""


class HypothesisError(ValueError):
    """A hypothesis fails: which one, for which argument, and with what value."""

    hypothesis = "the hypothesis"

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{name}: {self.hypothesis} fails: {value}")
        self.name = name
        self.value = value


def _fails(error: str, hypothesis: str) -> type[HypothesisError]:
    """The class of this name; its module is given, or it could not be pickled."""
    return type(error, (HypothesisError,), {"hypothesis": hypothesis, "__module__": __name__})


Empty = _fails("Empty", "at least one entry")
NotReal = _fails("NotReal", "real entries")
NotFinite = _fails("NotFinite", "finite entries")
WrongShape = _fails("WrongShape", "the shape")
NotSquare = _fails("NotSquare", "n = d")
NotOrthogonal = _fails("NotOrthogonal", "an orthogonal matrix")
TooFewRows = _fails("TooFewRows", "d >= n")
ZeroRow = _fails("ZeroRow", "no zero row")
ZeroMatrix = _fails("ZeroMatrix", "a non-zero matrix")
RankDeficient = _fails("RankDeficient", "full rank")
MeanNotOne = _fails("MeanNotOne", "mean eigenvalue 1")
SumNotOne = _fails("SumNotOne", "sum 1")
NotPositive = _fails("NotPositive", "positive")
Negative = _fails("Negative", "non-negative")
NotNatural = _fails("NotNatural", "a natural number")
OutOfRange = _fails("OutOfRange", "the range")

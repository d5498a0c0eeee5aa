"""The errors raised where a hypothesis fails: small classes named after what is violated."""


class HypothesisError(ValueError):
    """A hypothesis fails: which one, for which argument, and with what value."""

    hypothesis = "the hypothesis"

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{name}: {self.hypothesis} fails: {value}")
        self.name = name
        self.value = value


class Empty(HypothesisError):
    hypothesis = "at least one entry"


class NotReal(HypothesisError):
    hypothesis = "real entries"


class NotFinite(HypothesisError):
    hypothesis = "finite entries"


class WrongShape(HypothesisError):
    hypothesis = "the shape"


class NotSquare(HypothesisError):
    hypothesis = "n = d"


class NotOrthogonal(HypothesisError):
    hypothesis = "an orthogonal matrix"


class TooFewRows(HypothesisError):
    hypothesis = "d >= n"


class ZeroRow(HypothesisError):
    hypothesis = "no zero row"


class ZeroMatrix(HypothesisError):
    hypothesis = "a non-zero matrix"


class RankDeficient(HypothesisError):
    hypothesis = "full rank"


class NotUnitNorm(HypothesisError):
    hypothesis = "unit Frobenius norm"


class MeanNotOne(HypothesisError):
    hypothesis = "mean eigenvalue 1"


class SumNotOne(HypothesisError):
    hypothesis = "sum 1"


class NotPositive(HypothesisError):
    hypothesis = "positive"


class Negative(HypothesisError):
    hypothesis = "non-negative"


class NotNatural(HypothesisError):
    hypothesis = "a natural number"


class OutOfRange(HypothesisError):
    hypothesis = "the range"

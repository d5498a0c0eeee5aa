"""What the values of results.json are: strict JSON, in which an infinite, exact or high-precision
number is a string, an array a list of lists.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

Json: TypeAlias = "bool | float | str | Sequence[Json] | Mapping[str, Json] | None"
Number: TypeAlias = float | str
Parameters: TypeAlias = Mapping[str, Json]
VerdictWord: TypeAlias = Literal["proved", "holds", "refuted", "undecided"]

"""The statements that Rocq proves, made from the records of the claims."""

from lemmata.theory.rocq.statement import Formal as Formal
from lemmata.theory.rocq.statement import statement as statement
from lemmata.theory.rocq.terms import Proposition as Proposition

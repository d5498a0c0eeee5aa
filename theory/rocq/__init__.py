"""The statements that Rocq proves, made from the records of the claims."""

from theory.rocq.statement import Formal as Formal
from theory.rocq.statement import statement as statement
from theory.rocq.terms import Proposition as Proposition

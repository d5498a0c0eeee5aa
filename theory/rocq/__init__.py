"""Generates the statements that Rocq proves from the records of the claims."""

from lemmata.theory.rocq.statement import Formal as Formal
from lemmata.theory.rocq.statement import statement as statement
from lemmata.theory.rocq.terms import Proposition as Proposition

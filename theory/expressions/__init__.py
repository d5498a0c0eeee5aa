"""A small language for statements: terms over the reals that closed forms run on.

| module | what |
|---|---|
| nodes | terms and relations |
| changing | substitution and derivatives |
| normal | quotients of polynomials in atoms: when two terms are equal |
| evaluating | values in floats, mpmath and balls |
| printing | plain text and LaTeX |
| symbols | the backend: vectors, matrices and spectra of terms |
| formal | a claim as relations between terms |

Here are the names that a formal statement is written with.
"""

from theory.expressions.formal import Formal as Formal
from theory.expressions.formal import natural as natural
from theory.expressions.functions import exp as exp
from theory.expressions.functions import log as log
from theory.expressions.functions import mean as mean
from theory.expressions.functions import sqrt as sqrt
from theory.expressions.functions import total as total
from theory.expressions.nodes import Every as Every
from theory.expressions.nodes import Expr as Expr
from theory.expressions.nodes import Function as Function
from theory.expressions.nodes import Hypothesis as Hypothesis
from theory.expressions.nodes import Relation as Relation
from theory.expressions.nodes import Variable as Variable
from theory.expressions.nodes import equal as equal
from theory.expressions.symbols import Matrix as Matrix
from theory.expressions.symbols import Vector as Vector

# The public names by subject, said once for type checkers, `help(lemmata)` and its imports.

# The ledger: statements, closed forms
from lemmata.theory.ledger import claims as claims, get as get, Claim as Claim, Kind as Kind
from lemmata.theory.ledger import Verdict as Verdict, Grade as Grade

# Declare a paper of one's own: `lemmata run --from FILE` reads its claims
from lemmata.theory.ledger import paper as paper

# State a claim, and false ones in its place
from lemmata.theory.ledger import claim as claim, observed as observed, Mutant as Mutant
from lemmata.theory.ledger import Trivial as Trivial

# The hypotheses of a claim; closed forms in any kind of numbers
from lemmata.theory import hypotheses as hypotheses, definitions as definitions
from lemmata.theory.numerics import backends as backends
from lemmata.theory.numerics.backends import Array as Array

# A check that yields what it observed; hard cases
from lemmata.verify.registry import exact as exact, sampled as sampled
from lemmata.theory.ledger import Cell as Cell
from lemmata.verify import cases as cases

# Sampling until decided, or so many times
from lemmata.verify.statistics.estimate import estimate as estimate, asymptotic as asymptotic
from lemmata.verify.statistics.intervals import cells_of as cells_of, sampled_cell as sampled_cell

# A check that returns whole evidence
from lemmata.verify.registry import check as check, Run as Run
from lemmata.theory.ledger import Evidence as Evidence, Method as Method, Decision as Decision

# A search for the worst case
from lemmata.props.attack import attack as attack, pinned as pinned, searched as searched
from lemmata.props.attack import hunt_in as hunt_in, Observation as Observation

# Decorators that name what a check or an attack compares, and where it looks
from lemmata.verify.registry import routes as routes, domain as domain

# Where an attack looks: hard matrices and spectra
from lemmata.props import strategies as strategies, recipes as recipes
from lemmata.props.recipes import Lift as Lift
from lemmata.props.hunting import spaces as spaces

# A figure as a claim, and its re-run
from lemmata.theory import figures as figures
from lemmata.verify.figures import reproduction as reproduction

# The formal side of a claim, from which its statement in Rocq is made
from lemmata.theory.rocq.statement import Formal as Formal
from lemmata.theory.rocq import vocabulary as rocq

# Run the checks of claims; nothing is written
from lemmata.calls import run as run
from lemmata.verify.registry import Effort as Effort
from lemmata.verify.runner import Result as Result

# Exact means over the orthogonal group
from lemmata.calls import moment as moment
from lemmata.theory.weingarten import parse as parse, Polynomial as Polynomial
from lemmata.theory.weingarten import RationalFunction as RationalFunction

# Samplers, and where their seeds come from
from lemmata.verify.chains.weights import haar_matrix as haar_matrix, haar_product as haar_product
from lemmata.verify.chains.weights import gaussian as gaussian
from lemmata.verify.seeds import Address as Address

# Gradients of a network of any depth
from lemmata.verify.depth.gradients import gradients as gradients, readout as readout
from lemmata.verify.depth.gradients import Profile as Profile
from lemmata.verify.depth.network import RandomWeights as RandomWeights

# The layers of such a network
from lemmata.verify.depth.network import Network as Network, RowNorm as RowNorm
from lemmata.verify.depth.network import StandardBN as StandardBN, ACTIVATIONS as ACTIVATIONS

# The papers' methods as torch modules: `help(lemmata.nn)`
from lemmata.verify import nn as nn

# Networks of the papers, trained on data, with what was recorded
from lemmata.verify.training.running import train as train
from lemmata.verify.training.settings import Training as Training
from lemmata.verify.training.series import Series as Series

# The data sets
from lemmata.verify.data.loading import load as load, Split as Split

# What the theory says of a network before it is built
from lemmata.calls import predict as predict
from lemmata.verify.prediction.prediction import Prediction as Prediction

# A model of one's own beside the theory, and while it trains
from lemmata.calls import audit as audit
from lemmata.verify.audit.audit import Audit as Audit
from lemmata.verify.nn.recording import record as record, Recorded as Recorded

# The error that refuses what cannot be done, with one line of why; the others derive from it
from lemmata.verify.errors import Misuse as Misuse

# Files of claims, data and models that cannot be used
from lemmata.verify.papers.loading import NotLoaded as NotLoaded
from lemmata.verify.data.errors import DataError as DataError
from lemmata.verify.audit.errors import CannotAudit as CannotAudit

# Networks whose gradients are not defined
from lemmata.verify.depth.gradients import BatchTooSmall as BatchTooSmall, LostSignal as LostSignal

# A hypothesis that fails; a moment that has no answer
from lemmata.theory.errors import HypothesisError as HypothesisError
from lemmata.theory.weingarten import WeingartenError as WeingartenError

__version__: str
__all__: list[str]

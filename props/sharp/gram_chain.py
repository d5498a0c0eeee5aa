"""Attacks on theory/sharp/gram_chain.py."""

import numpy as np

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, pinned, routes
from lemmata.props.recipes import Entries, Lift, eigenvectors
from lemmata.theory.numerics.backends import sqrt
from lemmata.verify.cases import without_dust


@attack("sharp:gram-chain", hard.integer_matrices(), weight=0.5, tolerance=1e-30)
@routes("H^T H / d", "the square of a root from eigenvectors")
@domain("integer matrices of any shape and rank")
@pinned("K is not its root", Entries("diagonal", ((1.0, 0.0), (0.0, 2.0))))
def covariance_of_the_short_chain(case: Entries, lift: Lift) -> Observation:
    """Z has rows N(0, I/d), so Z K^(1/2) has rows of covariance (K^(1/2))^2/d; K is integer."""
    H = case.build(lift)
    values, Q = eigenvectors(H.T @ H, lift)
    root = (Q * sqrt(np.maximum(values, 0 * values))) @ Q.T
    return {"H": H}, without_dust(root.T @ root / len(H), 1e-40)

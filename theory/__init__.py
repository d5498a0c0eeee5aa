"""What is claimed. Pure mathematics: no torch, no randomness, no files, no clock.

Contents
- ledger: Claim, Evidence, Verdict and the registry; hypotheses, errors: what a claim asks for
- definitions: BN, isometry, gaps, ... once, for floats, mpmath and balls
- spectrum: spectra of mean 1, the extremal ones among them
- numerics: the kinds of numbers (backends), special functions, quadrature, enclosures, references
- meterez2024, daneshmand2021: the papers, one module per section, claims in the papers' order
- sharp: exact laws and sharp constants, one module per subject
- weingarten: exact Weingarten calculus on O(d)

Importing the package registers every claim.
"""

from lemmata.theory import daneshmand2021, meterez2024, sharp

__all__ = ["daneshmand2021", "meterez2024", "sharp"]

"""What is claimed. Pure mathematics: no torch, no randomness, no files, no clock.

Contents
- ledger: Claim, Evidence, Verdict and the registry; verdict: how evidence becomes a verdict
- definitions: BN, isometry, gaps, ... once, for floats, mpmath and balls
- spectrum: spectra of mean 1, the extremal ones among them
- special, accurate, quadrature: the numerics underneath; backends: the kinds of numbers
- meterez2024, daneshmand2021: the papers, one module per section, claims in the papers' order
- sharp: exact laws and sharp constants, one module per law
- weingarten: exact Weingarten calculus on O(d)

Importing the package registers every claim.
"""

from theory import daneshmand2021, meterez2024, sharp

__all__ = ["daneshmand2021", "meterez2024", "sharp"]

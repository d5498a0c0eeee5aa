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
"""

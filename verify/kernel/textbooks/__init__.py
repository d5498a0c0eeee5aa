"""The textbook theorems of daneshmand2021, one module a subject: see ``verify.kernel.facts``."""

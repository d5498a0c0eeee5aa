"""daneshmand2021, appendix I: convolutional networks."""

from theory.ledger import Kind, observed

observed(
    "daneshmand2021:appendix-I",
    title="The orthogonalising initialisation extends to convolutional networks",
    statement=r"\text{eq. (6) on unfolded patches initialises convolutional networks}",
    kind=Kind.EXISTENCE, source="Appendix I", uses=["sharp:iterative-orthogonalisation"],
    decided_by="training convolutional networks of 20 and 80 layers from both initialisations",
    reason="needs training on data",
)  # fmt: skip

"""A proof as an entry of reports/results.json."""

from lemmata.verify.results.schema import ProofRecord as ProofRecord
from lemmata.verify.rocq.record import Checked


def proof_record(proof: Checked, here: bool = False) -> ProofRecord:
    """A theorem that Rocq accepted, as plain values; ``here``: whether in this run."""
    return {
        "file": f"{proof.file}:{proof.line}",
        "theorem": proof.theorem,
        "statement": proof.statement_text,
        "sketch": proof.sketch,
        "axioms": {"logical": list(proof.logical), "textbook": list(proof.textbook)},
        "checked": {"by": f"Rocq {proof.version}", "at": proof.date, "here": here},
    }

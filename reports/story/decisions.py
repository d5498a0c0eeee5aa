"""The verdict of a claim in a sentence: how it was reached, and how much it says."""

from lemmata.reports.claims import GRADES, PageClaim, has_grade
from lemmata.reports.formatting import approximate, number, plural


def decision(claim: PageClaim) -> str:
    """What the verdict rests on."""
    match claim["verdict"]:
        case "proved":
            return _proved(claim)
        case "holds":
            return _holds(claim)
        case "refuted":
            meaning = GRADES[claim["grade"] or ""] if has_grade(claim) else "false as it is printed"
            return f"{meaning[0].upper()}{meaning[1:]}."
        case "undecided":
            return f"It was run, and the evidence does not decide: {claim['why']}."
        case _:
            return "Nobody has run it."


def _proved(claim: PageClaim) -> str:
    proof = claim["proof"]
    if proof is None:
        return ""
    axioms = plural(len(proof["axioms"]["logical"]), "logical axiom")
    textbook = proof["axioms"]["textbook"]
    also = f" and {plural(len(textbook), 'textbook theorem')}" if textbook else ""
    return f"{proof['checked']['by']} accepted a proof, from {axioms}{also} alone."


def _holds(claim: PageClaim) -> str:
    """Every route agrees; a bound by how much of it is used, a law by what was excluded."""
    power, used = approximate(claim["power"]), approximate(claim["tightness"])
    if used is not None and used <= 1:
        return f"No case that was tried breaks it; the worst uses {_share(used)} of the bound."
    if power is not None:
        return f"Every route agrees; a relative error of {number(claim['power'])} would have shown."
    return "Every route agrees."


def _share(used: float) -> str:
    return "all" if used > 1 - 1e-6 else f"{100 * used:.2g} %"

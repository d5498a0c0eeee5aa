"""From which size on a paper's bounds speak: as printed, in their sharp form, and what speaks where
neither does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lemmata.reports.claims import PageClaim
from lemmata.verify.results.schema import PracticalRecord


@dataclass(frozen=True)
class BoundSize:
    """A bound, its last sharp form that has a size, and the law that is meant for that size."""

    claim: PageClaim
    sharp: PageClaim | None
    instead: PageClaim | None

    @property
    def last(self) -> PracticalRecord | None:
        """What is known of the sharp form, or of the bound itself."""
        found: PracticalRecord | None = (self.sharp or self.claim)["practical"]
        return found


def sizes(claims: Sequence[PageClaim]) -> list[BoundSize]:
    """One for each bound of a paper that names a practical size, and for each of our own beside."""
    by_id = {claim["id"]: claim for claim in claims}
    sized = [claim for claim in claims if claim["practical"]]
    found, named = [], set()
    for claim in sorted(sized, key=lambda claim: claim["paper"] == "sharp"):  # ours last
        if claim["id"] in named:
            continue
        *before, last = claim, *_sharper(claim, by_id)
        known = last["practical"]
        wanted = known.get("instead") if known else None
        found.append(BoundSize(claim, last if before else None, by_id.get(wanted or "")))
        named |= {wanted, *(one["id"] for one in (*before, last))}
    return found


def _sharper(claim: PageClaim, by_id: Mapping[str, PageClaim]) -> Iterator[PageClaim]:
    """Its sharp form, that one's, and so on, as far as they name a size."""
    seen = {claim["id"]}
    while (repair := claim["repair"]) and repair in by_id and repair not in seen:
        claim = by_id[repair]
        if not claim["practical"]:
            return
        seen.add(repair)
        yield claim

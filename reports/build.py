"""results.json -> index.html; reads the results file and the files it names, nothing else."""

from __future__ import annotations

import base64
import functools
import hashlib
import math
import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from reports import performance
from reports.findings import LOOSE, findings, unexpected
from reports.formatting import NOT_GIVEN, approximate, ends, mathml, number, plural, shortened
from reports.gallery import gallery
from reports.plots import plot
from reports.proof_map import proof_map, used_by
from reports.reading import METHODS, VERDICTS, ReadClaim, load, read
from reports.schema import CellRecord
from reports.worst_case import as_python

__all__ = ["build", "mathml", "number", "render"]

WORST_CELLS = 5
UNKNOWN = "unknown"
_TEMPLATES = Path(__file__).with_name("templates")
_DECADES = 3  # the bar of tightness reaches from 1e-3 to 1e3


def build(results: Path) -> Path:
    """Write index.html beside the results file, in one step; the path of the page."""
    page = results.with_name("index.html")
    temporary = page.with_suffix(".tmp")
    # A results file may hold half a character, which no page can.
    page_text = render(load(results), results.parent)
    temporary.write_text(page_text, encoding="utf-8", errors="replace")
    os.replace(temporary, page)
    return page


def render(results: Any, base: Path | None = None) -> str:
    """The page as one self-contained text; ``base`` is where the files that it names stand."""
    found, notes = read(results)
    claims = found["claims"]
    by_id = {claim["id"]: claim for claim in reversed(claims)}
    for claim in claims:
        claim["plot"] = plot(claim, by_id.get(claim["repair"] or ""))
        claim["worst_case"] = as_python(claim)
    known = all(claim["verdict"] in VERDICTS for claim in claims)
    names = VERDICTS if known else (*VERDICTS, UNKNOWN)
    planted = [mutant for claim in claims for mutant in claim["mutants"]]
    measured = base / Path(found["benchmarks"] or performance.NAME).name if base else None
    script = (_TEMPLATES / "script.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return _environment().get_template("index.html.j2").render(
        run=found["run"],
        claims=claims,
        by_id=by_id,
        used_by=used_by(claims),
        counts=_tally(claims, names),
        papers=_by_paper(claims, names),
        routes=sorted({r for c in claims for r in c["routes"]}, key=_method_order),
        vacuous=sum(claim["vacuous"] for claim in claims),
        mutants={"planted": len(planted), "caught": sum(bool(m["caught_by"]) for m in planted)},
        failing=[c["id"] for c in claims if c["failures"] or unexpected(c)],
        findings=findings(claims),
        map=proof_map(claims),
        gallery=gallery(found["figures"], base, notes),
        performance=performance.read(measured, notes) if measured else None,
        script=Markup(script),
        script_hash=f"sha256-{digest}",
        notes=notes.sentences(),
    )  # fmt: skip


@functools.cache  # compiling the templates takes longer than filling them
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["verdicts"] = VERDICTS
    environment.filters.update(
        mathml=mathml, number=number, ends=ends, given=given, worst=worst, plural=plural,
        shortened=shortened, breakable=breakable, unexpected=unexpected, loose=loose, rank=rank,
        plain=plain, log_share=log_share, duration=performance.duration,
        times=performance.times,
    )  # fmt: skip
    return environment


def _tally(claims: list[ReadClaim], names: Iterable[str]) -> dict[str, int]:
    """How many claims have each verdict."""
    counts = Counter(c["verdict"] if c["verdict"] in VERDICTS else UNKNOWN for c in claims)
    return {name: counts[name] for name in names}


def _by_paper(claims: list[ReadClaim], names: Iterable[str]) -> dict[str, dict[str, int]]:
    papers: dict[str, list[ReadClaim]] = {}
    for claim in claims:
        papers.setdefault(claim["paper"], []).append(claim)
    return {paper: _tally(its, names) for paper, its in papers.items()}


def _method_order(method: str) -> tuple[int, str]:
    return METHODS.index(method) if method in METHODS else len(METHODS), method


def given(value: Any) -> Any:
    """``value``, or the words that say it is missing."""
    return NOT_GIVEN if value is None or value in ("", [], {}) else value


def breakable(text: str) -> Markup:
    """An id that may be broken after its paper."""
    return Markup(re.sub(r"([:/])", r"\1<wbr>", str(escape(text))))


def loose(claim: ReadClaim) -> bool:
    used = approximate(claim["tightness"])
    return used is not None and used < LOOSE


def rank(verdict: str) -> int:
    """The place of a verdict in sorting: proved first."""
    return VERDICTS.index(verdict) if verdict in VERDICTS else len(VERDICTS)


def plain(value: Any) -> str:
    """A number as the script sorts it; empty if missing."""
    known = approximate(value)
    if known is None:
        return ""
    return f"{math.copysign(1, known):.0f}e999" if math.isinf(known) else repr(known)


def log_share(value: Any) -> float | None:
    """Where a ratio stands on a logarithmic scale: -1 at 1e-3 and below, 0 at 1, 1 at 1e3."""
    known = approximate(value)
    if known is None or math.isinf(known):
        return None if known is None else math.copysign(1, known)
    return max(-1.0, min(1.0, math.log10(known) / _DECADES)) if known > 0 else -1.0


def worst(cells: list[CellRecord]) -> list[CellRecord]:
    """The few cells that say most: contradictions first, then by how much of the bound is used."""
    order = {"contradicts": 0, "silent": 1}

    def key(cell: CellRecord) -> tuple[int, float]:
        used = approximate(cell["ratio"])
        return order.get(cell["decision"], 2), -(0.0 if used is None else used)

    return sorted(cells, key=key)[:WORST_CELLS]

"""results.json -> index.html; reads the results file, what it names and what stands beside it."""

import base64
import functools
import hashlib
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from lemmata.reports.claims import (
    GRADES,
    METHODS,
    VERDICTS,
    PageClaim,
    PageResults,
    has_grade,
    mutant_counts,
    prepare,
)
from lemmata.reports.font.face import face
from lemmata.reports.formatting import (
    NOT_GIVEN,
    approximate,
    ends,
    mathml,
    number,
    plural,
    prose,
    rank,
    section,
    shorten,
)
from lemmata.reports.gallery.listing import gallery, write_figures
from lemmata.reports.maps.uses import proof_map, used_by
from lemmata.reports.performance import summary, tables
from lemmata.reports.plots.choice import main_law, pictures, plot_of
from lemmata.reports.sharing import export, pages, pdf
from lemmata.reports.story.findings import LOOSE, findings, unexpected
from lemmata.reports.story.glossary import symbols
from lemmata.reports.story.papers import stories
from lemmata.reports.story.search import search_words
from lemmata.reports.story.sizes import sizes
from lemmata.reports.witnesses.worst_case import as_python, witness
from lemmata.verify.results.schema import (
    FALSE_ALARMS,
    FIGURES,
    PICTURES,
    CellRecord,
    FalseAlarms,
    Results,
    read,
    recorded,
)
from lemmata.verify.results.writing import write

WORST_CELLS = 5
TEMPLATES = Path(__file__).with_name("templates")
_DECADES = 3  # the bar of tightness reaches from 1e-3 to 1e3


def build(results: Path) -> Path:
    """Write index.html, coverage.html and a page for each claim beside the results file.

    The result is the path of the first.
    """
    content = read(results, Results)
    found = prepare(content)
    write_figures(found.claims, results.parent)
    context = _context(found, results.parent)
    pages.write_pages(_claim_pages(context), content["claims"], results.parent)
    write_figure_pages(context, results.parent)
    coverage = environment().get_template("coverage.html.j2")
    write(results.with_name("coverage.html"), coverage.render(context, alone=False))
    return write(results.with_name("index.html"), _index(context))


def document(results: Path) -> Path:
    """export/lemmata.pdf beside the results file; its path."""
    found = prepare(read(results, Results))
    write_figures(found.claims, results.parent)
    page = _index(_context(found, results.parent), printed=True)
    return pdf.print_pdf(page, results.parent / export.DIRECTORY / "lemmata.pdf")


def render(results: Results, base: Path | None = None) -> str:
    """The page as one self-contained text; ``base`` is where the files that it names stand."""
    return _index(_context(prepare(results), base))


def _index(context: dict[str, Any], printed: bool = False) -> str:
    template = environment().get_template("index.html.j2")
    return template.render(context, alone=False, printed=printed)


def _claim_pages(context: dict[str, Any]) -> Iterator[tuple[PageClaim, str]]:
    template = environment().get_template("claim_page.html.j2")
    for claim in context["claims"]:
        yield claim, template.render(context, claim=claim, alone=True, printed=False)


def write_figure_pages(context: dict[str, Any], base: Path) -> None:
    """figures/STEM.html for each figure, beside its files; of figures that are gone none stays."""
    template = environment().get_template("figure_page.html.j2")
    written = set()
    for figure in context["gallery"]:
        path = base / FIGURES / f"{figure['stem']}.html"
        path.parent.mkdir(exist_ok=True)
        written.add(write(path, template.render(context, figure=figure, alone=True)))
    for path in set((base / FIGURES).glob("*.html")) - written:
        path.unlink()


def _context(found: PageResults, base: Path | None) -> dict[str, Any]:
    """All that templates are made from."""
    run, claims, drawn, papers, sentences, notes = found
    by_id = {claim["id"]: claim for claim in reversed(claims)}
    dense = pictures(base / PICTURES) if base else {}
    for claim in claims:
        claim["plot"] = plot_of(claim, claims, dense)
        claim["worst_case"] = as_python(claim)
        claim["witness"] = found_witness = witness(claim)
        claim["shown_ratio"] = found_witness.ratio if found_witness else claim["tightness"]
    alarms = base / FALSE_ALARMS if base else None
    beside: dict[str, Any] = {
        "gallery": gallery(drawn, claims, base, notes),
        "performance": tables.performance(base / summary.NAME) if base else None,
        "false_alarms": read(alarms, FalseAlarms) if alarms and alarms.exists() else None,
    }
    return {
        **beside,
        **counts(claims),
        "run": run,
        "shown": _settings(claims),
        "claims": claims,
        "by_id": by_id,
        "about": papers,
        "used_by": used_by(claims),
        "failing": [c["id"] for c in claims if c["failures"] or unexpected(c)],
        "findings": findings(claims),
        "stories": stories(claims, papers),
        "main_law": main_law(claims),
        "textbook": textbook_uses(claims),
        "sizes": sizes(claims),
        "map": proof_map(claims),
        "notes": notes.sentences(),
        "sentences": sentences,
    }


def counts(claims: list[PageClaim]) -> dict[str, Any]:
    """How many there are of each kind."""
    routes = {route for claim in claims for route in claim["routes"]}
    words = Counter(claim["verdict"] for claim in claims)
    by_paper = Counter((claim["paper"], claim["verdict"]) for claim in claims)
    return {
        "counts": {name: words[name] for name in VERDICTS},
        "papers": {
            paper: {name: by_paper[paper, name] for name in VERDICTS} for paper, _ in by_paper
        },
        "routes": sorted(routes, key=lambda route: (rank(route, METHODS), route)),
        "tallies": {
            kind: Counter(c["verdict"] for c in claims if (c["kind"] == "figure") is figures)
            for kind, figures in (("claims", False), ("figures and tables", True))
        },
        "not_rerun": sum(c["kind"] == "figure" and not c["evidence"] for c in claims),
        "vacuous": sum(claim["vacuous"] for claim in claims),
        "mutants": mutant_counts(claims),
    }


def textbook_uses(claims: list[PageClaim]) -> dict[str, list[str]]:
    """The textbook theorems that proofs take as axioms, and the claims that rest on each."""
    used: dict[str, list[str]] = {}
    for claim in claims:
        for name in claim["proof"]["axioms"]["textbook"] if claim["proof"] else ():
            used.setdefault(name, []).append(claim["id"])
    return dict(sorted(used.items()))


def _settings(claims: list[PageClaim]) -> list[str]:
    """How the records of the page were made, which may be of many runs; the commonest first."""
    ways = Counter((c["effort"], c["seed"], c["device"]) for c in claims if c["effort"])
    return [
        f"{plural(count, 'claim')} at {effort} effort, seed {seed}, {device or NOT_GIVEN}"
        for (effort, seed, device), count in ways.most_common()
    ]


@functools.cache
def environment() -> jinja2.Environment:
    """How every page is made from its template."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = (TEMPLATES / "script.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    made.globals.update(
        verdicts=VERDICTS,
        grades=GRADES,
        loose=LOOSE,
        stem=pages.stem,
        font=Markup(face()),
        script=Markup(script),
        script_hash=f"sha256-{digest}",
    )
    made.filters.update(
        mathml=mathml,
        number=number,
        recorded=recorded,
        ends=ends,
        given=lambda text: text or NOT_GIVEN,
        rank=rank,
        plural=plural,
        shorten=shorten,
        unexpected=unexpected,
        worst=worst,
        plain=plain,
        log_share=log_share,
        has_grade=has_grade,
        prose=prose,
        section=section,
        amount=tables.amount,
        times=tables.times,
        search_words=search_words,
        symbols=symbols,
    )
    return made


def plain(value: Any) -> str:
    """A number as the script sorts it; empty if missing."""
    known = approximate(value)
    return "" if known is None else repr(known).replace("inf", "1e999")


def log_share(value: Any) -> float | None:
    """Where a ratio stands on a logarithmic scale: -1 at 1e-3 and below, 0 at 1, 1 at 1e3."""
    known = approximate(value)
    least = 10.0**-_DECADES
    return None if known is None else min(1.0, math.log10(max(known, least)) / _DECADES)


def worst(cells: list[CellRecord]) -> list[CellRecord]:
    """The few cells that say most: contradictions first, then by how much of the bound is used."""

    def key(cell: CellRecord) -> tuple[int, float]:
        return rank(cell["decision"], ("contradicts", "silent")), -(approximate(cell["ratio"]) or 0)

    return sorted(cells, key=key)[:WORST_CELLS]

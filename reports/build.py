"""results.json -> a small site: index.html, and the pages that it leads to.

It reads the results file, what that names, and what stands beside it.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lemmata.reports.claims import (
    METHODS,
    VERDICTS,
    PageClaim,
    PageResults,
    mutant_counts,
    prepare,
    unexpected,
)
from lemmata.reports.environment import environment, script
from lemmata.reports.formatting import NOT_GIVEN, plural, rank
from lemmata.reports.gallery.listing import gallery, write_figures
from lemmata.reports.maps.uses import maps_around, proof_map, used_by
from lemmata.reports.performance import summary, tables
from lemmata.reports.plots.choice import pictures, plot_of
from lemmata.reports.sharing import card, export, pages, pdf
from lemmata.reports.story import headings
from lemmata.reports.story.landing import landing
from lemmata.reports.story.papers import PaperStory, stories
from lemmata.reports.story.sizes import sizes
from lemmata.reports.witnesses.worst_case import as_python, witness
from lemmata.verify.results.schema import (
    FALSE_ALARMS,
    FIGURES,
    PICTURES,
    SIZE,
    FalseAlarms,
    Results,
    SizeTables,
    read,
)

SIZE_PAGE = "size.html"
# The pages at the top beside the landing page and the papers': template, name in the menu, heading
# and what they are.
TOOLS = {
    "method.html": ("method", "How we know", "How we know", "Verdicts, routes, proofs, axioms"),
    "ledger.html": ("ledger", "Ledger", "The ledger", "Every claim, to search, filter and sort"),
    "map.html": ("map", "Map", "What rests on what", "What falls with which claim"),
}


def build(results: Path) -> Path:
    """Write the site beside the results file; the result is the path of its first page."""
    content = read(results, Results)
    found = prepare(content)
    svgs = _write_pictures(found, results.parent)
    context = _context(found, results.parent)
    context["card"] = card.PNG * (svgs[0].with_suffix(".png").exists())
    written = {results.parent / name: text for name, text in _pages(context)}
    pages.write_pages(written, content["claims"], found.claims, results.parent)
    return results.with_name("index.html")


def render(results: Results, base: Path | None = None) -> dict[str, str]:
    """Every page by its path; ``base`` is where the files that the results name stand."""
    return dict(_pages(_context(prepare(results), base)))


def draw_pictures(results: Path) -> list[Path]:
    """Build the site with a PNG of each of its pictures, drawn where there is none; their paths."""
    svgs = _write_pictures(prepare(read(results, Results)), results.parent)
    targets = {svg.with_suffix(".png"): svg for svg in svgs}
    missing = {png: svg for png, svg in targets.items() if not png.exists()}
    pdf.draw_png({png: svg.read_text(encoding="utf-8") for png, svg in missing.items()})
    build(results)
    return list(targets)


def _write_pictures(found: PageResults, base: Path) -> list[Path]:
    """The SVG files of the site: what is shown where somebody links to it, then the figures."""
    told = landing(found.claims, stories(found.claims, found.papers))
    return [card.write_card(told, base), *write_figures(found.claims, base)]


def documents(results: Path) -> list[Path]:
    """export/PAPER.pdf for each paper, with its claims and their proofs; their paths."""
    found = prepare(read(results, Results))
    write_figures(found.claims, results.parent)
    context = _context(found, results.parent)
    template = environment().get_template("document.html.j2")
    folder = results.parent / export.DIRECTORY
    return [
        pdf.print_pdf(
            template.render({**context, **_own(story, context)}, printed=True, level=3),
            folder / f"{story.key}.pdf",
        )
        for story in context["stories"]
    ]


def _pages(context: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The path of each page below the folder of the results, and its text."""

    def page(template: str, path: str, heading: str, description: str, **own: Any) -> Any:
        about = {"here": path, "heading": heading, "description": description}
        about["root"] = "../" * path.count("/")
        text = environment().get_template(f"{template}.html.j2").render({**context, **about, **own})
        return path, text

    own: dict[str, Any]
    told = context["landing"]
    yield page("landing", "index.html", told.question, told.found.striptags())
    for path, (template, _, heading, description) in TOOLS.items():
        yield page(template, path, heading, description)
    if context["size"]:
        own = {"scripts": [script("script.js"), script("size.js")]}
        yield page("size_page", SIZE_PAGE, "Size your network", "What the theory says of it", **own)
    for story in context["stories"]:
        yield page("paper", story.page, story.name, story.lead, **_own(story, context))
    for figure in context["gallery"]:
        heading = figure["title"] or figure["id"]
        description = figure["sentence"] or heading
        path = f"{FIGURES}/{figure['stem']}.html"
        own = {"figure": figure}
        if png := figure["files"].get("PNG"):
            own["card"] = f"{FIGURES}/{png}"
        yield page("figure_page", path, heading, description, **own)
    around = maps_around(context["claims"])
    for claim in context["claims"]:
        path = f"{pages.DIRECTORY}/{pages.stem(claim)}.html"
        description = f"{claim['verdict'].capitalize()}: {claim['title'] or claim['id']}"
        own = {"claim": claim, "level": 1, "map": around.get(claim["id"])}
        yield page("claim_page", path, headings.heading(claim), description, **own)


def _own(story: PaperStory, context: dict[str, Any]) -> dict[str, Any]:
    """A paper and its figures."""
    drawn = [one for one in context["gallery"] if one["id"].startswith(f"{story.key}:")]
    return {"story": story, "gallery": drawn}


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
    tabled = base / SIZE if base else None
    sized = read(tabled, SizeTables) if tabled and tabled.exists() else None
    shown = gallery(drawn, claims, base, notes)
    beside: dict[str, Any] = {
        "gallery": shown,
        "performance": tables.performance(base / summary.NAME) if base else None,
        "false_alarms": read(alarms, FalseAlarms) if alarms and alarms.exists() else None,
    }
    told = stories(claims, papers)
    return {
        **beside,
        **counts(claims),
        "run": run,
        "settings": _settings(claims),
        "claims": claims,
        "by_id": by_id,
        "about": papers,
        "used_by": used_by(claims),
        "failing": [c["id"] for c in claims if c["failures"] or unexpected(c)],
        "landing": landing(claims, told),
        "stories": told,
        "by_key": {story.key: story for story in told},
        "menu": _menu(told, bool(sized)),
        "card": "",
        "size": sized,
        "figure_pages": {
            figure["id"]: f"{FIGURES}/{figure['stem']}.html" for figure in reversed(shown)
        },
        "textbook": textbook_uses(claims),
        "axioms": Counter(
            axiom
            for claim in claims
            if claim["proof"]
            for axiom in claim["proof"]["axioms"]["logical"]
        ),
        "sizes": sizes(claims),
        "map": proof_map(claims),
        "notes": notes.sentences(),
        "sentences": sentences,
    }


def _menu(told: list[PaperStory], sized: bool) -> list[tuple[str, str]]:
    """The address and the name of each page that all others lead to."""
    size = [(SIZE_PAGE, "Size your network")] * sized
    tools = [(path, name) for path, (_, name, _, _) in TOOLS.items()]
    return [*((story.page, story.short) for story in told), *size, *tools]


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

"""The page in a real browser: Chromium filters, sorts, follows anchors, copies; nothing is fetched.

Needs the package playwright (extra: browser) and a Chromium on the machine; LEMMATA_CHROMIUM names
one that is not on the path.
"""

from __future__ import annotations

import json
import re
import struct
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lemmata.reports.build import build, draw_pictures
from lemmata.reports.font.face import FAMILY
from lemmata.reports.gallery.test_listing import POINT, drawn
from lemmata.reports.plots.drawing import WIDTH
from lemmata.reports.plots.ink import SIZE
from lemmata.reports.sharing.pdf import CHOSEN, NAMES, NoBrowser, chromium, print_pdf
from lemmata.reports.test_support.records import CLAIM, LAW, PROVED, whole

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

CHROMIUM = chromium()
if CHROMIUM is None:
    pytest.skip(f"no browser: none of {', '.join(NAMES)} is here", allow_module_level=True)
playwright = pytest.importorskip(
    "playwright.sync_api", reason="no playwright: install the extra 'browser'"
)

CLAIMS: list[dict[str, Any]] = [
    CLAIM,
    {**LAW, "uses": []},
    {**LAW, "id": "sharp:tight", "tightness": 0.5, "title": "A tight one", "uses": ["sharp:law"]},
    {**LAW, "id": "sharp:open", "verdict": "undecided", "tightness": "inf", "uses": []},
    {**CLAIM, "id": "paper:cor-2", "verdict": "holds", "tightness": 1e-5, "uses": ["sharp:tight"]},
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    directory: Path = tmp_path_factory.mktemp("page")
    (directory / "results.json").write_text(json.dumps(whole(*CLAIMS)), encoding="utf-8")
    return build(directory / "results.json").parent.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with playwright.sync_playwright() as driver:
        # A container's root has no sandbox and little shared memory; the page is our own.
        settings = ["--no-sandbox", "--disable-dev-shm-usage"]
        try:
            yield driver.chromium.launch(executable_path=CHROMIUM, args=settings)
        except playwright.Error as error:
            pytest.skip(f"{CHROMIUM} does not start: {error.message.splitlines()[0]}")


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The ledger, which must neither complain nor fetch anything while a test uses it."""
    allowed = ["clipboard-read", "clipboard-write"]
    size: ViewportSize = {"width": 1600, "height": 900}
    with browser.new_page(permissions=allowed, viewport=size) as opened:
        complaints, requests = list[str](), list[str]()
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.on("request", lambda request: requests.append(request.url))
        opened.goto(f"{address}/ledger.html")
        yield opened
    assert complaints == []
    fetched = {url for url in requests if url[:5] not in ("data:", "about")}
    assert all(url.startswith(address) and ".html" in url for url in fetched)


@pytest.fixture
def lemma(page: Page, address: str) -> Page:
    """The page of a claim."""
    page.goto(f"{address}/claims/paper-lemma-1.html")
    return page


def shown(page: Page) -> list[str]:
    """The ids of the ledger's visible rows, from the top."""
    links = page.locator("#ledger-table tbody tr:visible th a")
    return [text.strip() for text in links.all_text_contents()]


MUST_BE_NAMED = {
    "link",
    "button",
    "combobox",
    "searchbox",
    "region",
    "navigation",
    "figure",
    "image",
    "heading",
    "DisclosureTriangle",
    "columnheader",
    "rowheader",
}
LEFT = {
    ("paper", "sharp"): ["sharp:law", "sharp:tight", "sharp:open"],
    ("verdict", "refuted"): ["paper:lemma-1"],
    ("verdict", "vacuous"): ["paper:lemma-1", "paper:cor-2"],
    ("route", "exact"): ["paper:lemma-1", "paper:cor-2"],
    ("route", "none"): ["sharp:law", "sharp:tight", "sharp:open"],
}


def test_filters_add_up_and_are_reset(page: Page) -> None:
    for (name, value), left in LEFT.items():
        page.select_option(f"#filters [name={name}]", value)
        assert shown(page) == left
        assert page.text_content("#filters output") == f"{len(left)} of 5 claims"
        page.select_option(f"#filters [name={name}]", "")
    page.fill("#filters [name=text]", "TIGHT one")
    assert shown(page) == ["sharp:tight"]
    page.select_option("#filters [name=paper]", "paper")
    assert shown(page) == []
    page.click("#filters button[type=reset]")
    playwright.expect(page.locator("#filters output")).to_have_text("5 of 5 claims")
    assert shown(page) == [claim["id"] for claim in CLAIMS]


def test_sorting_by_a_column_puts_what_is_missing_last(page: Page) -> None:
    button = page.locator("#ledger-table thead button", has_text="tightness")
    button.click()
    up = ["paper:cor-2", "paper:lemma-1", "sharp:tight", "sharp:open", "sharp:law"]
    assert shown(page) == up
    button.press("Enter")
    assert shown(page) == [*reversed(up[:4]), "sharp:law"]
    head = page.locator("#ledger-table th[aria-sort]")
    assert head.get_attribute("aria-sort") == "descending"
    page.set_viewport_size({"width": 360, "height": 900})  # where there is no table head
    page.select_option("#filters [name=sort]", label="verdict")
    assert shown(page)[-2:] == ["paper:lemma-1", "sharp:open"]


def test_a_search_for_a_name_finds_it_first(page: Page) -> None:
    page.fill("#filters [name=text]", "law")  # the title of paper:lemma-1's repair has it too
    assert shown(page)[0] == "sharp:law"
    page.fill("#filters [name=text]", "cor 2")
    assert shown(page) == ["paper:cor-2"]


def test_a_number_is_found_before_titles_and_a_title_before_texts(
    browser: Browser, tmp_path: Path
) -> None:
    before = {**LAW, "uses": [], "reason": "by lemma 1 of the paper, on wide nets"}
    titled = {**before, "id": "sharp:titled", "title": "Wide nets beyond lemma 1 of a paper"}
    (tmp_path / "results.json").write_text(json.dumps(whole(before, titled, CLAIM)))
    with browser.new_page() as page:
        page.goto(build(tmp_path / "results.json").with_name("ledger.html").as_uri())
        for phrase in ("lemma 1", "paper lemma 1"):
            page.fill("#filters [name=text]", phrase)
            assert shown(page) == ["paper:lemma-1", "sharp:titled", "sharp:law"]
        page.fill("#filters [name=text]", "wide nets")
        assert shown(page) == ["sharp:titled", "sharp:law"]


def test_a_row_leads_to_its_claim(page: Page) -> None:
    page.click("#ledger-table a[href$='sharp-tight.html']")
    page.wait_for_url("**/claims/sharp-tight.html")
    assert page.locator("h1").text_content() == "A tight one"


def test_filters_stand_in_the_address_and_are_read_from_it(page: Page, address: str) -> None:
    page.fill("#filters [name=text]", "a_check one")  # of the evidence, not of the statement
    page.select_option("#filters [name=verdict]", "refuted")
    assert page.evaluate("location.hash") == "#?text=a_check+one&verdict=refuted"
    page.goto("about:blank")
    page.goto(f"{address}/ledger.html#?paper=sharp&text=tight")
    assert shown(page) == ["sharp:tight"]
    page.click("#filters button[type=reset]")
    page.wait_for_url(f"{address}/ledger.html#")


def test_a_symbol_opens_its_meaning_where_it_stands(lemma: Page) -> None:
    lemma.click("[data-symbol='0']")
    assert "an eigenvalue" in (lemma.text_content(".meaning") or "")
    lemma.focus("[data-symbol='0']")
    lemma.keyboard.press("Enter")
    assert lemma.locator(".meaning").count() == 0


def test_the_command_and_the_witness_can_be_copied(lemma: Page) -> None:
    page, article = lemma, lemma.locator("article")
    article.locator("summary", has_text="in Python").click()
    for block in article.locator(".frame:visible").all():
        block.locator("button").click()
        block.locator("button", has_text="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == block.locator("pre").text_content()


def test_the_map_shows_what_falls_with_a_claim(page: Page, address: str) -> None:
    page.goto(f"{address}/map.html")
    page.focus(".node[data-id='sharp:law']")
    falling = page.locator(".node.falls").evaluate_all("nodes => nodes.map(n => n.dataset.id)")
    assert set(falling) == {"sharp:law", "sharp:tight", "paper:cor-2"}
    page.locator(".node[data-id='sharp:law']").blur()
    assert page.locator(".falls").count() == 0


def test_nothing_sticks_out(page: Page, address: str) -> None:
    claim = "claims/paper-lemma-1.html"
    for name in ("index.html", "ledger.html", "method.html", "papers/paper.html", claim):
        page.goto(f"{address}/{name}")
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        for width in (360, 768, 1280, 2000):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
            captions = page.locator("caption").evaluate_all(
                "all => all.map(one => one.getBoundingClientRect().width)"
            )
            assert max(captions, default=0) <= width - 32, (name, width)  # whole beside the table


def test_a_figure_stands_beside_its_points_or_above_them_and_can_be_read(
    browser: Browser, tmp_path: Path
) -> None:
    record = {"id": "paper:figure-1", "title": "A", "svg": "", "csv": "", "published": None}
    claim = drawn("paper:figure-1", {"points": [POINT] * 3})
    (tmp_path / "results.json").write_text(json.dumps(whole(claim, figures=[record])))
    build(tmp_path / "results.json")
    with browser.new_page() as page:
        page.goto((tmp_path / "figures" / "paper-figure-1.html").as_uri())
        for width in (360, 768, 1280, 2000):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            picture = page.locator("figure svg[role=img]").bounding_box()
            points = page.locator(".points table").bounding_box()
            assert picture
            assert points
            beside = points["x"] >= picture["x"] + picture["width"]
            assert beside is (width > 1000)
            assert beside or points["y"] >= picture["y"] + picture["height"]
            assert picture["width"] * SIZE / WIDTH > 11  # pixels of a letter


PAPER = 673  # the width of a page of A4 between its margins, at 96 dots per inch
LONG = r",\quad ".join(rf"q_{{{k}}} = (n - 3/2)\, \lambda/f \le {k}" for k in range(9))


def test_a_printed_page_is_no_wider_than_its_paper_and_has_statements_and_proofs(
    browser: Browser, tmp_path: Path
) -> None:
    law = {**LAW, **PROVED, "statement": LONG}
    (tmp_path / "results.json").write_text(json.dumps(whole(CLAIM, law)), encoding="utf-8")
    build(tmp_path / "results.json")
    with browser.new_page(viewport={"width": PAPER, "height": 971}) as page:
        page.emulate_media(media="print")
        for path in sorted(tmp_path.rglob("*.html")):
            page.goto(path.as_uri())
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            rights = page.locator("main :not(svg *)").evaluate_all(
                "all => all.map(one => one.getBoundingClientRect()).map(r => r.width && r.right)"
            )
            assert max(rights) <= PAPER, path
            if path.name == "ledger.html":
                assert page.locator("tbody .math div:visible").count() == 2, "statements"
            if path.name == "sharp-law.html":
                for part in ("Order is reflexive.", "Theorem law : main.law."):
                    assert page.get_by_text(part).first.is_visible()


def test_without_scripts_everything_can_still_be_read(browser: Browser, address: str) -> None:
    with browser.new_page(java_script_enabled=False) as page:
        page.goto(f"{address}/ledger.html")
        assert page.locator("#ledger-table tbody tr:visible").count() == 5
        assert not page.locator("#filters").is_visible()
        page.goto(f"{address}/claims/paper-lemma-1.html")
        page.locator("article summary", has_text="symbols").click()
        assert page.locator(".symbols dd").first.is_visible()


def test_formulas_are_set_in_the_font_of_the_page(browser: Browser, address: str) -> None:
    with browser.new_page() as page:  # one of its own: to read its style the tools load it again
        page.goto(f"{address}/claims/paper-lemma-1.html")
        page.evaluate("document.fonts.ready")
        tools = page.context.new_cdp_session(page)
        for command in ("DOM.enable", "CSS.enable"):
            tools.send(command)
        root = tools.send("DOM.getDocument")["root"]["nodeId"]
        query = {"nodeId": root, "selector": "article math mi"}
        for node in tools.send("DOM.querySelectorAll", query)["nodeIds"][:3]:
            fonts = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
            assert {(font["familyName"], font["isCustomFont"]) for font in fonts} == {
                (FAMILY, True)
            }


def accessible(page: Page) -> Iterator[tuple[str, str, int]]:
    """What a screen reader is given, in its order: role, name and, of a heading, its level."""
    tools = page.context.new_cdp_session(page)
    tools.send("Accessibility.enable")
    nodes = {n["nodeId"]: n for n in tools.send("Accessibility.getFullAXTree")["nodes"]}
    left = [next(n["nodeId"] for n in nodes.values() if "parentId" not in n)]
    while left:
        node = nodes[left.pop()]
        left += reversed([child for child in node.get("childIds", []) if child in nodes])
        if not node["ignored"]:
            more = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
            name = node.get("name", {}).get("value", "").strip()
            yield node["role"]["value"], name, int(more.get("level") or 0)


def test_a_screen_reader_is_given_names_headings_in_order_and_plots_in_words(
    page: Page, address: str
) -> None:
    counts = Counter[str]()
    for name in ("index.html", "ledger.html", "method.html", "claims/paper-lemma-1.html"):
        page.goto(f"{address}/{name}")
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        found = list(accessible(page))
        counts.update(role for role, _, _ in found)
        assert [role for role, named, _ in found if role in MUST_BE_NAMED and not named] == []
        levels = [level for role, _, level in found if role == "heading"]
        assert levels[0] == 1
        assert all(below <= above + 1 for above, below in pairwise(levels))
        described = page.locator("figure svg[role=img] > desc").all_text_contents()
        assert all(described)
    assert {role for role in MUST_BE_NAMED if not counts[role]} == set()


def test_the_ledger_is_walked_through_by_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "text"  # the search
    seen = set()
    for _ in range(60):
        seen.add(page.evaluate("document.activeElement.tagName"))
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        if page.evaluate("document.activeElement === document.body"):
            break
        assert outline != "none"  # where one is can be seen
    assert {"INPUT", "SELECT", "BUTTON", "A"} <= seen


def test_a_plot_tells_its_values_by_pointer_and_by_keyboard(lemma: Page) -> None:
    plot = lemma.locator("article svg[data-points]").first
    plot.hover()
    read = lemma.locator("article .read").first
    assert "observed" in (read.text_content() or "")
    plot.focus()
    lemma.keyboard.press("ArrowRight")
    lemma.keyboard.press("ArrowRight")
    first = read.text_content()
    lemma.keyboard.press("ArrowRight")
    assert read.text_content() != first


def test_a_pdf_is_printed_or_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "export" / "page.pdf"
    monkeypatch.setenv(CHOSEN, str(tmp_path / "no browser"))
    with pytest.raises(NoBrowser, match="does not print"):
        print_pdf("<p>a page", target)
    monkeypatch.setenv(CHOSEN, CHROMIUM or "")
    assert not target.exists()
    assert print_pdf("<p>a page", target).read_bytes().startswith(b"%PDF")
    monkeypatch.setenv(CHOSEN, "")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoBrowser, match="no Chromium is here"):
        print_pdf("<p>a page", target)


def test_each_picture_is_drawn_as_png_and_shown_where_a_page_is_linked(tmp_path: Path) -> None:
    claim = drawn("paper:figure-1", {})
    record = {"id": claim["id"], "title": "A", "svg": "", "csv": "", "published": None}
    (tmp_path / "results.json").write_text(json.dumps(whole(claim, figures=[record])))
    figure, card = tmp_path / "figures" / "paper-figure-1.png", tmp_path / "card.png"
    assert set(draw_pictures(tmp_path / "results.json")) == {card, figure}
    sizes = [struct.unpack(">II", path.read_bytes()[16:24]) for path in (card, figure)]
    assert sizes[0] == (2400, 1260)
    assert sizes[1][0] == 1280
    for page, address in (("index.html", "card.png"), ("figures/paper-figure-1.html", figure.name)):
        (image,) = re.findall(r'og:image" content="(.*?)"', (tmp_path / page).read_text())
        assert image.endswith(address)
        assert ((tmp_path / page).parent / image).resolve().exists()
    card.write_bytes(b"of the same picture")
    draw_pictures(tmp_path / "results.json")
    assert card.read_bytes() == b"of the same picture"


def test_what_is_folded_is_printed(lemma: Page) -> None:
    assert lemma.locator("#paper\\:lemma-1 .fold[open]").count() == 0
    lemma.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert lemma.locator(".fold:not([open])").count() == 0
    lemma.evaluate("dispatchEvent(new Event('afterprint'))")
    assert lemma.locator(".fold[open]").count() == 0

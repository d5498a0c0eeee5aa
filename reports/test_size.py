"""The calculator of the page in Chromium, against lemmata.predict; and the tables it is made of."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import lemmata
from lemmata.reports.build import build
from lemmata.reports.test_browser import browser
from lemmata.reports.test_support.records import CLAIM, LAW, whole
from lemmata.theory.ledger import claims
from lemmata.verify.phases.grid import NORMS, WEIGHTS
from lemmata.verify.prediction import tables
from lemmata.verify.prediction.prediction import UNKNOWN, PredictedRow
from lemmata.verify.prediction.setting import LARGEST, LINEAR, ORDERS
from lemmata.verify.results.schema import SIZE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser"]
CITED = "sharp:haar-growth"
SIZES: list[dict[str, Any]] = [
    {"width": 284, "batch": 32, "weights": "gaussian"},  # beside a critical width
    {"width": 285, "batch": 32, "weights": "gaussian"},
    {"width": 64, "batch": 63},
    {"width": 64, "batch": 64},
    {"width": 64, "batch": 65, "centred": True},
    {"width": 4096, "batch": 4095},
    {"width": 32, "batch": 8, "activation": "tanh"},  # measured
    {"width": 90, "batch": 32, "activation": "relu", "norm": "layer", "residual": True},
    {"width": 32, "batch": 64, "weights": "gaussian", "depth": 5},
    {"width": 16, "batch": 200, "weights": "gaussian", "depth": 5000},
    {"width": LARGEST, "batch": 3, "weights": "gaussian", "centred": True},
    {"width": 1, "batch": 2, "depth": 1},
]


def drawn(count: int) -> Iterator[dict[str, Any]]:
    """Random networks, half of them of BN and linear layers, of which the laws speak."""
    rng = random.Random(35)
    for k in range(count):
        size = {name: round(2 ** rng.uniform(1.6, 13)) for name in ("width", "batch", "depth")}
        linear = k % 2 == 0
        norm = "batch" if linear else rng.choice(NORMS)
        yield {
            **size,
            "norm": norm,
            "weights": rng.choice(WEIGHTS),
            "activation": LINEAR if linear else rng.choice((LINEAR, *ORDERS)),
            "residual": not linear and rng.random() < 0.5,
            "centred": norm == "batch" and rng.random() < 0.4,
        }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = tmp_path_factory.mktemp("size")
    tables.renew(found, claims())
    records = whole(CLAIM, {**LAW, "id": CITED, "verdict": "undecided", "uses": []})
    (found / "results.json").write_text(json.dumps(records), encoding="utf-8")
    build(found / "results.json")
    return found


@pytest.fixture
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    """The page, which must neither complain nor fetch anything while a test uses it."""
    with browser.new_page() as opened:
        complaints = list[str]()
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.goto((folder / "size.html").as_uri())
        yield opened
    assert complaints == []


def answers(page: Page, network: dict[str, Any]) -> tuple[str, list[list[str]]]:
    """What the page says of a network that its address names: in words, and row by row."""
    query = "&".join(f"{name}={value}" for name, value in network.items())
    page.evaluate(
        "hash => new Promise(done => { addEventListener('hashchange', () => done(),"
        " {once: true}); location.hash = hash + '&' + Math.random(); })",
        query,
    )
    rows = page.locator("#size-network tbody tr").evaluate_all(
        "rows => rows.map(row => [row.cells[0].firstChild.dataset.plain,"
        " row.cells[0].lastChild.dataset.plain, ...[...row.cells].slice(1)"
        ".map(cell => cell.textContent.trim())])"
    )
    return page.locator("#size-network [role=status]").text_content() or "", rows


def differs(row: PredictedRow, shown: list[str]) -> bool:
    """In more than one percent of a number."""
    quantity, sentence, value, verdict, claim = shown
    expected = "undecided" if row.claim == CITED else row.verdict
    if (quantity, sentence, verdict, claim) != (row.quantity, row.sentence, expected, row.claim):
        return True
    if row.value is None:
        return value != ""
    words = value.removeprefix(row.relation).split()
    numbers = [float(word.strip("[],")) for word in words]
    ends = [row.value, *(row.interval or ())]
    return len(ends) != len(numbers) or any(
        abs(x - y) > 0.01 * abs(y) for x, y in zip(numbers, ends, strict=True)
    )


def different(page: Page, network: dict[str, Any]) -> bool:
    said = lemmata.predict(**network)
    words, rows = answers(page, network)
    pairs = zip(said.rows, rows, strict=False)
    return (
        len(said.rows) != len(rows)
        or words != " ".join(said.conclusion)
        or any(differs(row, shown) for row, shown in pairs)
    )


def test_the_calculator_says_what_lemmata_predict_says(page: Page) -> None:
    networks = [*SIZES, *drawn(60)]
    assert [one for one in networks if different(page, one)] == []
    verdicts = {row.verdict for one in networks for row in lemmata.predict(**one).rows}
    assert verdicts == {"proved", "holds", "measured", UNKNOWN}


def test_quantities_and_laws_are_typeset(page: Page) -> None:
    answers(page, {"width": 512, "batch": 128, "weights": "gaussian"})
    plain, shown = page.locator("#size-network tbody th").evaluate_all(
        "heads => [heads.map(one => one.firstChild.dataset.plain).join(),"
        " heads.map(one => one.textContent).join()]"
    )
    assert "1/sum q_i^2" in plain
    assert not {"_", "^", "||"} & set(shown)


def test_tables_that_are_three_percent_off_are_noticed(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    found = json.loads((folder / SIZE).read_text(encoding="utf-8"))
    found["roots"] = {one: [1.03 * v for v in values] for one, values in found["roots"].items()}
    (tmp_path / SIZE).write_text(json.dumps(found), encoding="utf-8")
    (tmp_path / "results.json").write_bytes((folder / "results.json").read_bytes())
    build(tmp_path / "results.json")
    with browser.new_page() as page:
        page.goto((tmp_path / "size.html").as_uri())
        assert different(page, {"width": 512, "batch": 128})


@pytest.mark.parametrize(
    ("network", "words"),
    [
        ({"width": 0, "batch": 8}, "Width is 0; expected a whole number from 1 to 1e+09."),
        ({"width": 8, "batch": 1}, "Batch is 1; BN needs 2 samples or more."),
        ({"width": 8, "batch": 2, "centred": True}, "Batch is 2; BN needs 3 samples or more."),
        ({"width": 2 * LARGEST, "batch": 8}, "Width is 2000000000; expected a whole number"),
    ],
)
def test_what_is_no_network_is_refused_as_predict_refuses_it(
    page: Page, network: dict[str, Any], words: str
) -> None:
    said, rows = answers(page, network)
    assert rows == []
    assert said.startswith(words)
    with pytest.raises(lemmata.Misuse) as refused:
        lemmata.predict(**network)
    assert said.lower() == f"{refused.value}.".lower()


def test_the_form_is_used_by_keyboard_and_kept_in_the_address(page: Page, folder: Path) -> None:
    page.focus("#size-network [name=width]")
    page.keyboard.press("Control+A")
    page.keyboard.type("96")
    page.select_option("#size-network [name=weights]", "gaussian")
    page.check("#size-network [name=centred]")
    kept = "width=96&batch=128&depth=100&activation=linear&weights=gaussian&norm=batch&centred=true"
    assert page.evaluate("location.hash") == f"#{kept}"
    told = page.locator("#size-network [role=status]").text_content()
    command = page.locator("#size-network .answer code").text_content() or ""
    assert command == f"lemmata audit --plan {kept.replace('&', ',')}"
    page.goto("about:blank")
    page.goto(f"{(folder / 'size.html').as_uri()}#{kept}")
    assert page.locator("#size-network [role=status]").text_content() == told
    page.select_option("#size-network [name=norm]", "layer")
    assert page.locator("#size-network [name=centred]").is_disabled()


def test_an_answer_links_to_its_claim_and_has_the_verdict_of_the_results(
    page: Page, folder: Path
) -> None:
    link = page.locator("#size-network tbody a", has_text=CITED).first
    address = link.get_attribute("href") or ""
    assert (folder / address).exists()
    row = page.locator("#size-network tbody tr", has_text=CITED).first
    assert "undecided" in (row.text_content() or "")


def test_nothing_sticks_out(page: Page) -> None:
    for width in (360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        table = page.locator("#size-network .scroll")
        assert table.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_tables_are_small_and_written_again_for_other_code_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (folder / SIZE).stat().st_size < 60_000
    (tmp_path / SIZE).write_bytes((folder / SIZE).read_bytes())
    before = (tmp_path / SIZE).stat().st_mtime_ns
    tables.renew(tmp_path, claims())
    assert (tmp_path / SIZE).stat().st_mtime_ns == before
    monkeypatch.setattr(tables, "code", lambda: "other")
    (tmp_path / SIZE).write_text('{"made": "of an older form"}', encoding="utf-8")
    tables.renew(tmp_path, claims())
    assert json.loads((tmp_path / SIZE).read_text(encoding="utf-8"))["made"] == "other"
    (tmp_path / SIZE).unlink()
    tables.renew(tmp_path, {})  # of a paper from elsewhere
    assert not (tmp_path / SIZE).exists()

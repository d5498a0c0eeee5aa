"""The picture of a link to the site."""

import re
from xml.etree import ElementTree

from lemmata.reports.claims import prepare
from lemmata.reports.gallery.test_listing import POINT, drawn
from lemmata.reports.plots.test_plots import boxes
from lemmata.reports.sharing.card import HEIGHT, WIDTH, draw_card
from lemmata.reports.story.landing import landing
from lemmata.reports.test_support.records import CLAIM, LAW, whole


def test_a_card_asks_the_question_counts_the_claims_and_stays_in_its_frame() -> None:
    figure = drawn("paper:figure-1", {"points": [POINT] * 2})
    for records in ([CLAIM, LAW], [CLAIM, figure, LAW, {**CLAIM, "id": "paper:lemma-2"}]):
        found = prepare(whole(*records))
        told = landing(found.claims, [])
        svg = draw_card(told)
        words = " ".join("".join(node.itertext()) for node in ElementTree.fromstring(svg).iter())
        assert all(part in words for part in told.question.split())
        assert all(f">{card.many}<" in svg for card in told.cards)
        assert "var(" not in svg
        assert "data-points" not in svg
        outside = re.sub(r"<svg [^>]*role=.*</svg>(?=</svg>)", "", svg, flags=re.DOTALL)
        assert all(0 < top < bottom < HEIGHT for _, top, _, bottom in boxes(outside))
        assert all(left > 0 and right < WIDTH for left, _, right, _ in boxes(outside))
        assert ("</svg></svg>" in svg) is (told.picture is not None)

"""The map of claims and textbook theorems."""

from lemmata.reports.build import render
from lemmata.reports.maps.uses import (
    dependents,
    foundations,
    layers,
    maps_around,
    printed_uses,
    proof_map,
)
from lemmata.reports.test_support.records import CLAIM, LAW, PROVED, claims, whole


def test_layers_follow_the_uses() -> None:
    a, b, c = ({**LAW, "id": name} for name in "abc")
    linked = claims({**a, "uses": ["b", "c"]}, {**b, "uses": ["c"]}, {**c, "uses": []})
    rests = foundations(linked)
    assert layers(rests) == [["c"], ["b"], ["a"]]
    assert dependents(rests) == {"a": [], "b": ["a"], "c": ["a", "b"]}
    found = proof_map(linked)
    edges = {(node.id, user) for node in found.nodes for user in node.arrows}
    assert edges == {("b", "a"), ("c", "a"), ("c", "b")}
    assert all(0 <= node.x < found.width and 0 <= node.y < found.height for node in found.nodes)
    alone = claims({**LAW, "uses": ["sharp:law", "nobody"]})  # itself and a stranger
    assert [node.id for node in proof_map(alone).nodes] == ["sharp:law"]


def test_textbook_theorems_of_a_proof_and_every_claim_are_on_the_map() -> None:
    many = [{**LAW, "id": f"sharp:{k}", "uses": []} for k in range(20)]
    proof = {**PROVED["proof"], "contains": ["paper:lemma-1"]}
    found = proof_map(claims(CLAIM, {**LAW, "verdict": "proved", "proof": proof}, *many))
    assert len(found.nodes) == 23
    (rayleigh,) = (node for node in found.nodes if node.claim is None)
    assert rayleigh.falls == ["sharp:law"]
    place = {node.id: node.y for node in found.nodes}
    assert place[rayleigh.id] < place["paper:lemma-1"] < place["sharp:law"]
    names = ["Textbook theorems", "Rest on no other claim", "One step up", "Alone"]
    assert [name.partition(":")[0] for _, name in found.bands] == names
    assert all(place[f"sharp:{k}"] > place["sharp:law"] for k in range(20))
    assert len({(node.x, node.y) for node in found.nodes}) == 23
    assert "textbook Rayleigh" in render(whole(CLAIM, {**LAW, **PROVED}))["map.html"]


def test_what_a_proof_does_without_is_drawn_and_nothing_falls_with_it() -> None:
    proof = {**PROVED["proof"], "axioms": {"logical": [], "textbook": []}}
    proved = {**LAW, "verdict": "proved", "proof": proof}
    first = {**proved, "id": "a", "uses": ["b"]}
    inside = {**proved, "id": "b", "uses": [], "proof": {**proof, "contains": ["a"]}}
    second = {**proved, "id": "c", "uses": ["b", "gone"]}
    linked = claims(first, inside, second)
    assert printed_uses(linked, foundations(linked)) == {"a": [], "b": [], "c": ["b", "gone"]}
    found = {node.id: node for node in proof_map(linked).nodes}
    assert {i: (list(n.arrows), list(n.printed), n.falls) for i, n in found.items()} == {
        "a": (["b"], [], ["b"]),
        "b": ([], ["c"], []),
        "c": ([], [], []),
    }
    assert found["a"].y < found["b"].y < found["c"].y
    assert {node.id for node in maps_around(linked)["c"].nodes} == {"a", "b", "c"}
    assert {node.id for node in maps_around(linked)["a"].nodes} == {"a", "b"}

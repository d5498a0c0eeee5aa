"""The map of claims and facts."""

from reports.build import render
from reports.maps.uses import falling, layers, proof_map, resting
from reports.test_support.records import CLAIM, LAW, claims, whole


def test_layers_follow_the_uses() -> None:
    a, b, c = ({**LAW, "id": name} for name in "abc")
    linked = claims({**a, "uses": ["b", "c"]}, {**b, "uses": ["c"]}, {**c, "uses": []})
    rests = resting(linked)
    assert layers(rests) == [["c"], ["b"], ["a"]]
    assert falling(rests) == {"a": [], "b": ["a"], "c": ["a", "b"]}
    found = proof_map(linked)
    edges = {(node.id, user) for node in found.nodes for user in node.arrows}
    assert edges == {("b", "a"), ("c", "a"), ("c", "b")}
    assert all(0 <= node.x < found.width and 0 <= node.y < found.height for node in found.nodes)
    alone = claims({**LAW, "uses": ["sharp:law", "nobody"]})  # itself and a stranger
    assert [node.id for node in proof_map(alone).nodes] == ["sharp:law"]


def test_a_proof_puts_its_facts_and_claims_on_the_map_and_every_claim_is_on_it() -> None:
    fact = {"name": "Rayleigh", "says": "A quotient.", "reference": "Horn and Johnson, 4.2"}
    proof = {"steps": [], "facts": [fact], "claims": ["paper:lemma-1"], "file": "", "missing": ""}
    many = [{**LAW, "id": f"sharp:{k}", "uses": []} for k in range(20)]
    found = proof_map(claims(CLAIM, {**LAW, "uses": [], "proof": proof}, *many))
    assert len(found.nodes) == 23
    (rayleigh,) = (node for node in found.nodes if node.claim is None)
    assert rayleigh.falls == ["sharp:law"]
    place = {node.id: node.y for node in found.nodes}
    assert place[rayleigh.id] < place["paper:lemma-1"] < place["sharp:law"]
    assert {name for _, name in found.bands} == {"Facts", "Rest on no other claim", "One step up"}
    assert len({(node.x, node.y) for node in found.nodes}) == 23
    assert "fact Rayleigh" in render(whole(CLAIM, {**LAW, "proof": proof}))

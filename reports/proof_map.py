"""The map of the proof: which claim uses which, layer by layer, and what falls with what.

Foundations stand on the left; an arrow runs from a claim to one that uses it.
"""

from __future__ import annotations

from dataclasses import dataclass

from reports.formatting import shortened
from reports.reading import ReadClaim

WIDTH, HEIGHT = 164, 36  # of a node
COLUMN, ROW = 198, 46  # from one to the next
MARGIN = 4
_SWEEPS = 6  # of the ordering by neighbours; more change nothing that one sees


@dataclass(frozen=True)
class Node:
    """A claim on the map: its corner, and the claims that rest on it."""

    claim: ReadClaim
    x: float
    y: float
    name: str
    falls: list[str]


@dataclass(frozen=True)
class Edge:
    """From a claim to one that uses it."""

    source: str
    target: str
    path: str
    verdict: str


@dataclass(frozen=True)
class Map:
    """Nodes and edges in a box; claims that neither use nor are used stand apart."""

    nodes: list[Node]
    edges: list[Edge]
    width: float
    height: float
    apart: list[ReadClaim]


def used_by(claims: list[ReadClaim]) -> dict[str, list[str]]:
    """The ids of the claims that use each claim directly."""
    users: dict[str, list[str]] = {claim["id"]: [] for claim in claims}
    for claim in claims:
        for other in dict.fromkeys(claim["uses"]):
            if other in users and other != claim["id"]:
                users[other].append(claim["id"])
    return users


def falling(claims: list[ReadClaim]) -> dict[str, list[str]]:
    """The ids of the claims that use each claim, directly or through others."""
    users = used_by(claims)

    def reached(start: str) -> list[str]:
        found: dict[str, None] = {}
        ahead = list(users[start])
        while ahead:
            claim_id = ahead.pop(0)
            if claim_id not in found and claim_id != start:
                found[claim_id] = None
                ahead += users[claim_id]
        return list(found)

    return {claim_id: reached(claim_id) for claim_id in users}


def layers(claims: list[ReadClaim]) -> list[list[str]]:
    """Ids by the length of the longest chain of uses below; a cycle is cut where it closes."""
    uses = {claim["id"]: claim["uses"] for claim in claims}
    depth: dict[str, int] = {}

    def deep(claim_id: str, above: frozenset[str]) -> int:
        if claim_id not in depth:
            below = [i for i in uses[claim_id] if i in uses and i not in above and i != claim_id]
            depth[claim_id] = 1 + max((deep(i, above | {claim_id}) for i in below), default=-1)
        return depth[claim_id]

    found: dict[int, list[str]] = {}
    for claim_id in uses:
        found.setdefault(deep(claim_id, frozenset()), []).append(claim_id)
    return [found[k] for k in sorted(found)]


def proof_map(claims: list[ReadClaim]) -> Map:
    """Place every connected claim; neighbours stand near each other."""
    users, falls = used_by(claims), falling(claims)
    linked = {i for i, ids in users.items() if ids} | {i for ids in users.values() for i in ids}
    by_id = {claim["id"]: claim for claim in claims}
    columns = layers([claim for claim in by_id.values() if claim["id"] in linked])
    neighbours = {
        i: [*users[i], *(other for other in by_id[i]["uses"] if other in linked)] for i in linked
    }
    place = _ordered(columns, neighbours)
    nodes = {
        i: Node(by_id[i], MARGIN + COLUMN * k, MARGIN + ROW * place[i], name, falls[i])
        for k, column in enumerate(columns)
        for i in column
        if (name := shortened(i.partition(":")[2] or i, 19))
    }
    edges = [
        Edge(i, user, _path(nodes[i], nodes[user]), by_id[i]["verdict"])
        for i in nodes
        for user in users[i]
    ]
    width = max((node.x for node in nodes.values()), default=0) + WIDTH + MARGIN
    height = max((node.y for node in nodes.values()), default=0) + HEIGHT + MARGIN
    apart = [claim for claim in claims if claim["id"] not in linked]
    return Map(list(nodes.values()), edges, width, height, apart)


def _ordered(columns: list[list[str]], neighbours: dict[str, list[str]]) -> dict[str, float]:
    """A row for each claim: sorted by the mean row of its neighbours, several times over."""
    tallest = max(map(len, columns), default=0)
    place: dict[str, float] = {}

    def settle(column: list[str]) -> None:
        start = (tallest - len(column)) / 2
        place.update({claim_id: start + k for k, claim_id in enumerate(column)})

    def mean(claim_id: str) -> float:
        rows = [place[other] for other in neighbours[claim_id]]
        return sum(rows) / len(rows) if rows else place[claim_id]

    for column in columns:
        settle(column)
    for sweep in range(_SWEEPS):
        for column in columns if sweep % 2 else reversed(columns):
            column.sort(key=mean)
            settle(column)
    return place


def _path(source: Node, target: Node) -> str:
    """A curve that leaves to the right and arrives from the left."""
    x1, x2 = source.x + WIDTH, target.x - 5
    y1, y2 = source.y + HEIGHT / 2, target.y + HEIGHT / 2
    bend = max(24.0, (x2 - x1) / 2)
    return f"M{x1:g},{y1:g} C{x1 + bend:g},{y1:g} {x2 - bend:g},{y2:g} {x2:g},{y2:g}"

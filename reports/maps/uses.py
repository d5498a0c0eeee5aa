"""The map of the proof: which claim uses which, layer by layer, and what falls with what.

Foundations stand on the left; an arrow runs from a claim to one that uses it.
"""

from dataclasses import dataclass

from reports.formatting import shortened
from reports.reading.results import ReadClaim

WIDTH, HEIGHT = 164, 36  # of a node
COLUMN, ROW = 198, 46  # from one to the next
MARGIN = 4
_SWEEPS = 6  # of the ordering by neighbours; more change nothing that one sees


@dataclass(frozen=True)
class Node:
    """A claim on the map: its corner, the claims that rest on it, arrows to those that use it."""

    claim: ReadClaim
    x: float
    y: float
    name: str
    falls: list[str]
    arrows: dict[str, str]


@dataclass(frozen=True)
class ProofMap:
    """Nodes in a box; claims that neither use nor are used stand apart."""

    nodes: list[Node]
    width: float
    height: float
    apart: list[ReadClaim]


def used_by(claims: list[ReadClaim]) -> dict[str, list[str]]:
    """The ids of the claims that use each claim directly."""
    uses = {claim["id"]: claim["uses"] for claim in claims}
    return {i: [user for user in uses if i in uses[user] and user != i] for i in uses}


def falling(claims: list[ReadClaim]) -> dict[str, list[str]]:
    """The ids of the claims that use each claim, directly or through others."""
    users = used_by(claims)
    falls = {}
    for start in users:
        reached = [start]
        for claim_id in reached:  # which grows
            reached += [user for user in users[claim_id] if user not in reached]
        falls[start] = reached[1:]
    return falls


def layers(claims: list[ReadClaim]) -> list[list[str]]:
    """Ids by the length of the longest chain of uses below; a cycle is cut where it closes."""
    uses = {claim["id"]: claim["uses"] for claim in claims}
    depth: dict[str, int] = {}

    def deep(claim_id: str, above: frozenset[str]) -> int:
        if claim_id not in depth:
            path = above | {claim_id}
            below = [deep(other, path) for other in uses[claim_id] if other in uses.keys() - path]
            depth[claim_id] = 1 + max(below, default=-1)
        return depth[claim_id]

    for claim_id in uses:
        deep(claim_id, frozenset())
    return [[i for i in uses if depth[i] == k] for k in sorted(set(depth.values()))]


def proof_map(claims: list[ReadClaim]) -> ProofMap:
    """Place every connected claim; neighbours stand near each other."""
    users, falls = used_by(claims), falling(claims)
    linked = {i for user, ids in users.items() if ids for i in (user, *ids)}
    by_id = {claim["id"]: claim for claim in claims}
    columns = layers([claim for claim in by_id.values() if claim["id"] in linked])
    neighbours = {i: [*users[i], *(u for u in by_id[i]["uses"] if u in linked)] for i in linked}
    row = _ordered(columns, neighbours)
    left = {i: MARGIN + COLUMN * k for k, column in enumerate(columns) for i in column}
    corner = {i: (x, MARGIN + ROW * row[i]) for i, x in left.items()}
    nodes = []
    for i, (x, y) in corner.items():
        arrows = {user: _path((x, y), corner[user]) for user in users[i]}
        name = shortened(i.partition(":")[2] or i, 19)
        nodes.append(Node(by_id[i], x, y, name, falls[i], arrows))
    width = max((node.x for node in nodes), default=0) + WIDTH + MARGIN
    height = max((node.y for node in nodes), default=0) + HEIGHT + MARGIN
    return ProofMap(nodes, width, height, [claim for claim in claims if claim["id"] not in linked])


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


def _path(source: tuple[float, float], target: tuple[float, float]) -> str:
    """A curve that leaves to the right and arrives from the left."""
    x1, x2 = source[0] + WIDTH, target[0] - 5
    y1, y2 = source[1] + HEIGHT / 2, target[1] + HEIGHT / 2
    bend = max(24.0, (x2 - x1) / 2)
    return f"M{x1:g},{y1:g} C{x1 + bend:g},{y1:g} {x2 - bend:g},{y2:g} {x2:g},{y2:g}"

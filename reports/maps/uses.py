"""The map of the proof: what each claim rests on, in bands, and what falls with what.

Textbook theorems stand in the first band, and each claim below all that it rests on. Of a proved
claim that is read off its Rocq proof: textbook theorems that it takes as axioms, and claims whose
proofs are part of it. Of any other it is what the printed argument uses. What the printed argument
of a proved claim uses besides is drawn too: it does not fall with that. A band has as many rows as
it needs.
"""

from dataclasses import dataclass

from lemmata.reports.claims import PageClaim
from lemmata.reports.formatting import shorten

WIDTH, HEIGHT = 178, 30  # of a node
COLUMN, ROW, BAND = 187, 38, 30  # from one to the next; from band to band
ACROSS = 6  # nodes in a row
MARGIN = 4
TEXTBOOK = "textbook "  # before the name of a theorem that is no claim
LETTERS = 30  # of a name; a long one is set narrower
_SWEEPS = 3  # of the ordering by neighbours; more change nothing that one sees


@dataclass(frozen=True)
class Node:
    """A claim or a textbook theorem on the map: its corner, what falls with it, arrows to that.

    ``printed`` are arrows to proved claims that use it in print, and not in Rocq.
    """

    id: str
    claim: PageClaim | None
    x: float
    y: float
    name: str
    falls: list[str]
    arrows: dict[str, str]
    printed: dict[str, str]


@dataclass(frozen=True)
class ProofMap:
    """Nodes in a box, and where each band begins with its name; ``rests`` is what is drawn.

    ``own`` is the id of the claim that the map is about, or empty.
    """

    nodes: list[Node]
    bands: list[tuple[float, str]]
    width: float
    height: float
    rests: dict[str, list[str]]
    own: str = ""


def used_by(claims: list[PageClaim]) -> dict[str, list[str]]:
    """The ids of the claims that use each claim directly, in print."""
    return users_of({claim["id"]: claim["uses"] for claim in claims})


def users_of(rests: dict[str, list[str]]) -> dict[str, list[str]]:
    """The users of each name; ``rests`` has what each name rests on."""
    return {i: [user for user in rests if i in rests[user] and user != i] for i in rests}


def dependents(rests: dict[str, list[str]]) -> dict[str, list[str]]:
    """What rests on each, directly or through others."""
    users = users_of(rests)
    falls = {}
    for start in users:
        reached = [start]
        for name in reached:  # which grows
            reached += [user for user in users[name] if user not in reached]
        falls[start] = reached[1:]
    return falls


def foundations(claims: list[PageClaim]) -> dict[str, list[str]]:
    """What each claim rests on, without what it rests on through another."""
    rests: dict[str, list[str]] = {}
    for claim in claims:
        proof = claim["proof"]
        textbook = [f"{TEXTBOOK}{name}" for name in proof["axioms"]["textbook"]] if proof else []
        rests.update({theorem: [] for theorem in textbook})
        rests[claim["id"]] = [*textbook, *(proof["contains"] if proof else claim["uses"])]
    through = {claim["id"]: set[str]() for claim in claims if claim["proof"]}
    for name in through:
        below = [other for other in rests[name] if other in through]
        # two proofs may have the same lemmas: then neither stands between the other and a third
        through[name] = {i for o in below if name not in rests[o] for i in rests[o]}
    return {
        name: list(dict.fromkeys(i for i in below if i not in through.get(name, ())))
        for name, below in rests.items()
    }


def printed_uses(claims: list[PageClaim], rests: dict[str, list[str]]) -> dict[str, list[str]]:
    """What proved claims use in print alone, but for what rests on them in Rocq."""
    falls = dependents(rests)
    return {
        claim["id"]: [
            other
            for other in claim["uses"]
            if claim["proof"] and other not in (*rests[claim["id"]], *falls[claim["id"]])
        ]
        for claim in claims
    }


def layers(rests: dict[str, list[str]]) -> list[list[str]]:
    """Names by the longest chain of what they rest on; a cycle is cut where it closes."""
    depth: dict[str, int] = {}

    def deep(name: str, above: frozenset[str]) -> int:
        if name not in depth:
            path = above | {name}
            below = [deep(other, path) for other in rests[name] if other in rests.keys() - path]
            depth[name] = 1 + max(below, default=-1)
        return depth[name]

    for name in rests:
        deep(name, frozenset())
    return [[i for i in rests if depth[i] == k] for k in sorted(set(depth.values()))]


def maps_around(claims: list[PageClaim]) -> dict[str, ProofMap]:
    """By claim, what it rests on and what falls with it; none where that is nothing."""
    rests = foundations(claims)
    printed = printed_uses(claims, rests)
    used = {name: [*below, *printed.get(name, ())] for name, below in rests.items()}
    above, below = dependents(rests), dependents(users_of(used))
    near = {c["id"]: {c["id"], *above[c["id"]], *below[c["id"]]} for c in claims}
    return {
        name: proof_map([one for one in claims if one["id"] in ids], name)
        for name, ids in near.items()
        if len(ids) > 1
    }


def proof_map(claims: list[PageClaim], own: str = "") -> ProofMap:
    """Every claim and textbook theorem in its band; neighbours stand near each other.

    Claims without any stand in the last band.
    """
    by_id = {claim["id"]: claim for claim in claims}
    rests = foundations(list(by_id.values()))
    textbook = [name for name in rests if name not in by_id]
    printed = printed_uses(list(by_id.values()), rests)
    claimed = {i: [r for r in (*rests[i], *printed[i]) if r in by_id] for i in by_id}
    met = {
        i for i in by_id if rests[i] or claimed[i] or any(i in below for below in claimed.values())
    }
    first, *further = [[i for i in band if i in met] for band in layers(claimed)] or [[]]
    steps = [f"{'One step' if k == 1 else f'{k} steps'} up" for k in range(1, len(further) + 1)]
    named = [
        ("Textbook theorems", textbook),
        ("Rest on no other claim", first),
        *zip(steps, further, strict=True),
        (
            "Alone: they rest on no other claim, and none rests on them",
            [i for i in by_id if i not in met],
        ),
    ]
    names, bands = [name for name, band in named if band], [band for _, band in named if band]
    users, falls = users_of(rests), dependents(rests)
    in_print = users_of({name: printed.get(name, []) for name in rests})
    corner, starts = _corners(bands, users, rests)
    nodes = [
        Node(
            i,
            by_id.get(i),
            x,
            y,
            _name(i, by_id),
            falls[i],
            {user: _path((x, y), corner[user]) for user in users[i]},
            {user: _path((x, y), corner[user]) for user in in_print[i]},
        )
        for i, (x, y) in corner.items()
    ]
    height = max((node.y for node in nodes), default=0) + HEIGHT + MARGIN
    across = min(ACROSS, max(map(len, bands), default=1))
    width = across * COLUMN - (COLUMN - WIDTH) + 2 * MARGIN
    return ProofMap(nodes, list(zip(starts, names, strict=False)), width, height, rests, own)


def _name(name: str, by_id: dict[str, PageClaim]) -> str:
    own = name.partition(":")[2] or name if name in by_id else name.removeprefix(TEXTBOOK)
    return shorten(own, LETTERS)


def _corners(
    bands: list[list[str]], users: dict[str, list[str]], rests: dict[str, list[str]]
) -> tuple[dict[str, tuple[float, float]], list[float]]:
    """A corner for each, sorted in its band by where its neighbours stand; where bands begin."""
    corner: dict[str, tuple[float, float]] = {}
    starts: list[float] = []

    def settle() -> None:
        y = float(MARGIN)
        starts.clear()
        for band in bands:
            starts.append(y)
            for k, name in enumerate(band):
                corner[name] = (MARGIN + COLUMN * (k % ACROSS), y + 18 + ROW * (k // ACROSS))
            y += 18 + ROW * -(-len(band) // ACROSS) + BAND - 18

    def mean(name: str) -> float:
        near = [corner[other][0] for other in (*users[name], *rests[name]) if other in corner]
        return sum(near) / len(near) if near else corner[name][0]

    settle()
    for _ in range(_SWEEPS):
        for band in bands:
            band[:] = _in_rows(sorted(band, key=mean))
        settle()
    return corner, starts


def _in_rows(band: list[str]) -> list[str]:
    """Sorted from left to right, so that each row runs across the whole width."""
    rows = -(-len(band) // ACROSS)
    return [name for row in range(rows) for name in band[row::rows]]


def _path(source: tuple[float, float], target: tuple[float, float]) -> str:
    """A curve that leaves below and arrives from above."""
    x1, x2 = source[0] + WIDTH / 2, target[0] + WIDTH / 2
    y1, y2 = source[1] + HEIGHT, target[1] - 4
    bend = max(12.0, abs(y2 - y1) / 2)
    return f"M{x1:g},{y1:g} C{x1:g},{y1 + bend:g} {x2:g},{y2 - bend:g} {x2:g},{y2:g}"

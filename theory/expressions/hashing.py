"""Terms whose hash is computed once: else each look into a table would walk a whole term."""

from __future__ import annotations

from typing import Any


class Hashed:
    """Whoever derives from it, as a frozen dataclass, is never altered once it is made."""

    __slots__ = ("_hash",)
    _hash: int

    def __init_subclass__(cls) -> None:
        setattr(cls, "__hash__", Hashed.__hash__)  # noqa: B010, which a dataclass then leaves alone

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(tuple(vars(self).values())))
            return self._hash

    def __getstate__(self) -> dict[str, Any]:
        return vars(self)  # without the hash, which is this process's own

from __future__ import annotations
from theory.weingarten.polynomial import Polynomial


def cost(polynomial: Polynomial) -> float:
    return 0.0

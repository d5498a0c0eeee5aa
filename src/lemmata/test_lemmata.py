"""The public face: every name is there; what it loads, verify/test_rooms.py knows."""

import re
from collections.abc import Callable

import flint
import numpy as np
import pytest

import lemmata


def test_every_name_resolves_and_help_lists_it() -> None:
    assert len(lemmata.__all__) > 70
    for name in lemmata.__all__:
        assert getattr(lemmata, name) is not None
        assert re.search(rf"\b{name}\b", str(lemmata.__doc__)), name
        assert name in dir(lemmata)
    with pytest.raises(AttributeError, match="nothing"):
        _ = lemmata.nothing  # type: ignore[attr-defined]


def test_moments_are_exact() -> None:
    assert lemmata.moment("w11^2 w22^2", d=5) == flint.fmpq(6, 140)
    assert str(lemmata.moment(lemmata.parse("w11^2 w22^2"))) == "(d+1)/(d (d-1) (d+2))"


def test_a_run_returns_results_as_objects() -> None:
    (result,) = lemmata.run(["sharp:lemma-4"], effort="smoke")
    assert isinstance(result, lemmata.Result)
    assert result.claim is lemmata.get("sharp:lemma-4")
    assert result.failures == []
    assert [r.claim.id for r in lemmata.run("sharp:lemma-[4]", effort="smoke")] == ["sharp:lemma-4"]
    with pytest.raises(ValueError, match="did you mean sharp:lemma-4"):
        lemmata.run("sharp:lemma4")


def test_an_error_is_public_and_one_line() -> None:
    """Each is a ``ValueError``; those that refuse what was asked for are a ``Misuse``."""
    refusals = ("NotLoaded", "DataError", "CannotAudit", "BatchTooSmall", "LostSignal")
    for name in refusals:
        assert issubclass(getattr(lemmata, name), lemmata.Misuse)
    raising: dict[type[Exception], Callable[[], object]] = {
        lemmata.Misuse: lambda: lemmata.run("sharp:no-such"),
        lemmata.WeingartenError: lambda: lemmata.moment("w11^", d=3),
        lemmata.HypothesisError: lambda: lemmata.definitions.bn(np.zeros((2, 2))),
        lemmata.DataError: lambda: lemmata.load("no-such", "train"),
    }
    for error, call in raising.items():
        assert issubclass(error, ValueError)
        with pytest.raises(error) as caught:
            call()
        assert len(str(caught.value).splitlines()) == 1


def test_a_network_from_python() -> None:
    import torch

    address = lemmata.Address(0)
    like = torch.zeros(1, dtype=torch.float64)
    X, C = (lemmata.gaussian((1, 4, 4), like, (address / k).generator("cpu")) for k in range(2))
    weights = lemmata.RandomWeights("orthogonal", address / "W", X)
    found = lemmata.gradients(
        lemmata.Network(lemmata.RowNorm()), weights, X, 50, lemmata.readout(C)
    )
    assert found.complete
    assert found.log_dX.isfinite().all()

"""What an audit tries on copies, what it keeps when it is stopped, and how its table is set."""

import math

import pytest
import torch

from lemmata.verify.audit.running import run_audit
from lemmata.verify.audit.test_audit import audit, drawn
from lemmata.verify.audit.test_support import models
from lemmata.verify.audit.work import Subject


def test_advice_is_tried_and_its_effect_measured() -> None:
    """Gaussian maps with tanh: orthogonal ones lower V, a gain lowers growth."""
    torch.manual_seed(0)
    subject = Subject(
        models.shaped(depth=16),
        drawn(16, 16),
        lambda: models.shaped(depth=16),
        more=drawn(16, 16, seed=1),
    )
    found = {one["name"]: one for one in run_audit(subject, seeds=3)["advice"]}
    tried = {name: one for name, one in found.items() if not one["refused"]}
    assert set(tried) == {
        "orthogonal weights",
        "orthogonalise_",
        "a gain exponent",
        "half the batch",
        "twice the batch",
        "a degenerate batch",
        "a batch that the width keeps independent",
    }
    assert [*found][len(tried) :] == ["rescaled weights"]  # BN undoes it: not tried, and last
    assert next(iter(found)) == "a gain exponent"  # which lowers growth most
    assert (
        "15 need a width of 70, not 16"
        in found["a batch that the width keeps independent"]["tried"]
    )
    effects = {name: [effect["effect"] for effect in one["effects"]] for name, one in tried.items()}
    assert effects["orthogonal weights"][1] == "less V"
    assert effects["a gain exponent"][0] == "less growth"
    least = math.sqrt(1 / 7 - 1 / 15)  # of 8 samples that stand there twice, the mean taken off
    assert float(found["a degenerate batch"]["effects"][1]["after"]["mean"] or 0) > least
    for one in found.values():
        for effect in one["effects"]:
            before, after = (float(one["mean"] or 0) for one in (effect["before"], effect["after"]))
            assert effect["difference"]["mean"] == pytest.approx(after - before, abs=1e-9)
            assert min(before, after) >= 0


def test_advice_that_cannot_be_tried_says_why() -> None:
    repeated = drawn(4, 16).repeat(2, 1)
    found = {one["name"]: one for one in audit(models.meterez, repeated[:, :12])["advice"]}
    assert found["twice the batch"]["refused"] == "no more samples are given"
    assert found["a gain exponent"]["refused"] == "no activation follows BN"
    assert "outputs and the batch gives 8 columns" in found["orthogonalise_"]["refused"]
    assert found["no repeated samples"]["tried"] == "4 samples in place of 8"

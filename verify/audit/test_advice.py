"""What an audit tries on copies, what it keeps when it is stopped, and how its table is set."""

import math

import pytest
import torch

from lemmata.theory.test_support.comparing import over
from lemmata.verify.audit import table
from lemmata.verify.audit.errors import AuditInterrupted
from lemmata.verify.audit.running import audited
from lemmata.verify.audit.test_audit import audit, drawn
from lemmata.verify.audit.test_support import models
from lemmata.verify.audit.work import Subject, Work


def test_advice_is_tried_and_its_effect_measured() -> None:
    """Gaussian maps with tanh: orthogonal ones lower V, a gain lowers growth."""
    torch.manual_seed(0)
    subject = Subject(
        models.shaped(depth=16),
        drawn(16, 16),
        lambda: models.shaped(depth=16),
        more=drawn(16, 16, seed=1),
    )
    found = {one["name"]: one for one in audited(subject, seeds=3)["advice"]}
    assert list(found) == [
        "orthogonal weights",
        "orthogonalise_",
        "a gain exponent",
        "half the batch",
        "twice the batch",
        "a degenerate batch",
        "a width below the critical one",
    ]
    assert "15 need a width of 70, not 16" in found["a width below the critical one"]["tried"]
    assert not any(one["refused"] for one in found.values())
    effects = {name: [effect["effect"] for effect in one["effects"]] for name, one in found.items()}
    assert effects["orthogonal weights"][1] == "less V"
    assert effects["a gain exponent"][0] == "less growth"
    least = math.sqrt(1 / 7 - 1 / 15)  # of 8 samples that stand there twice, the mean taken off
    assert float(found["a degenerate batch"]["effects"][1]["after"]["mean"] or 0) > least
    for one in found.values():
        for effect in one["effects"]:
            before, after = (
                abs(float(mean["mean"] or 0)) for mean in (effect["before"], effect["after"])
            )
            assert effect["difference"]["mean"] == pytest.approx(after - before, abs=0.05)


def test_advice_that_cannot_be_tried_says_why() -> None:
    repeated = drawn(4, 16).repeat(2, 1)
    found = {one["name"]: one for one in audit(models.meterez, repeated[:, :12])["advice"]}
    assert found["twice the batch"]["refused"] == "no more samples are given"
    assert found["a gain exponent"]["refused"] == "no activation follows BN"
    assert "outputs and the batch gives 8 columns" in found["orthogonalise_"]["refused"]
    assert found["no repeated samples"]["tried"] == "4 samples in place of 8"


@over([0, 1])
def test_ctrl_c_keeps_the_seeds_that_are_finished(seeds: int) -> None:
    interrupt = pytest.MonkeyPatch()
    measure = Work.measure

    def measured(work: Work, seed: int) -> None:
        if seed == seeds:
            raise KeyboardInterrupt
        measure(work, seed)

    with interrupt.context() as patch:
        patch.setattr(Work, "measure", measured)
        with pytest.raises(AuditInterrupted) as caught:
            audited(Subject(models.meterez(depth=3), drawn(12, 12)), seeds=3)
    record = caught.value.record
    assert (record is None) == (seeds == 0)
    if record is not None:
        assert (record["finished"], record["seeds"], record["advice"]) == (False, 1, [])


def test_a_cell_of_the_table_is_never_cut() -> None:
    for value in (-3.8e-8, 1.5e300, -1.234e-300, -123.4, 99999.0, 1e5, -1e-13, 0.5, -0.0051, 31.0):
        shown = table._cell(value)
        assert len(shown) <= 8
        assert float(shown) == pytest.approx(value, rel=0.35, abs=1e-12)  # one digit at least

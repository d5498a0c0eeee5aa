"""Exact Haar moments agree with sampled ones; that samplers are Haar is chains/test_weights.py.

Every comparison allows five standard errors: a false alarm in two million.
"""

import math

import pytest
import torch
from scipy import stats

from lemmata.theory.weingarten import expect, parse
from lemmata.verify.chains.weights import haar_frame
from lemmata.verify.commands import moment
from lemmata.verify.commands.moment import deviation, evaluate, sample, sampling_cost
from lemmata.verify.seeds import Address

LIKE = torch.zeros(1, dtype=torch.float64)
FIVE = 5.0

# Orders 4, 6 and 8 of several shapes, and odd degrees, whose mean is zero.
EXPRESSIONS = [
    ("w11^4", 3),
    ("w11^2 w22^2", 3),
    ("w11 w12 w21 w22", 3),
    ("w11^2 w22^2 w33^2", 5),
    ("w11 w12 w21 w22 w33^2", 4),
    ("w11^2 w12^2 w21^2 w22^2", 2),
    ("w11^8", 6),
    ("w11^2 w22^2 w33^2 w44^2", 4),
    ("w11 w22 w12 w21 w33 w44 w34 w43", 5),
    ("(w11 + w22 + w33)^2", 3),
    ("w11 + w22 + w33", 3),
    ("w11^3 - w12 w21 w33 + 1/3", 4),
]


def exact(text: str, d: int) -> float:
    mean = expect(parse(text), d)
    return int(mean.p) / int(mean.q)


def test_exact_means_lie_within_five_standard_errors_and_a_wrong_one_far_from_it() -> None:
    found = {(text, d): sample(parse(text), d, Address(0) / text, LIKE) for text, d in EXPRESSIONS}
    deviations = {key: deviation(values, exact(*key))[2] for key, values in found.items()}
    assert {key: off for key, off in deviations.items() if abs(off) >= FIVE} == {}
    # the value for one row; the true one is 4/30
    assert abs(deviation(found["w11^2 w22^2", 3], 1 / 15)[2]) > 20


def test_every_batch_has_a_stream_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moment, "SAMPLES", 1000)
    monkeypatch.setattr(moment, "_ENTRIES", 9 * 300)
    polynomial = parse("w11^2 - 2 w13 w22")
    streams = [
        (n, (Address(7) / k / n).generator("cpu")) for k, n in enumerate([300, 300, 300, 100])
    ]
    parts = [evaluate(polynomial, haar_frame(3, 3, n, LIKE, stream)) for n, stream in streams]
    assert torch.equal(sample(polynomial, 3, Address(7), LIKE), torch.cat(parts))


def test_a_constant_has_no_error_and_wide_matrices_take_long() -> None:
    half = sample(parse("1/2"), 3, Address(0), LIKE)
    assert deviation(half, 0.5) == (0.5, 0.0, 0.0)
    assert deviation(half, 0.25) == (0.5, 0.0, math.inf)
    assert sampling_cost(parse("w11^2 w22^2"), 5) < 1
    assert sampling_cost(parse("w11^2 w22^2"), 10**6) > 3600


def test_the_interval_is_that_of_the_normal_law_at_99_percent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        moment, "sample", lambda *_: torch.tensor([0.0, 2.0, 4.0], dtype=torch.float64)
    )
    moment._print_sampled(parse("w11^2"), 3, 0, 1.0)
    _, _, interval, away = capsys.readouterr().out.splitlines()
    low, high = map(float, interval.partition("[")[2].partition("]")[0].split(","))
    half = stats.norm.ppf(0.995) * 2 / math.sqrt(3)
    assert (low, high) == pytest.approx((2 - half, 2 + half), rel=1e-7)
    assert away.split()[1] == f"{math.sqrt(3) / 2:+.2f}"

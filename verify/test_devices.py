"""Everything that draws samples runs where it is told to: nothing names a device or mixes two.

What a check can draw with is found in the sources, so that nothing new is forgotten.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import torch

from verify import chains, depth, test_chains, test_kernels
from verify.chains import Chain
from verify.fake_device import fake_cuda
from verify.network import ACTIVATIONS, Kind, Network, RandomWeights, RowNorm, StandardBN
from verify.seeds import Address

VERIFY = Path(__file__).parent


def kernel_makers() -> set[str]:
    """Every function of verify's own modules that returns a kernel."""
    return {
        node.name
        for path in VERIFY.glob("*.py")
        if not path.name.startswith("test_")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        if isinstance(node.returns, ast.Name) and node.returns.id == "Kernel"
    }


def test_every_kernel_is_run_on_another_device() -> None:
    assert {*test_kernels.KERNELS, *test_kernels.SIGNED} == kernel_makers()


def test_every_chain_is_run_on_another_device() -> None:
    named = [value for value in vars(chains).values() if isinstance(value, Chain)]
    assert len(named) >= 6
    assert all(any(chain is other for other in test_chains.EVERY.values()) for chain in named)


def test_no_source_names_a_device() -> None:
    """Only the command line, the seeds and the fake one know their names."""
    known = {"cli.py", "device.py", "fake_device.py", "runner.py", "results.py"}
    for path in VERIFY.rglob("*.py"):
        if path.name in known or path.name.startswith("test_"):
            continue
        constants = [
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant)
        ]
        assert not {"cuda", "mps"} & {value for value in constants if isinstance(value, str)}, path


def test_mixing_devices_is_seen() -> None:
    with fake_cuda() as device:
        here, there = torch.empty(3), torch.empty(3, device=device)
        with pytest.raises(RuntimeError):
            there + here
        with pytest.raises(RuntimeError, match="copied"):
            there[:2] = here[:2]


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("normalisation", [RowNorm(), RowNorm(scaled=True), StandardBN()])
@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("repeated", [False, True])
def test_gradients_stay_on_the_device_of_their_input(
    monkeypatch: pytest.MonkeyPatch,
    kind: Kind,
    normalisation: RowNorm | StandardBN,
    activation: str,
    repeated: bool,
) -> None:
    monkeypatch.setattr(Address, "generator", lambda self, device, index=0: None)
    monkeypatch.setattr(depth, "bool", lambda finite: True, raising=False)  # it has no value here
    with fake_cuda() as device:
        X = torch.empty(2, 4, 4, device=device, dtype=torch.float64)
        ties = torch.arange(4, device=device) % 2 if repeated else None
        network = Network(normalisation, ACTIVATIONS[activation])
        weights = RandomWeights(kind, Address(0), X)
        found = depth.gradients(
            network, weights, X, 5, depth.readout(torch.empty_like(X)), spacing=2, ties=ties
        )
        for values in (found.log_dW, found.log_dX, found.log_jacobian):
            assert values.device.type == "cuda"

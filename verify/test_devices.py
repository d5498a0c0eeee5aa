"""Everything that draws samples runs where it is told to: nothing names a device or mixes two.

What a check can draw with is found in the sources, so that nothing new is forgotten.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from lemmata.theory.ledger import PAPERS
from lemmata.theory.test_support.comparing import over
from lemmata.verify.audit.comparison import explosion
from lemmata.verify.audit.running import run_audit
from lemmata.verify.audit.schema import AuditRecord
from lemmata.verify.audit.test_support import models
from lemmata.verify.audit.work import Subject
from lemmata.verify.chains import chain as chains
from lemmata.verify.chains import test_chain as test_chains
from lemmata.verify.chains import test_kernels
from lemmata.verify.chains.chain import bn, bn_of_unit_norm
from lemmata.verify.chains.gaps import by_singular_values
from lemmata.verify.chains.gaussian_kernels import first_layer, second_moments
from lemmata.verify.chains.kernels import floats_on
from lemmata.verify.chains.weights import gaussian, symmetric_root
from lemmata.verify.daneshmand2021.figures import figure_3
from lemmata.verify.daneshmand2021.figures_in_training import figure_6
from lemmata.verify.data.loading import Split
from lemmata.verify.depth import gradients as depth
from lemmata.verify.depth import slopes
from lemmata.verify.depth.network import (
    ACTIVATIONS,
    Network,
    RandomWeights,
    RowNorm,
    StandardBN,
    WeightLaw,
)
from lemmata.verify.depth.slopes import Deep
from lemmata.verify.figures.images import SIDE, fields
from lemmata.verify.figures.reproduction import runs_of
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.meterez2024.appendix_d import batches, remark_augmentation, remark_batch_sizes
from lemmata.verify.meterez2024.figures import figure_1
from lemmata.verify.meterez2024.figures_in_training import table_d1
from lemmata.verify.nn.networks import Architecture
from lemmata.verify.phases.grid import PhaseCell, phase_layers
from lemmata.verify.phases.simulation import simulate
from lemmata.verify.registry import Effort, Run
from lemmata.verify.seeds import Address
from lemmata.verify.sharp.gradients import sampled as gradients
from lemmata.verify.sharp.normalisations import evaluation_mode
from lemmata.verify.statistics.estimate import asymptotic, estimate
from lemmata.verify.training import tensors
from lemmata.verify.training.conftest import blobs
from lemmata.verify.training.evaluation import repairs
from lemmata.verify.training.running import run_training, stored_series, train
from lemmata.verify.training.settings import Training

VERIFY = Path(__file__).parent
TESTS = set(VERIFY.rglob("test_*.py"))


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def functions(paths: Iterable[Path]) -> list[ast.FunctionDef]:
    return [node for path in paths for node in nodes(path) if isinstance(node, ast.FunctionDef)]


def kernel_makers() -> set[str]:
    """Every function of verify's own modules that makes a kernel."""
    made = functions(set((VERIFY / "chains").glob("*.py")) - TESTS)
    return {f.name for f in made if "kernel" in (getattr(by, "id", "") for by in f.decorator_list)}


def names_in(tree: ast.AST) -> set[str]:
    """Every name that a piece of code mentions."""
    found = list(ast.walk(tree))
    return {node.id for node in found if isinstance(node, ast.Name)} | {
        node.attr for node in found if isinstance(node, ast.Attribute)
    }


def draws(module: str) -> bool:
    """Whether a module of verify is written in torch."""
    file = VERIFY.parent / f"{module.removeprefix('lemmata.').replace('.', '/')}.py"
    if not module.startswith("lemmata.verify.") or not file.exists():
        return False
    return any(imports_torch(node) for node in ast.parse(file.read_text(encoding="utf-8")).body)


def imports_torch(node: ast.AST) -> bool:
    return isinstance(node, ast.Import) and node.names[0].name == "torch"


def drawn_with(function: ast.FunctionDef) -> set[str]:
    """What a function uses to draw: what it imports when it runs, and itself if that is torch."""
    found: set[str] = set()
    for node in ast.walk(function):
        if imports_torch(node):
            found.add(function.name)
        elif isinstance(node, ast.ImportFrom) and draws(str(node.module)):
            found |= {alias.name for alias in node.names if not alias.name.isupper()}
    return found


def test_every_sampler_of_a_check_runs_on_another_device() -> None:
    """Checks load torch when they run, so that what they draw with is imported in functions.

    What a test under the fake device mentions is run there, and the kernels, which have a table;
    nothing is exempted.
    """
    assert {*test_kernels.KERNELS, *test_kernels.SIGNED} == kernel_makers()
    rooms = ("chains/orthogonal_cells", "chains/gaussian_cells", "depth/slopes")
    packages = [path for key in PAPERS for path in (VERIFY / key).rglob("*.py")]
    checking = functions([*(VERIFY / f"{name}.py" for name in rooms), *packages])
    used = {name for function in checking for name in drawn_with(function)}
    assert len(used) > 25
    faked = [names for names in map(names_in, functions(TESTS)) if "fake_cuda" in names]
    assert used - kernel_makers().union(*faked) == set()


def test_every_chain_is_run_on_another_device() -> None:
    named = {value for name, value in vars(chains).items() if name.endswith("_layer")}
    assert len(named) >= 5
    assert named - {chains.activated_layer} <= {*test_chains.EVERY.values()}


def test_no_source_names_a_device() -> None:
    """Only the choice of a device and the fake one know their names."""
    sources = set(VERIFY.rglob("*.py")) - TESTS
    for path in sources:
        if path.name not in ("device.py", "fake_device.py"):
            constants = {str(n.value) for n in nodes(path) if isinstance(n, ast.Constant)}
            assert not {"cuda", "mps"} & constants, path


NORMALISATIONS = RowNorm(), RowNorm(scaled=True), StandardBN()


@over(  # every law with every normalisation, and every activation
    [
        *product(WeightLaw, NORMALISATIONS, ["tanh"], [False, True]),
        *product([WeightLaw.GAUSSIAN], [StandardBN()], ACTIVATIONS, [False]),
    ]
)
def test_gradients_stay_on_the_device_of_their_input(
    kind: WeightLaw, normalisation: Any, activation: str, repeated: bool
) -> None:
    with fake_cuda() as device:
        stream = Address(0).generator(str(device))
        X = gaussian((2, 4, 4), floats_on(str(device)), stream)
        ties = torch.arange(4, device=device) % 2 if repeated else None
        X = X if ties is None else X[..., ties]
        network = Network(normalisation, ACTIVATIONS[activation])
        weights = RandomWeights(kind, Address(0), X)
        found = depth.gradients(
            network, weights, X, 5, depth.readout(torch.ones_like(X)), spacing=2, ties=ties
        )
        for values in (found.log_dW, found.log_dX, found.log_jacobian):
            assert values.device.type == "cuda"
            assert not bool(values.isnan().any())


def test_slopes_stay_on_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slopes, "DEPTH", 2)
    monkeypatch.setattr(slopes, "REPLICAS", {2: 2})
    with fake_cuda() as device:
        run = Run(lambda: None, Effort.SMOKE, Address(0), str(device))
        assert floats_on(run.device).device.type == device.type
        for _, X in slopes.inputs(2, 2, run, Address(0)):
            stream = Address(0).generator(run.device)
            assert bn(gaussian((1, 2, 2), X, stream)).device == X.device
            assert X.device.type == device.type
        assert len(list(slopes.gradient_cells(run, 1.0, {}))) == 3 * 3
        assert gradients.slopes(run, slopes.Pair(3, 16, 2), Address(0)).shape == (32,)
        case = Deep("orthogonal", 3, 3, 10, 2, distinct=2, invariant=True)
        assert slopes.profile(run.device, Address(0), case).log_dW.device.type == device.type
        assert slopes.slopes(run, [case])[0].shape == (2,)


def run_on(device: torch.device) -> Run:
    return Run(lambda: None, Effort.SMOKE, Address(0), str(device))


def test_single_layers_and_events_on_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(figure_3.LAYERS, Effort.SMOKE, 3)
    with fake_cuda() as device:
        run = run_on(device)
        stream = run.address.generator(run.device)
        H = first_layer(stream, [0.1, 0.9], 6, 3, run.device)
        assert torch.allclose(torch.linalg.matrix_norm(bn_of_unit_norm(H)), H.new_ones(3))
        root = symmetric_root(H.mT @ H)
        assert torch.allclose(root @ root, H.mT @ H)
        assert set(figure_3.a1_holds(run, 2, 3)) <= {0.0, 1.0}
        assert not figure_3.a1_holds(run, 8, 8).any()  # no run is left
        assert figure_3.a1_holds(run, 2, 50).all()
        found = evaluation_mode.ratios(run, 8, 3)
        assert found == pytest.approx([(7 / 8) ** (l / 2) for l in range(1, 4)])


def test_estimates_take_their_samples_from_the_device() -> None:
    with fake_cuda() as device:
        run = run_on(device)
        kernel = second_moments([0.1, 0.9], 8, 50, run.device)
        found = estimate(run, "cell", kernel, 0.0, [1.0, 1.0], batch=50, batches=2)
        assert found.samples == 50
        assert (found.lower <= found.upper).all()
        assert asymptotic(run, "cell", kernel, batch=50).estimate.shape == (2,)


def test_simulated_phases_on_the_device() -> None:
    with fake_cuda() as device:
        for one in phase_layers():
            found = simulate(PhaseCell(one, 16, 8), Address(0), 2, str(device), layers=12, deep=4)
            assert np.isfinite(found.rank).all(), one


def test_batches_of_images_on_the_device() -> None:
    pixels = np.random.default_rng(0).integers(0, 255, (20, 1, 4, 4)).astype(np.uint8)
    split = Split("made up", "train", pixels, np.zeros(20, dtype=np.int64), 10, "made up")
    measured = (table_d1.ranks, remark_augmentation.ranks, remark_batch_sizes.full)
    here = [one(run_on(torch.device("cpu")), split, 8) for one in measured]
    with fake_cuda() as device:
        run = run_on(device)
        assert repr([one(run, split, 8) for one in measured]) == repr(here)
        X = next(batches.batches(run, split, 8))
        stream = run.address.generator(run.device)
        moved = remark_augmentation.augmented(X, stream)
        assert (moved.device.type, moved.shape) == ("cuda", X.shape)
        assert batches.gram_rank(torch.cat([X[:3], X[:3]])) == 3


def test_gaps_across_layers_of_torchs_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_6, "LAYERS", 3)
    monkeypatch.setattr(figure_6, "TIMES", dict.fromkeys(figure_6.TIMES, 1))
    with fake_cuda() as device:
        run = run_on(device)
        images = fields(figure_6.N * runs_of(run), run.address, run.device).X
        found = figure_6.in_parts(run, images.mT.view(-1, 3, SIDE, SIDE))
    for values in found.values():
        assert values.shape == (3, runs_of(run))
        assert (values > 0).all()


def test_an_input_of_a_published_gap_on_the_device() -> None:
    with fake_cuda() as device:
        noise = torch.rand((9, 9), generator=Address(0).generator(str(device)), device=device)
        X = figure_1.input_of_gap(1e-3, noise.double())
        assert X.device.type == "cuda"
        assert float(by_singular_values(X)) == pytest.approx(1e-3)


def test_networks_are_trained_and_repaired_on_the_device(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """To the numbers of the CPU, from the CPU's weights and order; and go on from a checkpoint."""
    monkeypatch.setattr(tensors, "load", blobs)
    for kind in ("mlp", "convolutional"):
        architecture = Architecture(2, 4, "tanh", 0.4, kind=kind)
        training = Training(architecture, kind, epochs=1, batch=10, rate=0.05, replicas=2, layers=2)
        if kind == "mlp":
            training = replace(training, orthogonalised=20)
        expected = train(training)
        with fake_cuda() as device:
            place = str(device)
            found = run_training(training, device=place, checkpoints=tmp_path)
            assert all(p.device.type == "cuda" for p in found.network.parameters())
            for name, values in expected.values.items():
                assert torch.allclose(found.values[name], values, rtol=1e-4, equal_nan=True), name
            assert isinstance(found.series.array("train loss, batch statistics"), np.ndarray)
            stored = stored_series(training, place, tmp_path)
            assert stored is not None
            assert torch.equal(stored["V of logits"], found.series["V of logits"])
            for repair in repairs(found):
                assert repair.test.device.type == "cuda"


def test_an_audit_on_the_device_has_the_numbers_of_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it, advice and explosion rates as well."""
    monkeypatch.setattr(explosion, "START", 4)
    monkeypatch.setattr(explosion, "STOP", 8)
    X = torch.randn((12, 12), generator=Address(0).generator("cpu"))

    def audit(place: str) -> AuditRecord:
        def make() -> torch.nn.Module:
            return models.meterez(depth=3).to(place)

        return run_audit(Subject(make(), X.to(place), make, more=X.to(place)), seeds=1)

    expected = audit("cpu")
    with fake_cuda() as device:
        found = audit(str(device))
    for one, other in zip(found["laws"], expected["laws"], strict=True):
        assert (one["id"], one["applies"]) == (other["id"], other["applies"])
        assert one["measured"]["mean"] == pytest.approx(other["measured"]["mean"], rel=1e-5)

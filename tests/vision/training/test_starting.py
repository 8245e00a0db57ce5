"""A finished network goes on being trained: its weights, loaded back, say what it says in the runtime."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detection.crops import INDEX_SIZE
from vision.nets import sessions

QUANTISED = 0.9  # correlation of the answers: activations of 8 bits, on pictures such as none was measured on

torch = pytest.importorskip("torch", reason="networks are trained with PyTorch: the extra `train`")
from vision.training.learning.starting import exported  # noqa: E402  (it needs torch)


@pytest.mark.parametrize("name", ["locate", "refine", "name", "index", "numeral", "latin"])
def test_a_network_loaded_back_says_what_the_runtime_says(name: str) -> None:
    from vision.training.learning import starting
    from vision.training.release import export

    how = export.NETWORKS[name]
    net = how.make()
    starting.begin(net, sessions.FOLDER / f"{name}.onnx", (how.channels, 64, 64) if name == "locate" else _size(how))
    if not sessions.Network(name).quantised:
        assert export._apart(net.eval(), name, sessions.FOLDER) < export.EQUAL
        return
    size = (256, 192) if name == "locate" else how.size
    rough = np.random.default_rng(0).integers(0, 256, (how.count, 24, 16, how.channels), np.uint8)
    pictures = [np.asarray(cv2.resize(each, size), np.uint8) for each in rough]
    with torch.no_grad():
        meant = net.eval()(torch.from_numpy(sessions.batch(pictures).transpose(0, 3, 1, 2).astype(np.float32) / 255))
    meant, said = (meant if torch.is_tensor(meant) else meant[0]).numpy(), sessions.Network(name).run(pictures)[0]
    assert np.corrcoef(meant.ravel(), said.ravel())[0, 1] > QUANTISED


def test_its_normalisations_stay_as_they_are_while_it_learns() -> None:
    from vision.training.learning import starting
    from vision.training.release import export

    how = export.NETWORKS["numeral"]
    net = how.make()
    starting.begin(net, sessions.FOLDER / "numeral.onnx", _size(how))
    starting.go_on(net)
    picture = torch.rand(4, *_size(how))
    learning = net(picture)
    assert torch.equal(learning, net.eval()(picture))
    assert learning.requires_grad


def test_the_weights_of_another_network_are_refused() -> None:
    from vision.training.learning import starting
    from vision.training.release import export

    how = export.NETWORKS["index"]
    with pytest.raises(ValueError, match=r"numeral\.onnx holds another network than IndexReader"):
        starting.begin(how.make(), sessions.FOLDER / "numeral.onnx", _size(how))


def test_class_embeddings_begin_as_the_prototypes(tmp_path: Path) -> None:
    from vision.training.learning.data import CLASSES
    from vision.training.learning.train import Heads

    heads = Heads()
    heads.begin_as(sessions.FOLDER / "name.onnx")
    with np.load(sessions.FOLDER / "prototypes.npz") as stored:
        codes, directions = stored["codes:tarot"].tolist(), stored["directions:tarot"].astype(np.float32)
    mine = torch.nn.functional.normalize(heads.own["tarot"], dim=1).detach().numpy()
    assert CLASSES["tarot"] == codes
    np.testing.assert_allclose(mine, directions, atol=2e-3)


def test_halved_weights_are_read_as_they_are_stored() -> None:
    layers = exported(sessions.FOLDER / "name.onnx")
    assert [weight.dtype for weight, _ in layers] == [np.float32] * len(layers)
    assert layers[-1][0].shape == (1, 128)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of torch, as it exports
def test_training_goes_on_from_quantised_weights(tmp_path: Path) -> None:
    from vision.training.release import export, quantise

    floating = tmp_path / "numeral.onnx"
    net = export.NETWORKS["numeral"].make().eval()
    with torch.no_grad():
        for weights in net.parameters():  # equal ones would be stored once
            weights += 0.01 * torch.randn(weights.shape)
    export.export(net, "numeral", tmp_path)
    rough = np.random.default_rng(0).integers(0, 256, (8, *INDEX_SIZE[::-1], 3), np.uint8)
    quantise.quantise(floating, list(rough), tmp_path / "quantised.onnx")
    for (mine, _), (theirs, _) in zip(exported(tmp_path / "quantised.onnx"), exported(floating), strict=True):
        assert np.abs(mine - theirs).max() < 0.02 * np.abs(theirs).max()


def _size(how: object) -> tuple[int, int, int]:
    from vision.training.release.export import Export

    assert isinstance(how, Export)
    return (how.channels, *how.size[::-1])


def test_what_a_stopped_machine_loses_is_no_training_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training.learning import train

    now = iter([0.0, 6.0, 1000.0, 1006.0])
    monkeypatch.setattr(train.time, "monotonic", lambda: next(now))
    clock = train.Clock(minutes=1, peak=0.001)
    assert clock.part == pytest.approx(0.1)
    assert clock.part == pytest.approx(0.1 + train.PAUSE / 60)
    assert clock.part == pytest.approx(0.2 + train.PAUSE / 60)


def test_prototypes_are_fitted_to_a_namer_and_stay_near_where_they_began() -> None:
    from vision.training.learning.heads import fitted

    torch.manual_seed(1)
    unit = torch.nn.functional.normalize
    begun = unit(torch.randn(40, 128), dim=1)
    true = unit(begun + 0.1 * torch.randn(40, 128), dim=1)
    cards = torch.arange(40).repeat(20)
    after = fitted(begun, unit(true[cards] + 0.1 * torch.randn(800, 128), dim=1), cards)
    assert (after * true).sum(1).mean() > (begun * true).sum(1).mean() + 0.05
    assert (after * begun).sum(1).min() > 0.5

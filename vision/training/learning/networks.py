"""The networks: detector, refiner, classifier, and the readers of indices, letters, numerals and Latin suits."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from vision.classification import letter_reader, numeral_reader
from vision.decks.indices import NOTHING
from vision.detection.crops import REFINE_CHANNELS

STRIDE = 8
LOCATE_CHANNELS = 11  # card here, quality, visible share, then the eight numbers of vision.detection.geometry.encode
EMBEDDING = 128


class ConvBlock(nn.Sequential):
    def __init__(self, before: int, after: int, stride: int = 1, kernel: int = 3) -> None:
        super().__init__(
            nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(inplace=True),
        )


class Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = ConvBlock(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.second(self.first(x)))


def _stage(before: int, after: int, blocks: int) -> nn.Sequential:
    return nn.Sequential(ConvBlock(before, after, 2), *[Residual(after) for _ in range(blocks)])


class Detector(nn.Module):
    """Picture (B, 3, H, W) in 0..1, H and W multiples of 32, to (B, 11, H/8, W/8)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(ConvBlock(3, 24, 2), ConvBlock(24, 40, 2), Residual(40))
        self.s8 = _stage(40, 80, 2)
        self.s16 = _stage(80, 128, 2)
        self.s32 = _stage(128, 192, 3)
        self.up16, self.mix16 = ConvBlock(192, 128, kernel=1), ConvBlock(128, 128)
        self.up8, self.mix8 = ConvBlock(128, 80, kernel=1), Residual(80)
        self.head = nn.Sequential(ConvBlock(80, 80), nn.Conv2d(80, LOCATE_CHANNELS, 1))

    def forward(self, x: Tensor) -> Tensor:
        eight = self.s8(self.stem(x))
        sixteen = self.s16(eight)
        deep = self.up16(self.s32(sixteen))
        sixteen = self.mix16(sixteen + F.interpolate(deep, scale_factor=2.0, mode="nearest"))
        eight = self.mix8(eight + F.interpolate(self.up8(sixteen), scale_factor=2.0, mode="nearest"))
        out: Tensor = self.head(eight)
        return out


class Refiner(nn.Module):
    """Card crop with claims (B, 5, 112, 80) to (B, 11): corner moves (half crop sizes) 8, card, visible share, IoU."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            ConvBlock(REFINE_CHANNELS, 24, 2),
            _stage(24, 48, 1),
            _stage(48, 96, 1),
            _stage(96, 128, 2),
            ConvBlock(128, 48, kernel=1),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(48 * 5 * 7, 192), nn.ReLU(inplace=True), nn.Linear(192, 11))

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(x))
        return out


class Namer(nn.Module):
    """Card crop (B, 3, 176, 112) to a unit embedding (B, 128) and the logit that the crop is upside down (B, 1)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            ConvBlock(3, 24, 2), _stage(24, 48, 1), _stage(48, 96, 1), _stage(96, 160, 2), _stage(160, 224, 1)
        )
        self.places = nn.Sequential(ConvBlock(224, 40, kernel=1), nn.Flatten())
        self.embed = nn.Linear(224 + 40 * 4 * 6, EMBEDDING)
        self.turned = nn.Linear(EMBEDDING, 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        body = self.body(x)
        raw = self.embed(torch.cat([body.mean((2, 3)), self.places(body)], 1))
        return F.normalize(raw, dim=1), self.turned(raw)


class IndexReader(nn.Module):
    """Index crop (B, 3, 64, 48) to logits (B, 97): French rank or joker 14, French suit 4, tarot card 78, none 1."""

    def __init__(self, outputs: int = NOTHING + 1) -> None:
        super().__init__()
        self.body = nn.Sequential(
            ConvBlock(3, 32, 2),
            _stage(32, 64, 1),
            _stage(64, 112, 1),
            _stage(112, 160, 1),
            ConvBlock(160, 64, kernel=1),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(64 * 3 * 4, 192), nn.ReLU(inplace=True), nn.Linear(192, outputs)
        )

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(x))
        return out

    def begin_as(self, reader: dict[str, Tensor]) -> None:
        """Initialise from another reader of corners: all layers but the last."""
        self.load_state_dict({k: v for k, v in reader.items() if not k.startswith("head.3.")}, strict=False)


class LetterReader(IndexReader):
    """Corner crop (B, 3, 64, 48) to logits (B, 13): the printed letter
    (`vision.classification.letter_reader.ANSWERS`).
    """

    def __init__(self) -> None:
        super().__init__(len(letter_reader.ANSWERS))


class NumeralReader(IndexReader):
    """Corner crop (B, 3, 64, 48) to logits (B, 14): the numerals 1 to 13, or none.

    Numerals are smaller than indices, about ten pixels high in the crop, so that one layer works at full resolution.
    """

    def __init__(self) -> None:
        super().__init__(numeral_reader.NOTHING + 1)
        self.body[0] = nn.Sequential(ConvBlock(3, 24), ConvBlock(24, 32, 2))


class LatinReader(nn.Module):
    """Card crop (B, 3, 176, 112) to logits (B, 14): rank 10, Latin suit 4, for any drawing."""

    def __init__(self) -> None:
        super().__init__()
        self.early = nn.Sequential(ConvBlock(3, 24, 2), _stage(24, 48, 1))
        self.middle = _stage(48, 96, 1)
        self.body = nn.Sequential(_stage(96, 144, 1), _stage(144, 168, 1))
        self.places = nn.Sequential(ConvBlock(168, 24, kernel=1), nn.Flatten())
        self.drop = nn.Dropout(0.1)
        self.read = nn.Linear(2 * 168 + 24 * 4 * 6, 14)

    def forward(self, x: Tensor) -> Tensor:
        early = self.early(x)
        if self.training:
            early = _restyled(early)
        middle = _restyled(self.middle(early)) if self.training else self.middle(early)
        body = self.body(middle)
        seen = torch.cat([body.mean((2, 3)), body.amax((2, 3)), self.places(body)], 1)
        out: Tensor = self.read(self.drop(seen))
        return out

    def begin_as(self, namer: dict[str, Tensor]) -> None:
        """Initialise the first layers from a classifier's."""
        for mine, theirs in ((self.early[0], "body.0."), (self.early[1], "body.1."), (self.middle, "body.2.")):
            mine.load_state_dict({k.removeprefix(theirs): v for k, v in namer.items() if k.startswith(theirs)})

    def train(self, mode: bool = True) -> LatinReader:
        """Frozen layers keep their batch-norm statistics too."""
        super().train(mode)
        self.early.train(mode and next(self.early.parameters()).requires_grad)
        return self


def _restyled(maps: Tensor) -> Tensor:
    """MixStyle: half of the feature maps take mean and deviation from another picture, which exchanges only the style.

    Zhou et al. 2021, https://arxiv.org/abs/2104.02008.
    """
    mean = maps.mean((2, 3), keepdim=True).detach()
    spread = maps.std((2, 3), keepdim=True).detach() + 1e-4
    count = len(maps)
    share = torch.distributions.Beta(0.3, 0.3).sample((count, 1, 1, 1)).to(maps)
    share = torch.where(torch.rand(count, 1, 1, 1, device=maps.device) < 0.5, share, torch.ones_like(share))
    other = torch.randperm(count, device=maps.device)
    mixed_mean, mixed_spread = mean.lerp(mean[other], 1 - share), spread.lerp(spread[other], 1 - share)
    return (maps - mean) / spread * mixed_spread + mixed_mean

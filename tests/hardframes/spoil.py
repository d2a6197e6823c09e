"""What light, glass, camera and hands do to a face or an edge, drawn anew each time it is learnt from.

All on pictures (n, 3, rows, columns) in grey levels and where they are clear (n, 1, rows, columns).
"""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor
from torch.nn import functional

REACH = 4


@lru_cache
def _grid(rows: int, columns: int) -> tuple[Tensor, Tensor]:
    """From -1 to 1 down and along."""
    down, along = torch.meshgrid(torch.linspace(-1, 1, rows), torch.linspace(-1, 1, columns), indexing="ij")
    return down, along


def spoilt(seen: Tensor, clear: Tensor) -> tuple[Tensor, Tensor]:
    """The pictures as they may look another time."""
    seen, clear = _misplaced(seen, clear)
    for change in (_blurred, _smeared, _shaded, _unevenly_lit, _veiled, _toned, _sharpened, _grainy):
        seen = change(seen)
    seen, clear = _under_lamps(seen, clear)
    return _covered(seen).clamp(0, 255).round(), (clear > 0.5).float()


def _some(count: int, share: float) -> Tensor:
    """1 for such a share of the faces."""
    return (torch.rand(count, 1, 1, 1) < share).float()


def _between(count: int, low: float, high: float, channels: int = 1) -> Tensor:
    return low + torch.rand(count, channels, 1, 1) * (high - low)


def _blur(faces: Tensor, sigma: float) -> Tensor:
    at = torch.arange(-REACH, REACH + 1).float()
    bell = torch.exp(-(at**2) / (2 * sigma**2))
    bell, count = bell / bell.sum(), faces.shape[1]
    across = bell.view(1, 1, 1, -1).repeat(count, 1, 1, 1)
    faces = functional.conv2d(functional.pad(faces, (REACH, REACH, 0, 0), mode="replicate"), across, groups=count)
    faces = functional.pad(faces, (0, 0, REACH, REACH), mode="replicate")
    return functional.conv2d(faces, across.transpose(2, 3), groups=count)


def _chance(low: float, high: float) -> float:
    return float(low + torch.rand(()) * (high - low))


def _misplaced(seen: Tensor, clear: Tensor) -> tuple[Tensor, Tensor]:
    count = len(seen)
    way = torch.zeros(count, 2, 3)
    way[:, 1, 1] = 1
    way[:, 0, 0] = 1 + (_between(count, -0.02, 0.02) * _some(count, 0.3)).view(-1)
    way[:, 0, 2] = (_between(count, -0.03, 0.03) * _some(count, 0.5)).view(-1)
    way[:, 1, 2] = (_between(count, -0.1, 0.1) * _some(count, 0.5)).view(-1)
    way[:, 1, 0] = (_between(count, -0.06, 0.06) * _some(count, 0.3)).view(-1)
    grid = functional.affine_grid(way, [count, 3, *seen.shape[2:]], align_corners=False)
    moved = [functional.grid_sample(f, grid, padding_mode="border", align_corners=False) for f in (seen, clear)]
    return moved[0], moved[1]


def _blurred(seen: Tensor) -> Tensor:
    some = _some(len(seen), 0.2)
    return seen * (1 - some) + some * _blur(seen, _chance(0.4, 2.0))


def _smeared(seen: Tensor) -> Tensor:
    count, (down, along) = len(seen), _grid(*seen.shape[2:])
    middle, wide, lean = _between(count, -1, 1), _between(count, 0.05, 0.55), _between(count, -0.5, 0.5)
    cover = torch.sigmoid((wide - (along - middle + down * lean).abs()) * 20) * _some(count, 0.25)
    veil = _between(count, 0, 0.6)
    return seen * (1 - cover) + cover * (_blur(seen, _chance(0.7, 3)) * (1 - veil) + 150 * veil)


def _shaded(seen: Tensor) -> Tensor:
    count, (down, along) = len(seen), _grid(*seen.shape[2:])
    steep = _between(count, 4, 64) * torch.where(torch.rand(count, 1, 1, 1) < 0.5, 1.0, -1.0)
    dark = torch.sigmoid((along + _between(count, -0.15, 0.15) * down - _between(count, -1, 1)) * steep)
    return seen * (1 - _some(count, 0.35) * dark * _between(count, 0, 0.6))


def _field(seen: Tensor, rows: int, columns: int) -> Tensor:
    coarse = torch.randn(len(seen), 1, rows, columns)
    return functional.interpolate(coarse, seen.shape[2:], mode="bicubic", align_corners=False)


def _unevenly_lit(seen: Tensor) -> Tensor:
    return seen * torch.exp(0.12 * _field(seen, 2, 6) * _some(len(seen), 0.5))


def _veiled(seen: Tensor) -> Tensor:
    count = len(seen)
    return seen + _some(count, 0.25) * _field(seen, 2, 8).clamp(0, 3) * _between(count, 0, 60)


def _toned(seen: Tensor) -> Tensor:
    count = len(seen)
    power = torch.exp(_between(count, -0.4, 0.4) * _some(count, 0.4))
    seen = 255 * (seen / 255).clamp(1e-4, None) ** power
    return (seen * torch.exp(_between(count, -0.25, 0.25, 3) * _some(count, 0.4))).clamp(None, 255)


def _sharpened(seen: Tensor) -> Tensor:
    return seen + _some(len(seen), 0.1) * (seen - _blur(seen, 0.8)) * _chance(0.3, 2)


def _grainy(seen: Tensor) -> Tensor:
    count = len(seen)
    return seen + torch.randn_like(seen) * _between(count, 0, 1) ** 2 * 12 * _some(count, 0.6)


def _under_lamps(seen: Tensor, clear: Tensor) -> tuple[Tensor, Tensor]:
    count, (down, along) = len(seen), _grid(*seen.shape[2:])
    some, thin = _some(count, 0.25), seen.shape[2] / seen.shape[3]
    for _ in range(3):
        across = ((along - _between(count, -1, 1)) ** 2 + ((down - _between(count, -1, 1)) * thin) ** 2).sqrt()
        wide = _between(count, 0.02, 0.1)
        hit = (across < wide).float() * some
        seen, clear = seen * (1 - hit) + 255 * hit, clear * (1 - (across < 1.25 * wide).float() * some)
    return seen, clear


def _covered(seen: Tensor) -> Tensor:
    """Part of it under a thing of any colour."""
    count, (_, along) = len(seen), _grid(*seen.shape[2:])
    hit = ((along - _between(count, -1, 1)).abs() < _between(count, 0.05, 0.35)).float() * _some(count, 0.06)
    return seen * (1 - hit) + hit * _between(count, 0, 255, 3)

"""Layouts of cards on a table: grids, overlapping rows, heaps, fans, strewn cards."""

import numpy as np

Rng = np.random.Generator

# Frequency of each layout: in any scene, and in one that shows a whole pile (`SceneMaker.make`).
LAYOUTS = {
    "strewn": 0.12, "scatter": 0.14, "heap": 0.10, "grid": 0.22, "rows": 0.23, "fan": 0.08, "line": 0.04, "few": 0.07
}  # fmt: skip
PILES = {
    "strewn": 0.26, "scatter": 0.08, "heap": 0.13, "grid": 0.14, "rows": 0.22, "fan": 0.14, "line": 0.01, "few": 0.02
}  # fmt: skip


def layout(rng: Rng, reach: float, aspect: float, often: dict[str, float]) -> np.ndarray:
    """Poses (x, y, angle) of cards in drawing order, covering about `reach` card heights around the origin."""
    kind = rng.choice(list(often), p=list(often.values()))
    poses: list[tuple[float, float, float]] = []
    turn = rng.uniform(0, 2 * np.pi)
    if kind in ("scatter", "heap", "few"):
        area = (2 * reach) ** 2
        n = int(np.clip(area * rng.uniform(0.3, 1.0) if kind == "scatter" else area * rng.uniform(0.8, 2.0), 1, 26))
        if kind == "few":
            n = int(rng.integers(1, 4))
        spread = reach if kind != "heap" else max(0.5, reach * rng.uniform(0.4, 0.9))
        drift = rng.choice([0.15, 1.0, np.pi])
        for _ in range(n):
            poses.append(
                (rng.uniform(-spread, spread), rng.uniform(-spread, spread), turn + rng.uniform(-drift, drift))
            )
    elif kind == "strewn":
        poses = _strewn(rng, reach, turn)
    elif kind == "columns":
        for column in range(int(rng.integers(2, 5))):
            step, tilt = rng.uniform(0.2, 0.45), rng.normal(0, 0.03)
            for place in range(int(rng.integers(3, 8))):
                x, y = 1.3 * aspect * (column - 1.5), step * place - reach
                poses.append((x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn), turn + tilt))
    elif kind == "fan":
        for _ in range(int(rng.integers(1, 4))):
            radius, step = rng.uniform(0.7, 3.0), rng.uniform(0.05, 0.5)
            n, x0, y0, start = int(rng.integers(3, 14)), *rng.uniform(-reach, reach, 2), rng.uniform(0, 2 * np.pi)
            step = step / max(1.0, radius)
            direction = rng.choice([-1, 1])
            for i in range(n):
                a = start + direction * i * step + rng.normal(0, 0.02)
                poses.append((x0 + radius * np.sin(a), y0 - radius * np.cos(a), a + rng.normal(0, 0.01)))
    else:
        lap_x = 1.0 if kind == "grid" else rng.uniform(0.18, 0.95) if rng.random() < 0.4 else rng.uniform(0.55, 1.0)
        lap_y = 1.0 if kind != "rows" or rng.random() < 0.5 else rng.uniform(0.45, 0.98)
        gap = rng.uniform(0.0, 0.35) if kind == "grid" else 0.02
        dx, dy = (aspect + gap) * lap_x, (1 + gap * rng.uniform(0.3, 1.2)) * lap_y
        nx = min(int(rng.integers(3, 12)), int(2 * reach / dx) + 1)
        ny = 1 if kind == "line" else min(9, int(2 * reach / dy) + 1)
        wobble, slip = rng.choice([0.0, 0.03, 0.12]), rng.choice([0.0, 0.02, 0.07])
        flip = rng.random() < 0.5
        missing = rng.uniform(0, 0.3)
        for j in range(ny):
            order = range(nx) if rng.random() < 0.5 or kind == "grid" else range(nx - 1, -1, -1)
            for i in order:
                if rng.random() < missing:
                    continue
                x = (i - (nx - 1) / 2) * dx + rng.normal(0, slip)
                y = (j - (ny - 1) / 2) * dy + rng.normal(0, slip)
                a = rng.normal(0, wobble) + (np.pi if flip and rng.random() < 0.5 else 0)
                poses.append((x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn), a + turn))
    off = rng.uniform(-0.35, 0.35, 2) * reach
    return np.array([(x + off[0], y + off[1], a) for x, y, a in poses], np.float64).reshape(-1, 3)


def _strewn(rng: Rng, reach: float, turn: float) -> list[tuple[float, float, float]]:
    """Cards thrown side by side, each hiding at most about half of another."""
    apart, drift = rng.uniform(0.45, 0.95), float(rng.choice([0.15, 1.0, np.pi]))
    wanted = int(rng.integers(4, 41))
    poses: list[tuple[float, float, float]] = []
    for _ in range(4 * wanted):
        x, y = rng.uniform(-reach, reach, 2)
        if len(poses) < wanted and all(np.hypot(x - u, y - v) > apart for u, v, _ in poses):
            poses.append((x, y, turn + rng.uniform(-drift, drift)))
    return poses

"""Runs the named parts of the bench, by default `vision` alone: `python -m tools.bench [PART...]`."""

import importlib
import pkgutil
import sys

from tools import bench


def main() -> None:
    parts = [module.name for module in pkgutil.iter_modules(bench.__path__) if module.name != "__main__"]
    wanted = sys.argv[1:] or ["vision"]
    unknown = [part for part in wanted if part not in parts]
    if unknown:
        raise SystemExit(f"no part {', '.join(unknown)}: there are {', '.join(parts)}")
    for part in wanted:
        print(f"== {part}", flush=True)
        importlib.import_module(f"tools.bench.{part}").main()


if __name__ == "__main__":
    main()

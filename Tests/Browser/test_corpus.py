# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""Files from real devices, of every format, dropped on the page. They lie outside of the project: $ZONECOACH_CORPUS."""

import gzip
import os
import unittest
from pathlib import Path

from page_case import PageCase

CORPUS = os.environ.get("ZONECOACH_CORPUS")
LARGEST = 3 << 20


def files():
    """Some of each format, the smaller ones, in the order of their names."""
    found = {}
    for path in sorted(Path(CORPUS).rglob("*")):
        if path.is_file() and path.suffix in (".fit", ".tcx", ".gpx", ".xml", ".zip") and path.stat().st_size <= LARGEST:
            if path.suffix != ".xml" or "apple-health" in str(path):
                found.setdefault(path.suffix, []).append(path)
    return {kind: some[:: max(1, len(some) // 6)] for kind, some in found.items()}


@unittest.skipUnless(CORPUS, "ZONECOACH_CORPUS does not say where the files of real devices are")
class CorpusTests(PageCase):
    def dropped(self, name, content):
        self.drop(name, content)
        self.wait(lambda: "All read" in self.find("#import-status").get_attribute("textContent"), f"{name} is read")
        words = self.find("#import-status").get_attribute("textContent")
        if "skipped" in words or "not readable" in words:
            self.assertTrue(self.find(".verdict .muted").text, f"it is said what is with {name}")
        self.driver.execute_script("document.getElementById('import-status').textContent = ''")
        return words

    def test_every_format_is_taken_by_drop(self):
        kinds = files()
        self.assertEqual(set(kinds), {".fit", ".tcx", ".gpx", ".xml", ".zip"})
        said = {}
        for kind, some in kinds.items():
            for path in some:
                said.setdefault(kind, []).append(self.dropped(path.name, path.read_bytes()))
        path = kinds[".fit"][0]
        said[".gz"] = [self.dropped(path.name + ".gz", gzip.compress(path.read_bytes()))]
        print({kind: len(words) for kind, words in said.items()})
        for kind, words in said.items():
            # Each was taken, was here already, or says why there is nothing to take.
            self.assertTrue(all(any(word in line for word in ("imported", "already here", "joined", "skipped", "not readable")) for line in words), (kind, words))
            if kind != ".gz":
                self.assertTrue(any("imported" in line or "joined" in line for line in words), (kind, words))
        self.open("/workouts")
        self.assertGreater(len(self.all(".workout")), 10)
        for link in [row.get_attribute("href") for row in self.all(".workout .what a")][:12]:
            self.driver.get(link)
            self.assertTrue(self.find("h1").text)


if __name__ == "__main__":
    unittest.main()

# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""The API against its own description, docs/openapi.json, by schemathesis: no 5xx, no answer that is not described.

Short by itself; ZONECOACH_EXAMPLES=1000 asks more of each operation.
"""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))

from served_page import ServedPage  # noqa: E402


class SchemaTest(unittest.TestCase):
    def setUp(self):
        self.page = ServedPage("--samples")
        self.addCleanup(self.page.close)

    def describe(self):
        """The description with names that are there, so that more is met than what is not found."""
        document = json.loads((ROOT / "docs" / "openapi.json").read_text())
        names = [workout["id"] for workout in json.loads(self.page.ask("/api/workouts")[1])]
        self.assertGreater(len(names), 5)
        for path in document["paths"].values():
            for parameter in path.get("parameters", []):
                if parameter["name"] in ("id", "other"):
                    parameter["schema"] = {"type": "string", "enum": [*names[:4], "nobody"]}
        order = document["components"]["schemas"]["ComparisonOrder"]["properties"]
        order["workouts"]["items"] = {"type": "string", "enum": [*names[:4], "nobody"]}
        name, _, value = self.page.cookie.partition("=")
        document["components"]["securitySchemes"]["cookie"]["name"] = name
        folder = Path(self.page.folder)
        (folder / "openapi.json").write_text(json.dumps(document))
        # 422 is what can be read and not be done: a workout compared with itself, a window that ends before it begins.
        (folder / "schemathesis.toml").write_text(f"""
[auth.openapi.cookie]
api_key = "{value}"

[checks.positive_data_acceptance]
expected-statuses = ["2xx", "404", "409", "422"]

[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "409", "422", "431"]
""")

    def test_every_answer_is_described_and_none_is_a_fault_of_ours(self):
        self.describe()
        command = [
            str(Path(sys.executable).parent / "schemathesis"), "run", "openapi.json",
            "--url", self.page.address, "--checks", "all",
            # Streams go on for as long as somebody reads.
            "--exclude-path-regex", "/events$",
            "--phases", "examples,coverage,fuzzing", "--max-examples", os.environ.get("ZONECOACH_EXAMPLES", "15"),
            "--seed", os.environ.get("ZONECOACH_SEED", "7"), "--suppress-health-check", "all", "--no-color"]
        run = subprocess.run(command, capture_output=True, text=True, cwd=self.page.folder)
        self.assertEqual(run.returncode, 0, run.stdout[-8000:] + run.stderr[-2000:])
        self.assertIsNone(self.page.process.poll())
        json.loads(self.page.ask("/api/status")[1])


if __name__ == "__main__":
    unittest.main()

# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""What is here, taking it away, and being rid of it, in a real browser."""

import json
import sqlite3
import unittest
import urllib.request
from pathlib import Path

from page_case import PageCase


class PrivacyTest(PageCase):
    def fetch(self, path):
        with urllib.request.urlopen(self.page.address + path) as answer:
            return answer.headers, answer.read()

    def add_samples(self):
        self.find("form[action='/samples/add'] button").click()
        self.wait(lambda: len(self.all(".workout")) > 1, "samples are listed")
        return len(self.all(".workout"))

    def amounts(self, table=".stored"):
        rows = self.find(table).find_elements("css selector", "tbody tr")
        return {row.find_element("css selector", "th").text: row.find_element("css selector", "td").text for row in rows}

    def test_it_says_what_is_here(self):
        self.find(".places a[href='/privacy']").click()
        self.wait(lambda: self.find("h1").text == "Privacy", "the page is open")
        self.assertIn("No request leaves this computer.", self.find("main").text)
        self.assertIn("Nothing is stored.", self.find("main").text)
        self.open("/workouts")
        count = self.add_samples()
        self.open("/privacy")
        self.assertEqual(self.amounts()["Workouts"], str(count))
        self.assertRegex(self.find("main").text, r"\d+(\.\d)? [KM]B on the disk")

    def test_everything_is_taken_away_in_one_file(self):
        count = self.add_samples()
        self.open("/privacy")
        link = self.find("a[href='/privacy/everything.sqlite']")
        headers, content = self.fetch("/privacy/everything.sqlite")
        self.assertRegex(headers["Content-Disposition"], r'^attachment; filename="zonecoach-\d{4}-\d\d-\d\d\.sqlite"$')
        self.assertEqual(int(headers["Content-Length"]), len(content))
        copy = Path(self.page.folder) / "copy.sqlite"
        copy.write_bytes(content)
        with sqlite3.connect(copy) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM workout").fetchone()[0], count)
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchone()[0], "ok")
        self.assertEqual([p.name for p in (Path(self.page.folder) / "data").iterdir() if "export" in p.name], [])
        self.assertTrue(link.is_displayed())

    def test_everything_goes_after_one_question_and_leaves_a_receipt(self):
        self.open("/zones")
        self.find("#age").send_keys("41")
        self.find("form.fields button").click()
        self.wait(lambda: self.all(".saved"), "saved")
        self.open("/workouts")
        count = self.add_samples()
        self.open("/privacy")
        self.find("a[href='/privacy/delete']").click()
        self.wait(lambda: self.all("#sure"), "the question")
        self.assertIn("no Undo", self.find("main").text)
        before = self.amounts()
        self.assertEqual(before["Workouts"], str(count))
        self.assertEqual(before["Your zones and settings"], "1")
        # Without the tick the browser itself keeps the form; nothing goes.
        self.find("form button[type=submit]").click()
        self.assertEqual(len(json.loads(self.fetch("/api/workouts")[1])), count)
        self.find("#sure").click()
        self.find("form button[type=submit]").click()
        self.wait(lambda: self.all("#receipt"), "the receipt")
        self.assertEqual(self.amounts("#receipt .stored"), before)
        self.assertIn("Nothing is stored.", self.find("main").text)
        headers, content = self.fetch(self.find("#receipt a").get_attribute("href").removeprefix(self.page.address))
        receipt = json.loads(content)
        self.assertEqual((receipt["scope"], receipt["counts"]["workouts"], receipt["isComplete"]),
                         ("everything", count, True))
        self.assertRegex(headers["Content-Disposition"], r'^attachment; filename="zonecoach-receipt-[0-9a-f-]+\.json"$')
        self.open("/workouts")
        self.assertEqual(self.find("h1").text, "Your first ribbon")
        self.open("/zones")
        self.assertEqual(self.find("#age").get_attribute("value"), "")


if __name__ == "__main__":
    unittest.main()

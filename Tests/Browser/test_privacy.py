# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""What is here, taking it away, and being rid of it, in a real browser."""

import json
import sqlite3
import subprocess
import unittest
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from page_case import PageCase
from served_page import binary, set_screen


class PrivacyTest(PageCase):
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
        self.assertEqual(before["Your numbers"], "1")
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
        kept = Path(self.page.folder) / "receipt.json"
        kept.write_bytes(content)
        verified = subprocess.run([binary(), "delete", "--verify", str(kept), "--data", self.page.folder + "/data"],
                                  capture_output=True, text=True)
        self.assertIn("given out here and is unchanged", verified.stdout)
        self.open("/workouts")
        self.assertEqual(self.find("h1").text, "Your first ribbon")
        self.open("/zones")
        self.assertEqual(self.find("#age").get_attribute("value"), "")

    def test_one_source_goes_and_leaves_what_others_hold(self):
        run = self.page.sample_files()[1]
        self.drop(run.name, run.read_bytes())
        self.wait(lambda: self.all(".workout"), "listed")
        identity = json.loads(self.fetch("/api/workouts")[1])[0]["id"]
        tcx = subprocess.run([binary(), "export", identity, "--format", "tcx", "--data", self.page.folder + "/data"],
                             check=True, capture_output=True).stdout
        self.drop("other.tcx", tcx)
        self.wait(lambda: "Joined 1" in self.find("#import-result").text, "joined")
        self.open("/privacy")
        options = {o.text: o for o in self.find("#source").find_elements("css selector", "option")}
        self.assertIn("TCX file, 1 workout", options)
        options["TCX file, 1 workout"].click()
        self.find("#source").submit()
        self.wait(lambda: self.all("#sure"), "the question")
        self.assertEqual(self.find("h1").text, "Delete what came from TCX files")
        self.assertIn("no Undo", self.find("main").text)
        self.assertIn("1 workout stays", self.find("#staying").text)
        self.assertNotIn("Workouts", self.amounts())
        self.find("#sure").send_keys(Keys.SPACE)
        self.find("form button[type=submit]").send_keys(Keys.ENTER)
        self.wait(lambda: self.all("#receipt"), "the receipt")
        self.open(f"/workouts/{identity}")
        self.assertEqual(len(self.all(".origins > li")), 1)
        # The file stays away until it is asked for.
        self.open("/workouts")
        self.drop("other.tcx", tcx)
        self.wait(lambda: self.all("#import-again"), "brought back if wanted")
        self.assertIn("You deleted it on", self.find(".verdict").text)
        self.find("#import-again").click()
        self.wait(lambda: "Joined 1" in self.find("#import-result").text, "joined again")
        self.assertFalse(self.all("#import-again"))

    def test_a_span_of_days_goes(self):
        count = self.add_samples()
        for width in (320, 390, 768, 1280):
            set_screen(self.driver, width)
            self.open("/privacy")
            for field in ("#source", "#from", "#to"):
                self.assertTrue(self.find(field).is_displayed(), f"{field} at {width}")
        day = sorted(w["start"][:10] for w in json.loads(self.fetch("/api/workouts")[1]))[0]
        self.open("/privacy")
        for field in ("#from", "#to"):
            self.driver.execute_script("arguments[0].value = arguments[1]", self.find(field), day)
        self.find("#to").submit()
        self.wait(lambda: self.all("#sure"), "the question")
        gone = int(self.amounts()["Workouts"])
        self.find("#sure").click()
        self.find("form button[type=submit]").click()
        self.wait(lambda: self.all("#receipt"), "the receipt")
        left = [w["start"][:10] for w in json.loads(self.fetch("/api/workouts")[1])]
        self.assertEqual(len(left), count - gone)
        self.assertNotIn(day, left)

    def test_what_another_program_states_is_seen(self):
        self.add_samples()
        subprocess.run([binary(), "zones", "set", "--age", "33", "--data", self.page.folder + "/data"],
                       check=True, capture_output=True)
        self.open("/zones")
        self.assertEqual(self.find("#age").get_attribute("value"), "33")


if __name__ == "__main__":
    unittest.main()

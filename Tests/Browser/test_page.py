# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""The page in a real browser: add, look, scrub, delete, undo. Run with `python3 -m unittest discover Tests/Browser`."""

import re
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from page_case import PageCase
from served_page import set_screen

def seconds(text):
    total = 0
    for part in text.split(":"):
        total = total * 60 + int(part)
    return total


class PageTest(PageCase):
    def test_an_empty_page_teaches_and_a_dropped_file_shows_its_zones(self):
        self.assertEqual(self.find("h1").text, "Your first ribbon")
        self.assertTrue(self.find(".teach .ribbon-picture").get_attribute("aria-label").startswith("A sample ribbon"))
        self.add_run()
        self.assertEqual(len(self.all("h1")), 1)
        rows = [seconds(cell.text) for cell in self.all("table.tiz td.t")]
        self.assertGreaterEqual(len(rows), 6)
        self.assertEqual(sum(rows[:-1]), rows[-1])
        self.assertTrue(self.all("#ribbon .ribbon-picture rect.zf"))

    def test_verdicts_stay_until_closed_and_say_what_to_do(self):
        run = self.page.sample_files()[0]
        self.find("input[type=file]").send_keys(str(run))
        self.wait(lambda: "Imported 1" in self.find("#import-result").text, "imported")
        self.wait(lambda: self.all(".workout"), "listed")
        self.drop(run.name, run.read_bytes())
        self.wait(lambda: "Already here 1" in self.find("#import-result").text, "known")
        self.drop("<b>note</b>.txt", b"not a workout")
        self.wait(lambda: self.all(".verdict"), "a problem is listed")
        self.assertIn("<b>note</b>.txt", self.find(".verdict").text)
        self.assertTrue(self.find(".verdict span").text)
        self.wait(lambda: self.find("#import-status").get_attribute("textContent").startswith("All read"), "announced")
        self.assertEqual(len(self.all(".workout")), 1)
        self.find("[data-action=close-import]").click()
        self.assertFalse(self.find("#import").is_displayed())

    def test_samples_come_and_go_with_one_press(self):
        self.find("form[action='/samples/add'] button").click()
        self.wait(lambda: len(self.all(".workout")) > 1, "samples are listed")
        self.assertIn("Sample", self.find(".workout .chip").text)
        self.find("form[action='/samples/remove'] button").click()
        self.wait(lambda: self.find("h1").text == "Your first ribbon", "samples are gone")

    def test_deleting_is_undone_from_the_toast(self):
        self.add_run()
        address = self.driver.current_url
        self.find("#delete").click()
        # The toast leaves for a moment and comes again, so that it is announced.
        self.wait(lambda: "deleted" in self.find(".toasts").text and self.all(".toast button"), "the toast offers Undo")
        self.assertFalse(self.all(".workout"))
        self.assertNotIn("deleted", self.driver.current_url)
        self.find(".toast button").click()
        self.wait(lambda: self.driver.current_url.split("?")[0] == address, "the workout is back")
        self.assertTrue(self.all("table.tiz"))

    def test_the_crosshair_follows_keys_and_tells_what_it_shows(self):
        self.add_run()
        scrub = self.find("#scrub")
        words = lambda: scrub.get_attribute("aria-valuetext")
        value = lambda: int(float(scrub.get_attribute("value")))
        self.assertRegex(words(), r"^\d+:\d\d(:\d\d)?, \d+ bpm, zone \d of \d")
        scrub.send_keys(Keys.HOME)
        self.assertTrue(words().startswith("0:00, "))
        scrub.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(value(), 1)
        scrub.send_keys(Keys.PAGE_UP)
        self.assertEqual(value(), 61)
        self.assertEqual(self.find(".readout b").text, "1:01")
        scrub.send_keys("]")
        self.assertGreater(value(), 61)
        scrub.send_keys("[")
        scrub.send_keys(Keys.PAGE_DOWN)
        whole = self.find("[data-zoom=whole]")
        self.assertFalse(whole.is_displayed())
        scrub.send_keys("+")
        self.wait(whole.is_displayed, "zoomed in")
        self.assertGreater(int(scrub.get_attribute("max")), value())
        scrub.send_keys(Keys.END)
        edge = value()
        scrub.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(value(), edge + 1, "the view moves along")
        scrub.send_keys("0")
        self.wait(lambda: not whole.is_displayed(), "the whole workout again")
        self.assertEqual(self.find("#ribbon .cursor").get_attribute("visibility"), "visible")

    def test_the_arithmetic_of_the_curve(self):
        """The pure functions of trace-model.js, called where they run."""
        module = self.find("script[src$='shell.js']").get_attribute("src").replace("shell.js", "trace-model.js")
        call = lambda name, *arguments: self.driver.execute_async_script(
            "const [m, name, args, done] = arguments; import(m).then(all => done(all[name](...args)));",
            module, name, arguments)
        points = [[0, 100], [1, 110], [10, 120], [11, None], [30, 140]]
        for t, reach, value in ((0, 5, 100), (0.6, 5, 110), (5, 6, 110), (5, 2, None), (10.4, 5, 120), (15, 20, None),
                                (29.5, 5, 140), (30, 5, 140), (80, 5, None)):
            self.assertEqual(call("valueAt", points, t, reach), value, f"at {t}")
        for value, zone in ((119.9, 0), (120, 1), (139, 1), (140, 2), (300, 2)):
            self.assertEqual(call("zoneOf", [120, 140], value), zone)
        self.assertEqual(call("zoomed", [0, 3600], 1800, 0.5, 3600), [900, 2700])
        self.assertEqual(call("zoomed", [0, 3600], 0, 0.5, 3600), [0, 1800])
        self.assertEqual(call("zoomed", [900, 2700], 1800, 4, 3600), [0, 3600])
        self.assertEqual(call("zoomed", [100, 110], 105, 0.5, 3600), [100, 110])
        self.assertEqual(call("lapBeside", [0, 60, 120], 60, 1, 200), 120)
        self.assertEqual(call("lapBeside", [0, 60, 120], 60, -1, 200), 0)
        self.assertEqual(call("lapBeside", [0, 60, 120], 130, 1, 200), 200)
        self.assertEqual(call("timeStep", 3000, 900), 300)
        self.assertTrue(call("within", [[5, 10]], 5))
        self.assertFalse(call("within", [[5, 10]], 10))

    def test_keys_are_listed_and_can_be_switched_off(self):
        body = self.find("body")
        body.send_keys("?")
        self.assertTrue(self.find("#keys").is_displayed())
        self.find("#single-keys").click()
        self.find("#keys form button").click()
        body.send_keys("?")
        self.assertFalse(self.find("#keys").is_displayed())
        self.find("[data-action=keys]").click()
        self.find("#single-keys").click()
        body.send_keys(Keys.ESCAPE)
        body.send_keys("gz")
        self.wait(lambda: self.driver.current_url.endswith("/zones"), "g z goes to the zones")

    def test_the_table_of_moments_holds_the_curve(self):
        self.add_run()
        self.find(".trace details summary").click()
        rows = self.all(".trace details tbody tr")
        self.assertGreater(len(rows), 5)
        self.assertRegex(rows[2].text, r"^2:00 \d+")

    def test_theme_and_patterns_are_remembered(self):
        theme = lambda: self.driver.execute_script("return getComputedStyle(document.body).backgroundColor")
        light = theme()
        self.find("[data-action=theme]").click()
        self.assertNotEqual(theme(), light)
        dark = theme()
        self.find("[data-action=patterns]").click()
        self.assertEqual(self.find("[data-action=patterns]").get_attribute("aria-pressed"), "true")
        self.open("/zones")
        self.assertEqual(theme(), dark)
        self.assertEqual(self.driver.execute_script("return document.documentElement.dataset.patterns"), "on")
        self.driver.execute_script("localStorage.clear()")

    def test_zones_are_stated_and_shown(self):
        self.open("/zones")
        self.find("#age").send_keys("forty")
        self.find("form.fields button").click()
        self.wait(lambda: self.all("[aria-invalid]"), "the field is named")
        # The answer's status is an error for the console too; it is the answer we asked for.
        self.driver.get_log("browser")
        self.find("#age").clear()
        self.find("#age").send_keys("41")
        self.find("form.fields button").click()
        self.wait(lambda: self.all(".saved"), "saved")
        self.assertTrue(self.all(".chip.estimated"))
        self.assertTrue(self.all(".ruler rect.zf"))

    def test_nothing_scrolls_sideways(self):
        self.find("form[action='/samples/add'] button").click()
        self.wait(lambda: self.all(".workout"), "samples are listed")
        paths = ["/workouts", "/zones", "/privacy", "/privacy/delete", "/privacy/delete?source=format:fit"] + sorted(
            {re.sub(r"^https?://[^/]+", "", a.get_attribute("href")) for a in self.all(".workout .what a")})
        for width in (320, 390, 768, 1280):
            set_screen(self.driver, width)
            for path in paths:
                self.open(path)
                if path.startswith("/workouts/"):
                    self.wait(lambda: self.all(".chart path"), "the curve is drawn")
                room = self.driver.execute_script("return document.documentElement.scrollWidth")
                self.assertLessEqual(room, width, f"{path} at {width}")

    def test_what_can_be_pressed_is_large_enough_and_named(self):
        set_screen(self.driver, 390)
        self.add_run()
        small = self.driver.execute_script("""
          return [...document.querySelectorAll('button, .btn, nav a, summary, input')].filter(e => e.checkVisibility())
            .map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.5).map(([html]) => html)""")
        self.assertEqual(small, [])
        nameless = self.driver.execute_script("""
          return [...document.querySelectorAll('button, a, input')].filter(e => e.checkVisibility() && !(
            e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).map(e => e.outerHTML.slice(0, 80))""")
        self.assertEqual(nameless, [])

    def test_focus_is_never_behind_the_bar(self):
        set_screen(self.driver, 390)
        for path in ("/workouts", "/zones", "/privacy"):
            self.open(path)
            for _ in range(16):
                ActionChains(self.driver).send_keys(Keys.TAB).perform()
                hidden = self.driver.execute_script("""
                  const e = document.activeElement, bar = document.querySelector('.places');
                  return !bar.contains(e) && e !== document.body &&
                    e.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1 && e.outerHTML.slice(0, 80)""")
                self.assertFalse(hidden)

    def test_it_reads_without_script(self):
        self.add_run()
        address = self.driver.current_url
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setScriptExecutionDisabled", {"value": False})
        self.driver.get(address)
        self.assertTrue(self.all("table.tiz td.t"))
        self.assertTrue(self.all("#ribbon .ribbon-picture rect.zf"))
        self.assertFalse(self.find("#scrub").is_displayed())
        self.open("/workouts")
        self.find("#files").send_keys(str(self.page.sample_files()[0]))
        self.find("#add button[type=submit]").click()
        self.wait(lambda: self.all("#import .counts"), "the report is shown")


if __name__ == "__main__":
    unittest.main()

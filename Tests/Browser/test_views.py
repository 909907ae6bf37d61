# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""Every view: without faults of accessibility in both themes, at every width, by keyboard alone, fast, and offline."""

import json
import time
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from axe import violations
from page_case import PageCase
from served_page import set_screen

PLACES = ["/", "/workouts", "/live", "/heart-rate", "/trends", "/plans", "/plans?new=1", "/zones", "/privacy",
          "/privacy/delete?scope=all", "/settings", "/more", "/offline", "/nothing-here"]


class ViewCase(PageCase):
    def samples(self):
        self.page.ask("/samples/add", b"")

    def keep_plan(self, name="Two by three", text="10m Z1 HR, 2x 3m Z4 HR / 2m Z1 HR"):
        self.page.ask(f"/api/plans?name={name.replace(' ', '%20')}", text.encode())

    def workouts(self):
        listed = json.loads(self.page.ask("/api/workouts")[1])
        return listed["workouts"] if isinstance(listed, dict) else listed

    def keys(self, *keys):
        chain = ActionChains(self.driver)
        for key in keys:
            if key.startswith("ctrl+"):
                chain = chain.key_down(Keys.CONTROL).send_keys(key[5:]).key_up(Keys.CONTROL)
            else:
                chain = chain.send_keys(key)
        chain.perform()

    def active(self):
        return self.driver.switch_to.active_element

    def tab_to(self, selector, most=80):
        """Presses Tab until an element has the focus, and sees to it that the focus can be seen."""
        for _ in range(most):
            self.keys(Keys.TAB)
            if self.driver.execute_script("return document.activeElement.matches(arguments[0])", selector):
                ring = self.driver.execute_script(
                    "const s = getComputedStyle(document.activeElement); return s.outlineStyle !== 'none' || s.boxShadow !== 'none'"
                    " || getComputedStyle(document.activeElement, '::after').outlineStyle !== 'none'")
                self.assertTrue(ring, f"{selector} shows its focus")
                return self.active()
        self.fail(f"{selector} is not reached by Tab")


class AccessibilityTests(ViewCase):
    def check(self, path, where):
        for dark in (False, True):
            set_screen(self.driver, 1280, dark=dark)
            self.open(path)
            self.assertEqual(violations(self.driver), [], f"{where} {path}, {'dark' if dark else 'light'}")
            set_screen(self.driver, 390, dark=dark)
            wide = self.driver.execute_script("return document.documentElement.scrollWidth")
            self.assertLessEqual(wide, 390, f"{where} {path} scrolls sideways on a phone")
            self.assertEqual(violations(self.driver), [], f"{where} {path}, {'dark' if dark else 'light'}, phone")
        # A page that is not there is told in the console; nothing else may be.
        if "nothing-here" in path:
            self.driver.get_log("browser")

    def test_empty_views_have_no_faults(self):
        for path in PLACES:
            self.check(path, "empty")

    def test_full_views_have_no_faults(self):
        self.samples()
        self.keep_plan()
        workouts = self.workouts()
        run = next(w["id"] for w in workouts if w["sport"] == "running")
        several = next(w["id"] for w in workouts if w["sport"] == "multisport")
        for path in PLACES[:-1] + [f"/workouts/{run}", f"/workouts/{several}", f"/compare?id={run}&id={several}",
                                   "/workouts?q=nothing", f"/plans?plan=Two%20by%20three&against={run}"]:
            self.check(path, "full")


class KeyboardTests(ViewCase):
    def test_from_the_first_visit_to_the_first_insight(self):
        self.open("/")
        self.assertIn("Your first ribbon", self.find("h1").text)
        self.keys(Keys.TAB)
        self.assertEqual(self.active().text, "Skip to content")
        self.tab_to("form[action='/samples/add'] button")
        self.keys(Keys.ENTER)
        self.wait(lambda: self.all(".workout .what a"), "samples are listed")
        self.keys("g", "t")
        self.wait(lambda: self.find("h1").text == "Today", "today by keys")
        self.tab_to("#last-h a")
        self.keys(Keys.ENTER)
        self.wait(lambda: self.all(".workout-page .line"), "the workout says a sentence")
        self.assertTrue(self.find(".workout-page .line").text)

    def test_filters_find_while_one_types(self):
        self.samples()
        self.open("/workouts")
        everything = len(self.all(".workout"))
        self.tab_to("#q")
        self.keys("tri")
        self.wait(lambda: 0 < len(self.all(".workout")) < everything, "fewer are found")
        self.assertIn("q=tri", self.driver.current_url)
        self.keys("ctrl+a", Keys.DELETE)
        self.wait(lambda: len(self.all(".workout")) == everything, "all are back")
        self.tab_to("#filters summary")
        self.keys(Keys.ENTER)
        self.tab_to("select[name=sport]")
        self.keys("Cyc")
        self.wait(lambda: 0 < len(self.all(".workout")) < everything, "rides are found")
        self.assertEqual(self.active().get_attribute("name"), "sport", "the focus stays")

    def test_a_workout_is_renamed_and_the_change_taken_back(self):
        self.samples()
        run = next(w for w in self.workouts() if w["sport"] == "running")
        self.open(f"/workouts/{run['id']}")
        self.tab_to("#edit summary")
        self.keys(Keys.ENTER)
        self.tab_to("#edit input")
        self.keys("ctrl+a", "Along the river", Keys.ENTER)
        self.wait(lambda: self.find("h1").text == "Along the river", "it is renamed")
        self.keys("ctrl+z")
        self.wait(lambda: self.find("h1").text == run["title"], "it is called as before")

    def test_a_plan_is_built_kept_planned_and_deleted_with_undo(self):
        self.open("/plans")
        self.tab_to("a[href='/plans?new=1']")
        self.keys(Keys.ENTER)
        self.wait(lambda: len(self.all("#plan-steps summary")) == 5, "the example has five rows")
        self.tab_to("[name=name]")
        self.keys("Keys alone")
        self.tab_to("#plan-steps summary")
        self.keys(Keys.ARROW_RIGHT)
        self.wait(lambda: "10:15" in self.find("#plan-steps summary").text, "15 seconds longer")
        self.keys(Keys.ARROW_UP)
        self.wait(lambda: "zone 2" in self.find("#plan-steps summary").text, "a zone higher")
        self.keys("d")
        self.wait(lambda: len(self.all("#plan-steps summary")) == 6, "a copy")
        self.keys(Keys.DELETE)
        self.wait(lambda: len(self.all("#plan-steps summary")) == 5, "the copy is gone")
        self.assertIn("10m15 Z2 HR", self.find("#plan-text").get_attribute("value").replace("s", ""))
        self.tab_to("#plan-form button[type=submit]")
        self.keys(Keys.ENTER)
        self.wait(lambda: "plan=Keys" in self.driver.current_url, "it is kept")
        self.tab_to("[action='/plans/calendar'] button")
        self.keys(Keys.ENTER)
        self.wait(lambda: self.all("[data-session]"), "it is planned")
        self.open("/")
        self.assertIn("Keys alone", self.find("#next-h").text)
        self.open("/plans?plan=Keys%20alone")
        self.tab_to("button[form=plan-delete]")
        self.keys(Keys.ENTER)
        self.wait(lambda: not self.all(".plan-row"), "it is deleted")
        self.keys("ctrl+z")
        self.wait(lambda: self.all(".plan-row") and self.all("[data-session]"), "plan and session are back")

    def test_text_and_steps_stay_in_step(self):
        self.open("/plans?new=1")
        self.wait(lambda: self.all("#plan-steps summary"), "the rows are there")
        field = self.find("#plan-text")
        field.clear()
        field.send_keys("- 20m Z2 HR")
        self.wait(lambda: [row.text for row in self.all("#plan-steps summary")] == ["Steady · 20:00 · zone 2"], "one row")
        field.send_keys("\n- 5 Z1 HR")
        self.wait(lambda: self.find("#plan-problem").is_displayed() and "ine 2" in self.find("#plan-problem").text,
                  "what can't be read is said with its line")
        # The browser tells the console of answers that refuse.
        self.driver.get_log("browser")


class SpeedTests(ViewCase):
    def paint(self):
        return self.driver.execute_script(
            "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null")

    def test_pages_paint_within_half_a_second(self):
        self.samples()
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
        seen = {}
        for path in ["/", "/workouts", f"/workouts/{self.workouts()[0]['id']}", "/plans", "/live", "/zones"]:
            self.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
            best = []
            for _ in range(3):
                self.open(path)
                self.wait(lambda: self.paint() is not None, "something is painted")
                best.append(self.paint())
                self.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
            seen[path] = min(best)
        print("first contentful paint, ms:", {path: round(time) for path, time in seen.items()})
        self.assertLess(max(seen.values()), 500)


    def test_a_ride_of_six_hours_can_be_used_within_a_second(self):
        points = "".join(
            f"<Trackpoint><Time>2026-11-2{1 + n // 86400}T{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}Z</Time>"
            f"<AltitudeMeters>{200 + n % 900 / 10}</AltitudeMeters><DistanceMeters>{n * 7.5}</DistanceMeters>"
            f"<HeartRateBpm><Value>{120 + (n * 7919) % 45}</Value></HeartRateBpm><Cadence>{80 + n % 15}</Cadence></Trackpoint>"
            for n in range(6 * 3600))
        ride = ('<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">'
                '<Activities><Activity Sport="Biking"><Id>2026-11-21T00:00:00Z</Id><Lap StartTime="2026-11-21T00:00:00Z">'
                f'<TotalTimeSeconds>21599</TotalTimeSeconds><Track>{points}</Track></Lap></Activity></Activities></TrainingCenterDatabase>')
        self.driver.set_script_timeout(60)
        self.drop("six-hours.tcx", ride.encode())
        self.wait(lambda: self.all(".workout .what a"), "the ride is listed")
        address = self.find(".workout .what a").get_attribute("href")
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
        # From the first request until the curve is drawn, as the page itself sees it.
        watch = ("addEventListener('DOMContentLoaded', () => { const look = () => document.querySelector('.chart path.curve')"
                 " ? window.drawn = performance.now() : requestAnimationFrame(look); look(); });")
        mark = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": watch})["identifier"]
        seen = []
        for _ in range(3):
            self.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
            self.driver.get(address)
            self.wait(lambda: self.driver.execute_script("return window.drawn"), "the curve is drawn")
            seen.append(self.driver.execute_script("return window.drawn"))
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": mark})
        print("six hours, ms until the curve is drawn:", [round(time) for time in seen])
        self.assertLess(min(seen), 1000)
        points = self.driver.execute_script(
            "return Math.max(...[...document.querySelectorAll('.chart path')].map(p => (p.getAttribute('d') || '').split(/[ML]/).length))")
        width = self.driver.execute_script("return document.querySelector('.chart svg').getBoundingClientRect().width")
        self.assertLess(points, 2 * width + 100, "thinned to what a screen can show")


class OfflineTests(ViewCase):
    def test_the_page_opens_without_the_server(self):
        self.samples()
        self.open("/")
        self.wait(lambda: self.driver.execute_script("return !!navigator.serviceWorker.controller"), "the worker is on")
        self.open("/workouts")
        self.open("/")
        listed = self.find("#last-h").text
        self.wait(lambda: self.driver.execute_async_script(
            "const done = arguments[0]; caches.open('pages').then(c => c.keys()).then(k => done(k.length))") >= 2, "pages are kept")
        self.page.stop()
        self.open("/workouts")
        self.assertTrue(self.find("#offline").is_displayed(), "it says that it is an old page")
        self.assertTrue(self.all(".workout"))
        self.open("/")
        self.assertEqual(self.find("#last-h").text, listed)
        self.open("/privacy")
        self.assertIn("not running", self.find("h1").text)
        self.driver.get_log("browser")

    def test_what_was_deleted_is_not_seen_again(self):
        self.samples()
        self.open("/workouts")
        self.wait(lambda: self.driver.execute_script("return !!navigator.serviceWorker.controller"), "the worker is on")
        self.open("/workouts")
        self.find("form[action='/samples/remove'] button").click()
        self.wait(lambda: not self.all(".workout"), "they are gone")
        time.sleep(0.3)
        self.page.stop()
        self.open("/")
        self.assertFalse(self.all("#last-h a"), "no page of before")
        self.driver.get_log("browser")


if __name__ == "__main__":
    unittest.main()

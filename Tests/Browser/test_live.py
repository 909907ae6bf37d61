# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""Live workouts in a real browser: a strap over Web Bluetooth, a plan ridden by the simulator, two windows."""

import json
import statistics
import subprocess
import time
import unittest

from selenium.webdriver.common.keys import Keys

from emulated_strap import Strap
from page_case import PageCase
from served_page import binary

PLAN = json.dumps({"name": "3 x 1", "sport": "running", "steps": [
    {"kind": "warmup", "goal": {"seconds": 60}, "target": None},
    {"repeat": 3, "steps": [
        {"kind": "work", "goal": {"seconds": 120}, "target": {"quantity": "heartRate", "zone": [4, 4]}},
        {"kind": "recovery", "goal": {"open": True},
         "gate": {"below": {"zone": 3}, "minimumSeconds": 30, "maximumSeconds": 120}}]},
    {"kind": "cooldown", "goal": {"seconds": 60}, "target": None}]})

# Notes what is shown, spoken and announced, in order and before the page's own scripts run.
NOTES = """
const kept = JSON.parse(sessionStorage.getItem('notes') ?? '[]');
self.notes = kept;
const note = (kind, text) => { if (text) { notes.push([kind, text]); sessionStorage.setItem('notes', JSON.stringify(notes)); } };
speechSynthesis.speak = utterance => note('spoken', utterance.text);
document.addEventListener('DOMContentLoaded', () => {
  for (const [id, kind] of [['cuetext', 'shown'], ['status', 'announced'], ['alert', 'announced']]) {
    const element = document.getElementById(id);
    if (!element) continue;
    if (kind === 'shown') note(kind, element.textContent);
    new MutationObserver(() => note(kind, element.textContent)).observe(element, {childList: true, characterData: true, subtree: true});
  }
});
"""

# The moment at which each number comes into the page, by the computer's clock.
STAMPS = """
self.stamps = {};
new MutationObserver(() => { stamps[document.getElementById('number').textContent] ??= performance.timeOrigin + performance.now(); })
  .observe(document.getElementById('number'), {childList: true, characterData: true, subtree: true});
"""


class LivePageCase(PageCase):
    def setUp(self):
        super().setUp()
        self.zonecoach("zones", "set", "--max-hr", "190", "--resting-hr", "50", "--ftp", "250")

    def zonecoach(self, *arguments):
        return subprocess.run([binary(), *arguments, "--data", self.page.folder + "/data"], check=True,
                              capture_output=True, text=True).stdout

    def api(self, path, body=None, method=None):
        content = None if body is None else json.dumps(body).encode()
        return json.loads(self.page.ask(path, content, {"Content-Type": "application/json"}, method)[1])

    def text(self, selector):
        return self.find(selector).get_attribute("textContent")

    def before_page(self, script):
        number = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})["identifier"]
        self.addCleanup(self.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", {"identifier": number})

    def begin(self, sensor):
        """Starts by the form, without a plan."""
        self.open("/live")
        self.find(f"input[value={sensor}]").click()
        self.find(".ready button[type=submit]").click()
        self.wait(lambda: self.driver.current_url.startswith(self.page.address + "/live/"), "the workout is open")
        self.wait(lambda: self.driver.title.endswith("ZoneCoach") and " · " in self.driver.title and "?" not in
                  self.driver.current_url, "the script shows it")
        return self.driver.current_url.rsplit("/", 1)[1]


class LivePageTest(LivePageCase):
    def cues_of(self, plan, seed, language="en"):
        """What the command says of the same plan and seed."""
        path = self.page.folder + "/plan.json"
        with open(path, "w") as file:
            file.write(plan)
        lines = [json.loads(line) for line in self.zonecoach(
            "live", "--sensor", f"simulate:{seed}", "--speed", "0", "--json-lines", "--discard", "--plan", path,
            "--language", language).splitlines()]
        return [line for line in lines if line["type"] == "cue" and line["text"]]

    def ride(self, seed, speed, voice):
        self.before_page(NOTES)
        self.driver.execute_script(f"sessionStorage.clear(); localStorage.setItem('voice', '{voice}')")
        run = self.api("/api/live", {"planText": PLAN, "sensor": f"simulate:{seed}", "speed": speed})
        self.open(f"/live/{run['id']}?begin=1")
        self.wait(lambda: self.all("#look"), "it has ended and is kept")
        notes = json.loads(self.driver.execute_script("return sessionStorage.getItem('notes')"))
        self.driver.execute_script("sessionStorage.clear()")
        return {kind: [text for k, text in notes if k == kind] for kind in ("shown", "spoken", "announced")}

    def test_cues_are_shown_and_spoken_as_the_command_says_them(self):
        expected = self.cues_of(PLAN, 5)
        self.assertGreater(len(expected), 8)
        notes = self.ride(5, 60, "on")
        shown = [line["text"] for line in expected]
        # The same sentence twice in a row changes nothing on the screen.
        once = [text for i, text in enumerate(shown) if i == 0 or shown[i - 1] != text]
        self.assertEqual([text for i, text in enumerate(notes["shown"]) if i == 0 or notes["shown"][i - 1] != text], once)
        self.assertEqual(notes["spoken"], [line["spoken"] for line in expected if "voice" in line["channels"]])
        # What our own voice has said no screen reader says again.
        silent = [line["text"] for line in expected if "voice" not in line["channels"] and "haptic" in line["channels"]]
        self.assertEqual([text for text in notes["announced"] if text not in silent], [])

    def test_without_the_voice_each_cue_is_announced_once(self):
        expected = [line["text"] for line in self.cues_of(PLAN, 5) if set(line["channels"]) - {"visual"}]
        notes = self.ride(5, 60, "off")
        self.assertEqual(notes["spoken"], [])
        self.assertEqual(notes["announced"], expected)

    def test_reload_and_a_second_window_show_the_same(self):
        run = self.api("/api/live", {"plan": "intervals", "sensor": "simulate:3", "speed": 60})
        self.open(f"/live/{run['id']}")
        self.wait(lambda: self.text("#heading").startswith("Repeat 1"), "the first repeat")
        self.find("#pause").click()
        self.wait(lambda: self.text("#pause span") == "Go on", "paused")
        parts = ("#heading", "#elapsed", "#todo", "#count", "#then", "#cuetext")
        first = [self.text(part) for part in parts]
        rects = "return document.querySelectorAll('#ribbon rect.to-come').length"
        planned = self.driver.execute_script(rects)
        self.driver.refresh()
        self.wait(lambda: "·" in self.driver.title, "shown again")
        self.assertEqual([self.text(part) for part in parts], first)
        window = self.driver.current_window_handle
        self.driver.switch_to.new_window("window")
        try:
            self.open("/live")
            self.assertEqual(self.driver.current_url, f"{self.page.address}/live/{run['id']}")
            self.wait(lambda: "·" in self.driver.title and not self.find("#also").get_attribute("hidden"), "and elsewhere")
            self.assertEqual([self.text(part) for part in parts], first)
            self.assertEqual(self.driver.execute_script(rects), planned)
            self.find("#pause").click()
            self.wait(lambda: self.text("#pause span") == "Pause", "goes on")
        finally:
            self.driver.close()
            self.driver.switch_to.window(window)
        self.wait(lambda: self.text("#pause span") == "Pause", "goes on here too")
        self.wait(lambda: self.text("#heading").startswith("Rest"), "to the rest")
        self.page.ask(f"/api/live/{run['id']}", method="DELETE")

    def test_the_keyboard_is_enough(self):
        self.open("/live")
        choice = self.find("input[value=simulate]")
        self.driver.execute_script("arguments[0].focus()", choice)
        choice.send_keys(Keys.SPACE)
        choice.send_keys(Keys.ENTER)
        self.wait(lambda: "/live/" in self.driver.current_url and "·" in self.driver.title, "started")
        body = self.find("body")
        body.send_keys(" ")
        self.wait(lambda: self.text("#pause span") == "Go on", "paused by Space")
        body.send_keys(" ")
        self.wait(lambda: self.text("#pause span") == "Pause", "goes on by Space")
        body.send_keys("t")
        self.wait(lambda: self.find("[data-action=easier] button").is_displayed(), "the target's menu is open")
        self.assertEqual(self.driver.switch_to.active_element.text, "A little easier")
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.wait(lambda: not self.find("[data-action=easier] button").is_displayed(), "closed by Escape")
        finish = self.find("#finish")
        finish.send_keys(Keys.ENTER)
        self.driver.switch_to.active_element.send_keys(Keys.TAB)
        self.assertEqual(self.driver.switch_to.active_element.text, "Finish and keep")
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.wait(lambda: self.all("#look"), "kept")
        self.find("#look").send_keys(Keys.ENTER)
        self.wait(lambda: "/workouts/" in self.driver.current_url, "the workout")

    def test_without_web_bluetooth_it_says_so_once_and_goes_on(self):
        self.before_page("Object.defineProperty(Navigator.prototype, 'bluetooth', {value: undefined});")
        self.open("/live")
        self.assertTrue(self.find("#nobluetooth").is_displayed())
        self.assertFalse(self.find("input[value=browser]").is_enabled())
        self.begin("none")
        self.assertIn("can’t connect to sensors", self.find("#connectnote").text)
        self.assertFalse(self.find("#connect").is_displayed())
        self.wait(lambda: self.text("#elapsed") not in ("0:00", "0:01"), "the timer goes on")

    def test_it_says_when_the_recorder_is_gone(self):
        self.begin("none")
        self.page.process.kill()
        self.page.process.wait()
        self.wait(lambda: self.find("#gonenote").is_displayed(), "it says so")
        self.driver.get_log("browser")

    def test_heart_rate_alone_is_shown_and_not_stored(self):
        self.open("/heart-rate")
        self.find("[data-sensor^=simulate]").click()
        self.wait(lambda: self.text("#number").isdigit() and int(self.text("#number")) > 40, "a number")
        self.wait(lambda: len(self.all("#minutes tr")) >= 1, "a row in the table")
        self.assertRegex(self.text("#say"), r"^\d+ beats per minute, zone \d\.?$")
        self.assertEqual(self.text("#spoken"), "")
        self.assertEqual(self.api("/api/workouts"), [])
        self.assertEqual(self.api("/api/live")["running"], [])


class StrapTest(LivePageCase):
    @classmethod
    def setUpClass(cls):
        cls.strap = Strap()
        cls.addClassCleanup(cls.strap.close)
        cls.driver = cls.strap.browser()

    def beat_until(self, rate, condition, what, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            self.strap.beat(rate)
            time.sleep(0.3)
            if condition():
                return
        self.fail(what)

    def test_a_strap_is_lost_and_found_and_its_beats_are_kept(self):
        identity = self.begin("browser")
        self.strap.pair("Polar H10 1234", "#connect")
        for rate in (118, 119, 120):
            self.strap.beat(rate)
            self.wait(lambda: self.text("#number") == str(rate), f"{rate} is shown")
        self.assertEqual(self.text("#sensor"), "Polar H10 1234")
        self.assertFalse(self.find("#connectnote").is_displayed())
        self.strap.drop()
        self.wait(lambda: self.text("#sensor") == "Looking for Polar H10 1234", "it is looked for")
        self.wait(lambda: self.text("#number") == "–" and self.find("#lostnote").is_displayed(), "the signal is lost")
        self.assertEqual(self.text("#plate"), "?")
        self.assertNotIn("beats per minute", self.text("#say"))
        before = self.strap.subscriptions
        self.strap.appear()
        self.strap.wait(lambda: self.strap.subscriptions > before, 20, "the page did not subscribe again")
        self.beat_until(131, lambda: self.text("#number") == "131", "values come again")
        self.wait(lambda: not self.find("#lostnote").is_displayed(), "nothing is looked for any more")
        self.find("#finish").click()
        self.find("form[action$='/end'] button").click()
        self.wait(lambda: self.all("#look"), "kept")
        workout = self.find("#look").get_attribute("href").rsplit("/", 1)[1]
        series = next(s for s in self.api(f"/api/workouts/{workout}")["series"] if s["quantity"] == "heartRate")
        self.assertEqual((series["minimum"], series["maximum"]), (118, 131))
        self.assertEqual(self.api("/api/live")["running"], [])
        self.assertTrue(identity)

    def test_from_a_packet_to_the_screen(self):
        identity = self.begin("browser")
        self.strap.pair("Polar H10 1234", "#connect")
        self.driver.execute_script(STAMPS)
        sent = {}
        for rate in range(90, 150):
            sent[str(rate)] = time.time() * 1000
            self.strap.beat(rate)
            time.sleep(0.05)
        self.wait(lambda: self.text("#number") == "149", "all are there")
        stamps = self.driver.execute_script("return stamps")
        times = sorted(stamps[rate] - sent[rate] for rate in stamps if rate in sent)
        self.assertGreater(len(times), 50)
        figures = f"p50 {statistics.median(times):.0f} ms, p99 {times[int(len(times) * .99) - 1]:.0f} ms, {len(times)} values"
        print(f"\nfrom the strap's packet to the screen: {figures}")
        self.page.ask(f"/api/live/{identity}", method="DELETE")
        self.assertLess(statistics.median(times), 150)

    def test_the_heart_rate_view_takes_a_strap_too(self):
        self.open("/heart-rate")
        self.strap.pair("Polar H10 1234", "#connect")
        self.beat_until(72, lambda: self.text("#number") == "72", "72 is shown")
        self.assertEqual(self.text("#low"), "72")
        self.assertEqual(self.api("/api/workouts"), [])


if __name__ == "__main__":
    unittest.main()

# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""Zones in a real browser: numbers, choices, corrections, other zones over a workout, doubtful stretches, comparing."""

import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from page_case import PageCase
from served_page import set_screen


class ZonesTest(PageCase):
    def add_samples(self):
        self.find("form[action='/samples/add'] button").click()
        self.wait(lambda: len(self.all(".workout")) > 1, "samples are listed")

    def state(self, **numbers):
        self.open("/zones")
        for name, value in numbers.items():
            self.find(f"#{name}").clear()
            self.find(f"#{name}").send_keys(value)
        self.find("form.fields button").click()
        self.wait(lambda: self.all(".saved"), "saved")

    def toast(self, words):
        self.wait(lambda: words in self.find(".toasts").text, f"the toast says {words}")

    def undo(self):
        self.find(".toast button").click()
        self.toast("as it was before")

    def refused(self):
        """The console tells of an answer's status 422 as of an error; it is the answer we asked for."""
        self.wait(lambda: self.all("[aria-invalid]"), "the field is named")
        self.driver.get_log("browser")

    def test_a_number_shows_zones_with_their_day_and_a_choice_for_running_comes_beside_them(self):
        self.state(maxHR="190", restingHR="50")
        section = self.find("section[aria-labelledby=now-heartRate-all]")
        self.assertIn("for all sports without zones of their own", section.text)
        self.assertRegex(section.text, r"since \d+ \w+ \d{4}")
        self.assertIn("Maximum heart rate 190 bpm · stated by you", section.text)
        self.assertEqual(len(section.find_elements("css selector", "tbody tr")), 5)
        self.find("#number summary").click()
        Select(self.find("#number-kind")).select_by_value("lthr")
        self.find("#number-value").send_keys("168")
        Select(self.find("#number-sport")).select_by_value("running")
        self.find("#number form button").click()
        self.toast("Kept, from")
        Select(self.find("#choose-zones")).select_by_value("friel-run7")
        Select(self.find("#choose-sport")).select_by_value("running")
        self.find("form[action^='/zones/choose'] button").click()
        self.toast("Chosen for running")
        running = self.find("section[aria-labelledby=now-heartRate-running]")
        self.assertIn("Chosen for running", running.text)
        self.assertEqual(len(running.find_elements("css selector", "tbody tr")), 7)
        self.assertNotIn("done=", self.driver.current_url)
        self.undo()
        self.assertNotIn("Friel", self.find("section[aria-labelledby=now]").text)

    def test_limits_that_are_none_come_back_with_a_sentence(self):
        self.open("/zones")
        self.find("#choose-limits").send_keys("60, 70, 80, 90")
        self.find("form[action^='/zones/choose'] button").click()
        self.refused()
        self.assertEqual(self.find("#choose-limits").get_attribute("value"), "60, 70, 80, 90")
        self.assertIn("look like percent", self.find("#choose-limits-problem").text)
        self.assertTrue(self.find("#choose-limits").get_attribute("aria-describedby").startswith("choose-limits-problem"))
        Select(self.find("#choose-of")).select_by_value("max-hr")
        self.find("form[action^='/zones/choose'] button").click()
        self.refused()
        self.assertIn("maximum heart rate", self.find("#choose-zones-problem").text)

    def test_a_correction_is_seen_first_then_made_then_taken_back(self):
        self.add_samples()
        self.state(maxHR="190", restingHR="50")
        self.find("a[href='/zones/apply']").click()
        self.wait(lambda: self.all("#apply-zones"), "the question")
        Select(self.find("#apply-zones")).select_by_value("karvonen5")
        self.find("main form button").click()
        self.wait(lambda: self.all("#preview"), "the preview")
        self.assertRegex(self.find("main").text, r"Heart rate: \d+ workouts would be shown under other zones")
        self.assertTrue(self.all(".sides .zone-bar"))
        self.find("form[method=post] button").click()
        self.toast("Under other zones now")
        self.assertIn("Correction of", self.find("section[aria-labelledby=history]").text)
        self.find("a[href$='/undo']").click()
        self.wait(lambda: "go back to the zones they had before" in self.find("main").text, "it says how many go back")
        self.find("main form button").click()
        self.toast("Took the correction back")
        self.assertNotIn("Correction of", self.find("section[aria-labelledby=history]").text)

    def test_zones_under_a_name_are_kept_deleted_and_brought_back(self):
        self.open("/zones")
        self.find("#custom-name").send_keys("Winter")
        self.find("#custom-limits").send_keys("120,140,155")
        self.find("form[action^='/zones/custom#'] button").click()
        self.toast("Kept")
        own = lambda: self.find("section[aria-labelledby=custom]").text
        self.assertIn("120 · 140 · 155 bpm", own())
        self.find("form[action$='/delete'] button").click()
        self.toast("“Winter” deleted")
        self.assertNotIn("120 · 140 · 155 bpm", own())
        self.undo()
        self.assertIn("120 · 140 · 155 bpm", own())

    def test_a_workout_is_seen_under_other_zones_and_stays_as_it_is(self):
        self.add_samples()
        self.state(maxHR="190", restingHR="50")
        self.open("/workouts")
        next(a for a in self.all(".workout .what a") if a.text == "Tempo run").click()
        self.wait(lambda: self.all(".chart path.bound"), "the curve is drawn")
        limits = lambda: [t.text for t in self.all(".chart .axis")][:3]
        ranges = lambda: [r.text for r in self.all("table.tiz .range")]
        before, marks = ranges(), limits()
        self.find("#under > summary").click()
        Select(self.find("#under-zones")).select_by_value("seiler3")
        self.find("#under form button[type=submit]").click()
        self.wait(lambda: self.all(".note.under"), "the banner")
        self.assertIn("Shown under Seiler’s three zones".replace("’", "'"), self.find(".note.under").text)
        self.assertIn("Nothing is stored", self.find(".note.under").text)
        self.wait(lambda: self.all(".chart path.bound"), "the curve is drawn")
        self.assertEqual(len(ranges()), 3)
        self.assertNotEqual(limits(), marks)
        self.find(".note.under a").click()
        self.wait(lambda: not self.all(".note.under") and self.all(".chart path.bound"), "as it is kept")
        self.assertEqual(ranges(), before)

    def test_a_doubtful_stretch_is_marked_left_out_and_counted_again(self):
        self.add_samples()
        next(a for a in self.all(".workout .what a") if a.text == "Easy long run").click()
        self.wait(lambda: self.all(".chart .doubt"), "the stretch is marked on the curve")
        self.assertEqual(self.find(".chart .flag-name").text, "spike?")
        self.find(".flagged button").click()
        self.toast("Left out, 0:03")
        self.wait(lambda: self.all(".chart .ghost"), "what was recorded is still drawn")
        self.assertEqual(self.find(".chart .flag-name").text, "spike? left out")
        self.assertEqual(self.find(".flagged button").text, "Count again")
        self.find(".toast button").click()
        self.toast("Counted again")
        self.wait(lambda: self.all(".chart .doubt"), "marked as before")

    def test_two_workouts_are_compared_by_keys_alone(self):
        self.add_samples()
        press = lambda *keys: ActionChains(self.driver).send_keys(*keys).perform()
        focused = lambda: self.driver.switch_to.active_element
        compare = self.find(".compare-bar button")
        for _ in range(30):
            press(Keys.TAB)
            if focused() == compare:
                break
        self.assertEqual(focused(), compare)
        ticked = 0
        while ticked < 2:
            press(Keys.TAB)
            if focused().get_attribute("type") == "checkbox":
                press(Keys.SPACE)
                ticked += 1
        press(Keys.ENTER)
        self.wait(lambda: self.find("h1").text == "Compare", "the comparison")
        self.assertEqual(len(self.all(".compared > li")), 2)
        self.assertRegex(self.find("main .chips").text, "Class|No comparison")
        self.assertIn("device’s own", self.find("main").text)

    def test_comparing_says_what_is_missing(self):
        self.open("/compare")
        self.assertTrue(self.all("a.btn.primary[href='/workouts']"))
        self.open("/workouts")
        self.add_samples()
        self.find(".workout .what a").click()
        self.wait(lambda: self.all("a[href^='/workouts?compare=']"), "Compare with…")
        self.find("a[href^='/workouts?compare=']").click()
        self.wait(lambda: len(self.all(".tick input:checked")) == 1, "it is ticked already")
        self.find(".compare-bar button").click()
        self.wait(lambda: "which other?" in self.find("main").text, "one is not enough")

    def test_nothing_scrolls_sideways_and_everything_is_large_enough(self):
        self.add_samples()
        ids = [a.get_attribute("href").split("/")[-1] for a in self.all(".workout .what a")]
        self.state(maxHR="190", restingHR="50", ftp="250", lthr="170")
        self.find("#custom-name").send_keys("A name without any place to break it")
        self.find("#custom-limits").send_keys("110,120,130,140,150,160,170,180")
        self.find("form[action^='/zones/custom#'] button").click()
        self.toast("Kept")
        several = "&".join("id=" + i for i in ids[:5])
        paths = ["/zones", "/zones/apply?show=1", f"/compare?{several}", f"/compare?{several}&zones=friel-run7&above=150",
                 f"/compare?{several}&zones=each", "/compare", f"/compare?id={ids[0]}", f"/workouts?compare={ids[0]}",
                 f"/workouts/{ids[-1]}?zones=friel-run7"]
        for width in (320, 390, 1280):
            set_screen(self.driver, width)
            for path in paths:
                self.open(path)
                self.driver.execute_script("document.querySelectorAll('main details').forEach(d => { d.open = true; })")
                room = self.driver.execute_script("return document.documentElement.scrollWidth")
                self.assertLessEqual(room, width, f"{path} at {width}")
                small = self.driver.execute_script("""
                  return [...document.querySelectorAll('main :is(button, .btn, summary, select, .field)')]
                    .filter(e => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().height < 43.5).map(e => e.outerHTML.slice(0, 90))""")
                self.assertEqual(small, [], f"{path} at {width}")
                nameless = self.driver.execute_script("""
                  return [...document.querySelectorAll('main :is(button, a, input:not([type=hidden]), select)')]
                    .filter(e => e.checkVisibility() && !(e.textContent.trim() && e.tagName !== 'SELECT' ||
                      e.getAttribute('aria-label') || e.labels?.length)).map(e => e.outerHTML.slice(0, 90))""")
                self.assertEqual(nameless, [], f"{path} at {width}")
                twice = self.driver.execute_script("""
                  const all = [...document.querySelectorAll('[id]')].map(e => e.id);
                  return all.filter((id, i) => all.indexOf(id) !== i)""")
                self.assertEqual(twice, [], f"{path} at {width}")


if __name__ == "__main__":
    unittest.main()

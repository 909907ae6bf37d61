# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""Settings in a real browser: language, units, theme, colours of zones, all by keyboard too."""

import json
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from page_case import PageCase

HEADINGS = {
    "/workouts": ("Workouts", "训练", "ワークアウト"), "/zones": ("Zones", "区间", "ゾーン"),
    "/privacy": ("Privacy", "隐私", "プライバシー"), "/settings": ("Settings", "设置", "設定"),
}


class SettingsTest(PageCase):
    def setUp(self):
        super().setUp()
        self.page.ask("/api/samples", b"")

    def until(self, condition):
        self.wait(condition, "a setting to take effect")

    def choose(self, name, value):
        Select(self.driver.find_element(By.NAME, name)).select_by_value(value)

    def settings(self):
        return json.loads(self.page.ask("/api/settings")[1])

    def heading(self):
        return self.driver.find_element(By.TAG_NAME, "h1").text

    def set_field(self, name, value):
        self.driver.execute_script(
            "const f = document.getElementsByName(arguments[0])[0]; f.focus(); f.value = arguments[1];"
            "f.dispatchEvent(new Event('change', {bubbles: true}))", name, value)

    def test_language_of_every_view(self):
        for place, language in ((1, "zh-Hans"), (2, "ja"), (0, "en")):
            self.open("/settings")
            self.choose("language", language)
            self.until(lambda: self.driver.find_element(By.TAG_NAME, "html").get_attribute("lang") == language)
            for path, words in HEADINGS.items():
                self.open(path)
                self.assertEqual(self.heading(), words[place])
            self.open("/workouts")
            month = self.driver.find_element(By.CSS_SELECTOR, ".month h2").text
            self.assertRegex(month, r"^\w+ 20\d\d$" if place == 0 else r"^20\d\d年\d{1,2}月$")

    def test_units_are_kept_and_shown(self):
        self.open("/settings")
        self.choose("units", "mi")
        self.until(lambda: self.settings()["units"] == "mi")
        self.open("/workouts")
        self.assertTrue(any(far.text.endswith("mi") for far in self.driver.find_elements(By.CSS_SELECTOR, ".far")))

    def test_theme_is_kept_after_a_reload_without_storage(self):
        self.open("/settings")
        self.choose("theme", "dark")
        self.until(lambda: self.settings()["theme"] == "dark")
        self.until(lambda: self.driver.find_element(By.ID, "saved").text == "Saved")
        self.driver.execute_script("localStorage.clear()")
        self.open("/zones")
        self.assertEqual(self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-theme"), "dark")
        self.driver.find_element(By.CSS_SELECTOR, "[data-action=theme]").click()
        self.until(lambda: self.settings()["theme"] == "light")

    def test_a_colour_that_is_hard_to_see_is_offered_another(self):
        self.open("/settings?zones=5")
        self.set_field("colour-light-5-2", "#ffff88")
        self.until(lambda: self.driver.find_element(By.ID, "offer").is_displayed())
        self.assertEqual(self.settings()["zoneColours"], {})
        # Chromium tells of the refusal in its console.
        told = [entry["message"] for entry in self.driver.get_log("browser")]
        self.assertTrue(len(told) == 1 and "status of 422" in told[0], told)
        offer = self.driver.find_element(By.CSS_SELECTOR, "#offer button")
        colour = offer.text.split()[-1]
        offer.send_keys(Keys.ENTER)
        self.until(lambda: self.settings()["zoneColours"].get("light", {}).get("5", [""] * 5)[1] == colour)
        self.until(lambda: self.driver.find_elements(By.ID, "own-colours"))
        self.set_field("name-5-2", "Chatty")
        self.until(lambda: self.settings()["zoneNames"] == {"5": ["", "Chatty", "", "", ""]})
        self.open("/zones")
        self.assertTrue(self.driver.find_elements(By.ID, "own-colours"))

    def test_by_keyboard_alone(self):
        self.open("/settings")
        body = self.driver.find_element(By.TAG_NAME, "body")
        body.send_keys(Keys.TAB)
        for _ in range(60):
            if self.driver.switch_to.active_element.get_attribute("name") == "weekStart":
                break
            self.driver.switch_to.active_element.send_keys(Keys.TAB)
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
        self.until(lambda: self.settings()["weekStart"] == "sunday")
        self.until(lambda: self.driver.find_element(By.ID, "saved").text == "Saved")
        self.assertEqual(self.driver.find_element(By.ID, "saved").get_attribute("role"), "status")


if __name__ == "__main__":
    unittest.main()

# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""What the tests of the page share: one browser for a class, a fresh page for each test, and an eye on the console."""

import base64
import unittest

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from served_page import ServedPage, browser, set_screen

DROP = """
const [name, text] = arguments, done = arguments[2];
const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
const transfer = new DataTransfer();
transfer.items.add(new File([bytes], name));
for (const kind of ['dragenter', 'dragover', 'drop'])
  document.querySelector('main').dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: transfer}));
done();
"""


class PageCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = browser()

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def setUp(self):
        self.page = ServedPage()
        self.addCleanup(self.page.close)
        self.page.let_in(self.driver)
        set_screen(self.driver, 1280)
        self.driver.get_log("browser")
        self.open("/workouts")
        self.driver.execute_script("localStorage.clear()")

    def tearDown(self):
        # Console errors include violations of the content security policy.
        trouble = [entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        self.assertEqual(trouble, [])

    def open(self, path):
        self.driver.get(self.page.address + path)

    def fetch(self, path):
        """The headers and the body of an answer, without the browser."""
        return self.page.ask(path)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, condition, what):
        # While one page follows another, what was found a moment ago may be gone.
        passing = [NoSuchElementException, StaleElementReferenceException]

        def settled(_):
            try:
                return condition()
            except WebDriverException as trouble:
                # Chromium's other word for stale.
                if "does not belong to the document" in (trouble.msg or ""):
                    return False
                raise

        return WebDriverWait(self.driver, 20, ignored_exceptions=passing).until(settled, what)

    def drop(self, name, content):
        self.driver.execute_async_script(DROP, name, base64.b64encode(content).decode())

    def add_run(self):
        """Drops a run and opens its page, with the curve drawn."""
        run = next(f for f in self.page.sample_files() if "run" in f.name or "6x3" in f.name or "3" in f.name)
        self.drop(run.name, run.read_bytes())
        self.wait(lambda: self.all(".workout .what a"), "the workout is listed")
        self.find(".workout .what a").click()
        self.wait(lambda: self.all(".chart path.curve"), "the curve is drawn")

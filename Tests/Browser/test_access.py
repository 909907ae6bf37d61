# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""Who is let in: the link that works once, and what a page from elsewhere can't do."""

import http.server
import threading
import unittest

from page_case import PageCase
from served_page import browser

FETCH = """
const [address, options] = arguments, done = arguments[2];
fetch(address, options).then(a => a.text().then(t => done(`${a.type} ${a.status} ${t.length}`))).catch(e => done(`${e.name}`));
"""

LOAD = """
const [kind, address] = arguments, done = arguments[2];
const element = document.createElement(kind);
element.onload = () => done('loaded');
element.onerror = () => done('refused');
element.src = address;
document.body.append(element);
"""

LISTEN = """
const source = new EventSource(arguments[0], {withCredentials: arguments[1]}), done = arguments[2];
source.onopen = () => done('open');
source.onerror = () => { source.close(); done('refused'); };
"""


class Elsewhere(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><link rel=icon href='data:,'><title>Elsewhere</title><p>Another page.")

    def log_message(self, *_):
        pass


class AccessTest(PageCase):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def tearDown(self):
        # What is refused here the browser notes in its console; that is what is looked for.
        self.driver.get_log("browser")

    def elsewhere(self, host="127.0.0.1"):
        self.driver.get(f"http://{host}:{self.server.server_port}/")
        self.assertEqual(self.driver.title, "Elsewhere")

    def run_async(self, script, *arguments):
        return self.driver.execute_async_script(script, *arguments)

    def test_the_link_lets_one_browser_in_once(self):
        stranger = browser()
        self.addCleanup(stranger.quit)
        stranger.get(self.page.address + "/workouts")
        self.assertIn("Open the link that ZoneCoach shows", stranger.find_element("css selector", "main").text)
        stranger.get(self.page.address + self.page.link)
        self.assertIn("press Enter in the terminal", stranger.find_element("css selector", "main").text)
        self.page.process.send_signal(10)
        _, link = self.page.read_link()
        stranger.get(self.page.address + link)
        self.assertNotIn("/open/", stranger.current_url)
        stranger.get(self.page.address + "/workouts")
        self.assertTrue(stranger.find_elements("css selector", "form[action='/samples/add']"))
        cookie, = [c for c in stranger.get_cookies() if c["name"].startswith("zonecoach")]
        self.assertEqual((cookie["httpOnly"], cookie["sameSite"], cookie["path"]), (True, "Strict", "/"))
        self.assertEqual(stranger.execute_script("return document.cookie"), "")
        # Who holds the cookie is only sent on.
        stranger.get(self.page.address + link)
        self.assertNotIn("/open/", stranger.current_url)
        # The other browser ends it.
        self.open("/privacy")
        for card in self.all("#browsers .program"):
            if "this one" not in card.text:
                card.find_element("css selector", "button").click()
                break
        self.wait(lambda: len(self.all("#browsers .program")) == 1, "one is left")
        stranger.get(self.page.address + "/workouts")
        self.assertIn("Open the link that ZoneCoach shows", stranger.find_element("css selector", "main").text)

    def test_a_page_from_another_port_can_neither_read_nor_write(self):
        # Cookies know no ports: this browser sends ours along, so the answer must be no all the same.
        for host in ("127.0.0.1", "localhost"):
            self.elsewhere(host)
            for path in ("/api/workouts", "/workouts", "/privacy/everything.sqlite"):
                for options in ({}, {"credentials": "include"}):
                    self.assertEqual(self.run_async(FETCH, self.page.address + path, options), "TypeError")
                # Without asking for permission the answer is opaque: type, status and length say nothing.
                outcome = self.run_async(FETCH, self.page.address + path, {"mode": "no-cors", "credentials": "include"})
                self.assertIn(outcome, ("TypeError", "opaque 0 0"))
            for method in ("POST", "DELETE", "PATCH"):
                outcome = self.run_async(
                    FETCH, self.page.address + "/api/samples", {"method": method, "credentials": "include"})
                self.assertEqual(outcome, "TypeError")
            simple = {"method": "POST", "mode": "no-cors", "credentials": "include", "body": "x"}
            self.run_async(FETCH, self.page.address + "/samples/add", simple)
            for kind, path in (("img", "/workouts"), ("script", "/api/workouts"), ("script", "/workouts"),
                               ("img", "/privacy/everything.sqlite")):
                self.assertEqual(self.run_async(LOAD, kind, self.page.address + path), "refused", f"{kind} {path}")
            for with_cookie in (False, True):
                self.assertEqual(self.run_async(LISTEN, self.page.address + "/api/workouts", with_cookie), "refused")
            # A frame shows nothing of ours.
            self.driver.execute_async_script("""
                const frame = document.createElement('iframe');
                frame.onload = () => arguments[1]('');
                frame.src = arguments[0];
                document.body.append(frame);""", self.page.address + "/workouts")
            self.driver.switch_to.frame(0)
            self.assertFalse(self.all(".places"))
            self.driver.switch_to.default_content()
            # A form is sent, and refused.
            self.driver.execute_script("""
                const form = document.createElement('form');
                form.method = 'post';
                form.action = arguments[0];
                document.body.append(form);
                form.submit();""", self.page.address + "/samples/add")
            self.wait(lambda: "Another web site asked" in self.find("main").text, "refused")
        self.assertEqual(self.fetch("/api/workouts")[1], b"[]")

    def test_a_foreign_name_for_this_computer_is_refused(self):
        for host in ("evil.example", f"evil.example:{self.page.port}", "127.0.0.1", f"[::1]:{self.page.port}",
                     f"127.0.0.1.evil.example:{self.page.port}", f"127.0.0.1:{self.page.port}.", "0.0.0.0"):
            for path in ("/workouts", "/api/workouts", self.page.link, "/assets/x/y"):
                answer = self.page.knock(path, Host=host, Cookie=self.page.cookie)
                self.assertEqual(answer.status, 403, f"{host} {path}")
                self.assertIsNone(answer.headers["Set-Cookie"])


if __name__ == "__main__":
    unittest.main()

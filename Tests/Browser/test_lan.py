# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""`serve --lan`: another device comes over TLS, types the code of the terminal, and sees what the page shows."""

import hashlib
import http.client
import os
import re
import shutil
import signal
import ssl
import subprocess
import tempfile
import unittest
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from axe import violations
from served_page import binary, browser, set_screen

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class LANTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="zonecoach-lan-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def serve(self, *arguments):
        process = subprocess.Popen(
            [binary(), "serve", "--port", "0", "--samples", "--data", self.folder + "/data", *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        self.addCleanup(self.end, process)
        said = ""
        for line in process.stdout:
            said += line
            if "Code for" in line or ("--lan" not in arguments and "Ctrl-C" in line):
                return process, said
        self.fail(f"it did not start: {said}")

    def end(self, process):
        if process.poll() is None:
            process.terminate()
            process.wait(timeout=20)
        process.stdout.close()

    def listening(self, process):
        """The addresses on which a process takes connections."""
        held = set()
        for entry in Path(f"/proc/{process.pid}/fd").iterdir():
            try:
                held.add(os.readlink(entry))
            except OSError:
                continue
        found = []
        for line in Path(f"/proc/{process.pid}/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in held:
                found.append(fields[1].split(":")[0])
        return found

    def ask(self, port, method, path, body=None, headers=None):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=20)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            answer.read()
            return answer
        finally:
            connection.close()

    def test_nothing_listens_on_the_network_unless_it_is_asked_for(self):
        process, _ = self.serve()
        self.assertEqual(self.listening(process), ["0100007F"])

    def test_a_device_is_let_in_by_the_code_and_only_over_tls(self):
        process, said = self.serve("--lan")
        port = int(re.search(r"https://[^ ]*?:(\d+)/", said).group(1))
        code = re.search(r"\b(\d{6})\s*$", said).group(1)
        fingerprint = re.search(r"((?:[0-9A-F]{2}:){31}[0-9A-F]{2})", said).group(1).replace(":", "")
        served = ssl.get_server_certificate(("127.0.0.1", port))
        self.assertEqual(hashlib.sha256(ssl.PEM_cert_to_DER_cert(served)).hexdigest().upper(), fingerprint)
        self.assertEqual(sorted(self.listening(process)), ["00000000", "0100007F"])
        # Its own certificate proves it, names and addresses too.
        trusted = ssl.create_default_context(cadata=served)
        known = http.client.HTTPSConnection("127.0.0.1", port, context=trusted, timeout=20)
        known.request("GET", "/api/workouts")
        self.assertEqual(known.getresponse().status, 401)
        known.close()
        with self.assertRaises((http.client.HTTPException, ConnectionError)):
            plain = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            plain.request("GET", "/")
            plain.getresponse()
        self.assertEqual(self.ask(port, "GET", "/", headers={"Host": f"evil.example:{port}"}).status, 403)
        self.assertEqual(self.ask(port, "POST", "/pair", "code=" + code, {**FORM, "Origin": "https://evil.example"}).status, 403)
        self.assertEqual(self.ask(port, "POST", "/pair", "code=12", FORM).status, 401)
        answer = self.ask(port, "POST", "/pair", "code=" + code, FORM)
        cookie = answer.headers["Set-Cookie"]
        for word in ("HttpOnly", "SameSite=Strict", "Secure", "Path=/"):
            self.assertIn(word, cookie)
        self.assertEqual(self.ask(port, "POST", "/pair", "code=" + code, FORM).status, 401, "a code lets one device in")
        mine = {"Cookie": cookie.split(";")[0]}
        self.assertEqual(self.ask(port, "GET", "/api/workouts", headers=mine).status, 200)
        # Another code at the terminal's wish; five wrong ones spend it.
        process.send_signal(signal.SIGUSR1)
        for line in process.stdout:
            if found := re.search(r"\b(\d{6})\s*$", line):
                break
        for _ in range(5):
            self.ask(port, "POST", "/pair", "code=000000" if found.group(1) != "000000" else "code=111111", FORM)
        self.assertEqual(self.ask(port, "POST", "/pair", "code=" + found.group(1), FORM).status, 401)

    def test_a_phone_types_the_code_and_watches_a_workout_live(self):
        _, said = self.serve("--lan")
        port = int(re.search(r"https://[^ ]*?:(\d+)/", said).group(1))
        code = re.search(r"\b(\d{6})\s*$", said).group(1)
        driver = browser("--ignore-certificate-errors")
        self.addCleanup(driver.quit)
        set_screen(driver, 390)
        driver.get(f"https://127.0.0.1:{port}/")
        self.assertEqual(violations(driver), [])
        driver.find_element(By.CSS_SELECTOR, "input[name=code]").send_keys(code + "\n")
        wait = WebDriverWait(driver, 20)
        wait.until(lambda _: driver.find_elements(By.CSS_SELECTOR, "#last-h"), "today is shown")
        started = driver.execute_async_script("""
            const done = arguments[0];
            fetch('/api/live', {method: 'POST', headers: {'Content-Type': 'application/json'},
              body: JSON.stringify({sport: 'running', sensor: 'simulate:3', speed: 10})})
              .then(answer => answer.json()).then(live => {
                const events = new EventSource(`/api/live/${live.id}/events`);
                let count = 0;
                events.onmessage = () => { if (++count === 5) { events.close(); done(live.id); } };
              });
            """)
        self.assertTrue(started, "events of a live workout come over TLS")


if __name__ == "__main__":
    unittest.main()

# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""A served page and a browser to look at it, for the tests and the screenshots in this folder.

The browser needs selenium (PyPI), chromium and chromium-driver. The program is taken from $ZONECOACH_BINARY, otherwise
from the debug build beside this checkout.
"""

import http.client
import os
import re
import shutil
import subprocess
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def binary():
    path = os.environ.get("ZONECOACH_BINARY") or ROOT / ".build" / "debug" / "zonecoach"
    if not Path(path).exists():
        raise SystemExit(f"{path} is not there. Build it, or say in ZONECOACH_BINARY where it is.")
    return str(path)


class ServedPage:
    """`zonecoach serve` over a data folder of its own, by which we are let in already."""

    def __init__(self, *arguments, folder=None):
        self.folder = folder or tempfile.mkdtemp(prefix="zonecoach-browser-")
        self.process = subprocess.Popen(
            [binary(), "serve", "--port", "0", "--data", self.folder + "/data", *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True)
        self.address, self.link = self.read_link()
        self.port = int(self.address.rpartition(":")[2])
        answer = self.knock(self.link)
        if answer.status != 303:
            raise SystemExit(f"the link answered {answer.status}")
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]

    def read_link(self):
        """The address and the path of the link that the program prints next."""
        for line in self.process.stdout:
            if found := re.fullmatch(r"(http://127\.0\.0\.1:\d+)(/open/[0-9a-f]+)", line.strip()):
                return found.groups()
        raise SystemExit("the page did not start")

    def knock(self, path, **headers):
        """Asks for a path without a cookie and without going where the answer leads."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.body = answer.read()
            return answer
        finally:
            connection.close()

    def ask(self, path, content=None, headers=None, method=None):
        """Asks for a path as a browser that was let in; returns the answer's headers and body."""
        request = urllib.request.Request(
            self.address + path, content, {"Cookie": self.cookie, **(headers or {})}, method=method)
        with urllib.request.urlopen(request) as answer:
            return answer.headers, answer.read()

    def let_in(self, driver):
        """Gives a browser the cookie."""
        name, _, value = self.cookie.partition("=")
        driver.execute_cdp_cmd("Network.setCookie", {
            "name": name, "value": value, "url": self.address, "httpOnly": True, "sameSite": "Strict"})

    def sample_files(self):
        """FIT files that the program makes itself."""
        folder = Path(self.folder) / "samples"
        if not folder.exists():
            subprocess.run([binary(), "samples", str(folder)], check=True, capture_output=True)
        return sorted(folder.glob("*.fit"))

    def stop(self):
        """Ends the server; what the browser has stays."""
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def close(self):
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def browser_options(*more):
    from selenium.webdriver.chrome.options import Options

    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--force-color-profile=srgb", *more):
        options.add_argument(argument)
    chromium = shutil.which("chromium")
    if chromium:
        options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return options


def browser_service(environment=None):
    from selenium.webdriver.chrome.service import Service

    driver = shutil.which("chromedriver")
    return Service(driver, env=environment) if driver else None


def browser(*more):
    from selenium import webdriver

    return webdriver.Chrome(options=browser_options(*more), service=browser_service())


def set_screen(driver, width, height=844, dark=False, features=()):
    """The screen's size and what the system prefers."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}, *features]})

# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""A served page and a browser to look at it, for the tests and the screenshots in this folder.

Needs selenium (PyPI), chromium and chromium-driver. The program is taken from $ZONECOACH_BINARY, otherwise from the
debug build beside this checkout.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

ROOT = Path(__file__).resolve().parents[2]


def binary():
    path = os.environ.get("ZONECOACH_BINARY") or ROOT / ".build" / "debug" / "zonecoach"
    if not Path(path).exists():
        raise SystemExit(f"{path} is not there. Build it, or say in ZONECOACH_BINARY where it is.")
    return str(path)


class ServedPage:
    """`zonecoach serve` over a data folder of its own."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="zonecoach-browser-")
        self.process = subprocess.Popen(
            [binary(), "serve", "--port", "0", "--data", self.folder + "/data"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        self.address = ""
        while not self.address.startswith("http://127.0.0.1:"):
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the page did not start")
            self.address = line.strip()
        self.address = self.address.rstrip("/")

    def sample_files(self):
        """FIT files that the program makes itself."""
        folder = Path(self.folder) / "samples"
        if not folder.exists():
            subprocess.run([binary(), "samples", str(folder)], check=True, capture_output=True)
        return sorted(folder.glob("*.fit"))

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def browser():
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--force-color-profile=srgb"):
        options.add_argument(argument)
    chromium = shutil.which("chromium")
    if chromium:
        options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = shutil.which("chromedriver")
    return webdriver.Chrome(options=options, service=Service(driver) if driver else None)


def set_screen(driver, width, height=844, dark=False, features=()):
    """The screen's size and what the system prefers."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}, *features]})

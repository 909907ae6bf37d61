# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""A heart-rate strap for pages that use Web Bluetooth, in a headless Chromium and without hardware.

Chromium's own BlueZ code talks to Tests/Bluetooth/mock_bluez.py on a bus of its own, so that notifications, lost links and
reconnections are what they are with a real strap. The chooser is answered over WebDriver BiDi.

    strap = Strap()
    driver = strap.browser()
    driver.get(address)
    strap.pair("Polar H10 1234", "#connect")    # presses the button, chooses the strap, waits for the subscription
    strap.beat(142)
    strap.drop()                                # out of reach: connecting fails until
    strap.appear()
    driver.quit(); strap.close()

Needs selenium, chromium, chromium-driver, dbus-daemon, and /usr/bin/python3 with python3-dbus and python3-gi.
"""

import itertools
import json
import os
import subprocess
import threading
import time
from pathlib import Path

import websocket
from selenium import webdriver

import served_page

MOCK = Path(__file__).resolve().parents[1] / "Bluetooth" / "mock_bluez.py"


class Chooser:
    """The driver's second connection: sees the chooser that a page opens, and answers it."""

    def __init__(self, driver):
        self.socket = websocket.create_connection(
            driver.capabilities["webSocketUrl"], suppress_origin=True, timeout=None)
        self.numbers, self.changed = itertools.count(1_000_000), threading.Condition()
        self.answers, self.prompt = {}, None
        threading.Thread(target=self.read, daemon=True).start()
        self.call("session.subscribe", events=["bluetooth.requestDevicePromptUpdated"])

    def read(self):
        try:
            while True:
                message = json.loads(self.socket.recv())
                with self.changed:
                    if "id" in message:
                        self.answers[message["id"]] = message
                    elif message.get("method") == "bluetooth.requestDevicePromptUpdated":
                        self.prompt = message["params"]
                    self.changed.notify_all()
        except Exception:
            pass  # The browser is gone.

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        with self.changed:
            if not self.changed.wait_for(lambda: number in self.answers, 10):
                raise TimeoutError(f"{method} was not answered")
            answer = self.answers.pop(number)
        if answer.get("type") == "error":
            raise RuntimeError(f"{method}: {answer.get('message')}")

    def choose(self, address, seconds):
        def offered():
            return self.prompt and any(device["id"] == address for device in self.prompt["devices"])
        with self.changed:
            if not self.changed.wait_for(offered, seconds):
                return False
            prompt, self.prompt = self.prompt, None
        self.call("bluetooth.handleRequestDevicePrompt", context=prompt["context"], prompt=prompt["prompt"],
                  accept=True, device=address)
        return True


class Strap:
    address = "C0:FF:EE:00:00:01"

    def __init__(self, *options):
        self.log, self.changed, self.chooser = [], threading.Condition(), None
        self.mock = subprocess.Popen(
            ["/usr/bin/python3", str(MOCK), "--private", "--device", "none", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.bus = json.loads(self.mock.stdout.readline())["address"]
        threading.Thread(target=self.listen, daemon=True).start()

    def browser(self):
        """A browser whose Bluetooth is the strap's."""
        options = served_page.browser_options()
        options.set_capability("webSocketUrl", True)
        options.add_argument("--enable-experimental-web-platform-features")
        options.add_argument("--enable-features=WebBluetooth,WebBluetoothNewPermissionsBackend")
        self.driver = webdriver.Chrome(options=options, service=served_page.browser_service(
            dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=self.bus)))
        self.chooser = Chooser(self.driver)
        return self.driver

    def listen(self):
        for line in self.mock.stdout:
            with self.changed:
                self.log.append(json.loads(line))
                self.changed.notify_all()

    def wait(self, condition, seconds, what):
        with self.changed:
            if not self.changed.wait_for(condition, seconds):
                raise TimeoutError(what)

    def command(self, line):
        count = len(self.log)
        self.mock.stdin.write(line + "\n")
        self.mock.stdin.flush()

        def answer():
            return next((m for m in self.log[count:] if m.get("done") == line or m.get("command") == line), None)
        self.wait(answer, 5, f"the mock did not answer {line}")
        if "error" in answer():
            raise RuntimeError(answer()["error"])

    @property
    def subscriptions(self):
        path = self.address.replace(":", "_")
        return sum(m.get("call") == "StartNotify" and path in m.get("path", "") for m in self.log)

    def pair(self, name, button):
        self.command(f"add hr,{name},{self.address}")
        before = self.subscriptions
        for _ in range(5):
            # The page's activation reaches the browser on another way than its question: it goes first.
            self.driver.execute_cdp_cmd("Runtime.evaluate", {"userGesture": True, "expression": "0"})
            time.sleep(0.15)
            self.driver.find_element("css selector", button).click()
            if self.chooser.choose(self.address, 4):
                break
        else:
            raise TimeoutError("the chooser did not offer the strap")
        self.wait(lambda: self.subscriptions > before, 15, "the page did not subscribe")
        time.sleep(0.1)

    def beat(self, rate):
        """One packet of a heart rate with skin contact."""
        self.command(f"notify {self.address} 2a37 {bytes([6, rate]).hex()}")

    def drop(self):
        self.command("drop " + self.address)

    def appear(self):
        self.command("appear " + self.address)

    def close(self):
        self.mock.stdin.close()
        self.mock.wait(5)
        self.mock.stdout.close()

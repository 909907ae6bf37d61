# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the page to look at: `python3 Tests/Browser/screenshots.py FOLDER`. Lists what does not fit its width."""

import base64
import sys
import time
from pathlib import Path

from selenium.webdriver.common.by import By

from served_page import ServedPage, browser, set_screen

PIECE = 1600


def shoot(driver, path, width):
    """The whole page, in pieces that can be looked at without shrinking."""
    height = driver.execute_script("return document.documentElement.scrollHeight")
    room = driver.execute_script("return document.documentElement.scrollWidth")
    for number, top in enumerate(range(0, height, PIECE)):
        answer = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": {
            "x": 0, "y": top, "width": width, "height": min(PIECE, height - top), "scale": 1}})
        Path(f"{path}-{number}.png").write_bytes(base64.b64decode(answer["data"]))
    if room > width:
        print(f"{path}: {room} pixels wide")


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    page, driver = ServedPage(), browser()
    try:
        def each(name, path, features=()):
            for width in (390, 1280):
                for theme in ("light", "dark"):
                    set_screen(driver, width, dark=theme == "dark", features=features)
                    driver.get(page.address + path)
                    time.sleep(0.6)
                    shoot(driver, folder / f"{name}-{width}-{theme}", width)

        each("empty", "/workouts")
        driver.find_element(By.CSS_SELECTOR, "form[action='/samples/add'] button").click()
        each("list", "/workouts")
        links = {a.text: a.get_attribute("href") for a in driver.find_elements(By.CSS_SELECTOR, ".workout .what a")}
        for title, address in links.items():
            name = "".join(c if c.isalnum() else "-" for c in title.lower())
            each(name, address.removeprefix(page.address))
        each("zones", "/zones")
        each("not-here", "/nowhere")
        each("forced-colours", next(iter(links.values())).removeprefix(page.address),
             [{"name": "forced-colors", "value": "active"}])
    finally:
        driver.quit()
        page.close()


if __name__ == "__main__":
    main()

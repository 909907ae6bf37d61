# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the page to look at: `python3 Tests/Browser/screenshots.py FOLDER`. Lists what does not fit its width."""

import base64
import json
import subprocess
import sys
import time
from pathlib import Path

from selenium.webdriver.common.by import By

from served_page import ServedPage, binary, browser, set_screen

PIECE = 1600
DROP = """
const transfer = new DataTransfer();
for (const [name, text] of arguments[0])
  transfer.items.add(new File([Uint8Array.from(atob(text), c => c.charCodeAt(0))], name));
document.querySelector('main').dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: transfer}));
"""


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


def post(page, path, name, content):
    return json.loads(page.ask(path, content, {"X-File-Name": name})[1])


def joined(page, driver, each):
    """A run with two sources, its menu, and an import's report."""
    run = page.sample_files()[1]
    identity = post(page, "/api/import", "ride.fit", run.read_bytes())["workouts"][0]["id"]
    tcx = subprocess.run([binary(), "export", identity, "--format", "tcx", "--data", page.folder + "/data"],
                         check=True, capture_output=True).stdout
    post(page, "/api/import", "activity_15342208711.tcx", tcx)
    each("sources", f"/workouts/{identity}", act="document.querySelector('details.menu').open = true")
    driver.get(page.address + "/workouts/" + identity)
    each("split", driver.find_element(By.CSS_SELECTOR, ".origins a.btn").get_attribute("href").removeprefix(page.address))
    each("report", "/workouts", act=DROP, arguments=[
        ["ride.fit", run.read_bytes()], ["activity_15342208711.tcx", tcx], ["notes.txt", b"not a workout"]])


def zones(page, links, each):
    """Zones of an athlete who has stated and chosen some, and workouts under them."""
    for stated in (["set", "--max-hr", "190", "--resting-hr", "50", "--ftp", "250"],
                   ["set", "--scheme", "friel-run7", "--lthr", "168", "--sport", "running"],
                   ["set", "--cs", "4.2", "--sport", "running"], ["save", "winter", "--boundaries", "120,140,155"]):
        subprocess.run([binary(), "zones", *stated, "--data", page.folder + "/data"], check=True, capture_output=True)
    each("zones", "/zones")
    each("zones-open", "/zones", act="document.querySelectorAll('main details').forEach(d => { d.open = true; })")
    each("zones-apply", "/zones/apply?show=1")
    ids = [address.rsplit("/", 1)[1] for address in links.values()]
    several = "&".join("id=" + name for name in ids[:4])
    each("under", f"/workouts/{ids[-1]}?zones=friel-run7")
    each("compare", f"/compare?{several}&zones=friel-run7&above=150")
    each("compare-one", f"/compare?id={ids[0]}")
    each("list-comparing", f"/workouts?compare={ids[0]}")


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    page, driver = ServedPage(), browser()
    try:
        def each(name, path, features=(), act=None, arguments=()):
            for width in (390, 1280):
                for theme in ("light", "dark"):
                    set_screen(driver, width, dark=theme == "dark", features=features)
                    driver.get(page.address + path)
                    time.sleep(0.6)
                    if act:
                        driver.execute_script(act, [[n, base64.b64encode(c).decode()] for n, c in arguments])
                        time.sleep(0.6)
                    shoot(driver, folder / f"{name}-{width}-{theme}", width)

        each("empty", "/workouts")
        driver.find_element(By.CSS_SELECTOR, "form[action='/samples/add'] button").click()
        each("list", "/workouts")
        links = {a.text: a.get_attribute("href") for a in driver.find_elements(By.CSS_SELECTOR, ".workout .what a")}
        for title, address in links.items():
            name = "".join(c if c.isalnum() else "-" for c in title.lower())
            each(name, address.removeprefix(page.address))
        each("zones-none", "/zones")
        zones(page, links, each)
        each("not-here", "/nowhere")
        each("privacy", "/privacy")
        each("privacy-question", "/privacy/delete")
        each("privacy-source", "/privacy/delete?source=format:fit")
        each("forced-colours", next(iter(links.values())).removeprefix(page.address),
             [{"name": "forced-colors", "value": "active"}])
        driver.get(page.address + "/privacy/delete")
        driver.find_element(By.CSS_SELECTOR, "#sure").click()
        driver.find_element(By.CSS_SELECTOR, "main form button").click()
        time.sleep(1)
        each("privacy-receipt", driver.current_url.removeprefix(page.address))
        joined(page, driver, each)
    finally:
        driver.quit()
        page.close()


if __name__ == "__main__":
    main()

# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""The library in a real browser: several sources of one workout, files taken away."""

import base64
import json
import re
import subprocess
import unittest
import zipfile
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from page_case import PageCase
from served_page import binary, set_screen

# A folder as a browser hands it over, and all that the page says meanwhile.
DROP_FOLDER = """
window.said = [];
window.lines = [];
const watch = (id, into) => new MutationObserver(() => {
  const text = document.getElementById(id).textContent;
  if (into.at(-1) !== text) into.push(text);
}).observe(document.getElementById(id), {childList: true, characterData: true, subtree: true});
watch('import-status', said);
watch('import-progress', lines);
const folder = name => ({name, isDirectory: true, inside: new Map(), createReader() {
  const rest = [...this.inside.values()];
  return {readEntries: done => setTimeout(() => done(rest.splice(0, 100)))};
}});
const root = folder('top');
for (const [path, text] of arguments[0]) {
  const parts = path.split('/'), name = parts.pop();
  let at = root;
  for (const part of parts) {
    if (!at.inside.has(part)) at.inside.set(part, folder(part));
    at = at.inside.get(part);
  }
  const file = new File([Uint8Array.from(atob(text), c => c.charCodeAt(0))], name);
  at.inside.set(name, {name, isFile: true, file: done => setTimeout(() => done(file))});
}
const event = new Event('drop', {bubbles: true, cancelable: true});
event.dataTransfer = {types: ['Files'], files: [], items: [{kind: 'file', webkitGetAsEntry: () => root}]};
document.querySelector('main').dispatchEvent(event);
"""


class LibraryTest(PageCase):
    def add(self, name, content):
        self.drop(name, content)
        self.wait(lambda: self.find("#import-status").get_attribute("textContent").startswith("All read"), "read")

    def add_twice(self):
        """One run as FIT and as TCX."""
        run = self.page.sample_files()[1]
        self.add(run.name, run.read_bytes())
        identity = json.loads(self.fetch("/api/workouts")[1])[0]["id"]
        tcx = subprocess.run([binary(), "export", identity, "--format", "tcx", "--data", self.page.folder + "/data"],
                             check=True, capture_output=True).stdout
        self.add("other.tcx", tcx)
        return identity

    def test_the_same_run_twice_is_one_workout_until_it_is_said_that_it_is_not(self):
        identity = self.add_twice()
        self.wait(lambda: "Joined 1" in self.find("#import-result").text, "joined")
        self.assertEqual(len(self.all(".workout")), 1)
        self.assertIn("another source", self.find(".verdict").text)
        self.find(".verdict a").click()
        self.wait(lambda: self.all(".origins"), "the workout is open")
        rows = [row.text for row in self.all(".origins > li")]
        self.assertEqual(len(rows), 2)
        self.assertIn("Shown", rows[0])
        self.assertIn("other.tcx", rows[1])
        self.assertIn("another source", rows[1])
        self.assertEqual(len(self.all(".origins a.btn")), 1)
        self.find(".origins a.btn").click()
        self.wait(lambda: self.all(".parts > li"), "what there will be")
        parts = [part.text for part in self.all(".parts > li")]
        self.assertEqual(len(parts), 2)
        self.assertIn("other.tcx", parts[1])
        self.assertNotIn("other.tcx", parts[0])
        self.assertEqual(len(json.loads(self.fetch("/api/workouts")[1])), 1)
        self.find("main form button").send_keys(Keys.ENTER)
        self.wait(lambda: "two workouts" in self.find(".toasts").text and self.all(".toast a"), "the toast tells of it")
        self.assertEqual(len(self.all(".origins > li")), 1)
        self.assertTrue(self.driver.current_url.endswith(f"/workouts/{identity}"))
        self.find(".toast button").click()
        self.wait(lambda: "one workout again" in self.find(".toasts").text, "joined again")
        self.assertEqual(len(self.all(".origins > li")), 2)
        self.assertEqual(len(json.loads(self.fetch("/api/workouts")[1])), 1)
        self.find(".origins a.btn").click()
        self.wait(lambda: self.all(".parts > li"), "what there will be")
        self.find("main form button").click()
        self.wait(lambda: self.all(".toast a"), "the toast tells of it")
        self.find(".toast a").click()
        self.wait(lambda: len(self.all(".workout")) == 2, "two are listed")

    def test_a_dropped_folder_is_walked_to_the_end(self):
        runs = self.page.sample_files()[:3]
        files = {"a/" + runs[0].name: runs[0], "a/b/" + runs[1].name: runs[1], "c/" + runs[2].name: runs[2]}
        tree = [[path, base64.b64encode(file.read_bytes()).decode()] for path, file in files.items()]
        tree += [["a/.hidden", "eA=="], ["__MACOSX/a/._x.fit", "eA=="]] + [[f"c/d/{n}.txt", "eA=="] for n in range(105)]
        self.driver.execute_script(DROP_FOLDER, tree)
        self.wait(lambda: "All read" in self.find("#import-status").get_attribute("textContent"), "read")
        self.assertEqual(self.find("#import-result .counts").text, "Imported 3 · not readable 105")
        self.assertEqual(len(self.all(".workout")), 3)
        self.assertEqual(self.driver.execute_script("return said"), ["0 % read of 108 files.", "25 % read.", "50 % read.",
                         "75 % read.", "All read: imported 3, not readable 105."])
        self.assertTrue(all(re.match(r"\d+ of 108 · ", line) for line in self.driver.execute_script("return lines")))

    def test_an_archive_has_a_verdict_for_each_file_in_it(self):
        archive = Path(self.page.folder) / "rides.zip"
        runs = self.page.sample_files()[:2]
        with zipfile.ZipFile(archive, "w") as packed:
            for run in runs:
                packed.write(run, "rides/" + run.name)
            packed.writestr("rides/notes.txt", "not a workout")
        self.add(archive.name, archive.read_bytes())
        self.wait(lambda: len(self.all(".workout")) == 2, "both are listed")
        self.assertTrue(self.find("#import-result .counts").text.startswith("Imported 2"))

    def test_a_chosen_folder_is_read_and_can_be_stopped(self):
        self.page.sample_files()
        self.find("input[webkitdirectory]").send_keys(self.page.folder + "/samples")
        self.wait(lambda: self.find("#import-stop").is_displayed(), "it runs")
        self.find("#import-stop").click()
        self.wait(lambda: "Stopped" in self.find("#import-status").get_attribute("textContent"), "stopped")
        self.assertRegex(self.find("#import-result .counts").text, r"^Imported \d · not read \d$")

    def large(self, megabytes):
        """An archive with two runs, and something large that is none."""
        archive = Path(self.page.folder) / f"large-{megabytes}.zip"
        with zipfile.ZipFile(archive, "w") as packed:
            for run in self.page.sample_files()[:2]:
                packed.write(run, run.name)
            packed.writestr("photo.jpg", bytes(megabytes << 20))
        return archive

    def test_a_large_archive_is_sent_and_read_with_progress(self):
        self.driver.execute_script("""
          window.lines = [];
          new MutationObserver(() => lines.push(document.getElementById('import-progress').textContent))
            .observe(document.getElementById('import-progress'), {childList: true, characterData: true, subtree: true});""")
        self.find("#files").send_keys(str(self.large(300)))
        self.wait(lambda: "All read" in self.find("#import-status").get_attribute("textContent"), "read")
        self.assertTrue(self.find("#import-result .counts").text.startswith("Imported 2"))
        self.wait(lambda: len(self.all(".workout")) == 2, "both are listed")
        self.assertTrue(any("% sent" in line for line in self.driver.execute_script("return lines")))
        uploads = Path(self.page.folder) / "data" / "health.sqlite-uploads"
        self.wait(lambda: not list(uploads.iterdir()), "nothing is left")

    def test_a_large_archive_can_be_stopped_while_it_is_sent(self):
        self.find("#files").send_keys(str(self.large(600)))
        self.wait(lambda: self.find("#import-stop").is_displayed(), "it runs")
        self.find("#import-stop").click()
        self.wait(lambda: "Stopped" in self.find("#import-status").get_attribute("textContent"), "stopped")
        uploads = Path(self.page.folder) / "data" / "health.sqlite-uploads"
        self.wait(lambda: not uploads.exists() or not list(uploads.iterdir()), "nothing is left")

    def test_a_workout_is_taken_away_in_four_formats(self):
        self.add_run()
        menu = self.find("details.menu:not(#edit)")
        menu.find_element("css selector", "summary").click()
        links = {a.text: a.get_attribute("href").removeprefix(self.page.address) for a in self.all(".menu a")}
        self.assertEqual(list(links), ["FIT", "TCX", "CSV", "JSON"])
        self.find(".menu a").send_keys("\ue00c")
        self.assertIsNone(menu.get_attribute("open"))
        starts = {"FIT": b".FIT", "TCX": b"<?xml", "JSON": b"{"}
        for title, path in links.items():
            headers, content = self.fetch(path)
            self.assertRegex(headers["Content-Disposition"],
                             r'^attachment; filename="\d{4}-\d\d-\d\d-[a-z0-9-]+\.%s"$' % title.lower())
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertIn(starts.get(title, b","), content[:200])


if __name__ == "__main__":
    unittest.main()

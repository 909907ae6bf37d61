# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""axe-core in a page: what it says about accessibility.

The engine comes with the package axe-playwright-python, of which nothing else is used.
"""

import importlib.util
from pathlib import Path

RUN = """
const done = arguments[0];
axe.run(document, {resultTypes: ['violations']}).then(
  result => done(result.violations.map(v => `${v.id}: ${v.help} (${v.nodes.slice(0, 3).map(n => n.target.join(' ')).join('; ')})`)),
  error => done([String(error)]));
"""


def engine():
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None:
        raise SystemExit("axe-playwright-python is not there; `make browser-test` fetches it.")
    return (Path(found.submodule_search_locations[0]) / "axe.min.js").read_text()


def violations(driver):
    """What is wrong with the page that is open, a line each; empty for a page without faults."""
    # By the browser itself, as the page's own policy lets no foreign script in.
    driver.execute_cdp_cmd("Runtime.evaluate", {"expression": engine() + ";0"})
    return driver.execute_async_script(RUN)

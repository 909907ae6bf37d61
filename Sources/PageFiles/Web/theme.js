// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Runs before the page is drawn, so that a chosen theme never flashes: an ordinary script, not a module.
(() => {
  const root = document.documentElement;
  root.classList.add('js');
  try {
    const theme = localStorage.getItem('theme');
    if (!root.dataset.theme && (theme === 'light' || theme === 'dark')) root.dataset.theme = theme;
    if (localStorage.getItem('patterns') === 'on') root.dataset.patterns = 'on';
  } catch { /* without storage the system's theme stands */ }
})();

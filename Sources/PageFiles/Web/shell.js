// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// What every page shares: theme, patterns, keys between places, the toast with Undo.

import { clock as timeText } from './words.js';

const root = document.documentElement;

/** Remembers a choice; without storage it lasts for this page. @param {string} key @param {string} value */
function remember(key, value) {
  try { localStorage.setItem(key, value); } catch { /* private windows may refuse */ }
}

/** Keeps a setting with the athlete; what can't be kept there lasts in this browser. @param {object} settings */
const keep = settings => fetch('/api/settings', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(settings) }).catch(() => {});

function themeButton(button) {
  button.addEventListener('click', () => {
    const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    remember('theme', root.dataset.theme);
    keep({ theme: root.dataset.theme });
  });
}

function patternsButton(button) {
  const show = () => button.setAttribute('aria-pressed', String(root.dataset.patterns === 'on'));
  button.addEventListener('click', () => {
    root.dataset.patterns = root.dataset.patterns === 'on' ? 'off' : 'on';
    remember('patterns', root.dataset.patterns);
    keep({ patterns: root.dataset.patterns === 'on' });
    show();
  });
  show();
}

/** `g` then a letter goes to a place, `?` lists all keys. Typing into a field is left alone; single keys can be off. */
function singleKeys() {
  const places = { t: '/', w: '/workouts', l: '/live', r: '/trends', h: '/heart-rate', p: '/plans', z: '/zones', s: '/settings' };
  const dialog = document.getElementById('keys'), box = document.getElementById('single-keys');
  let since = -Infinity;
  try { box.checked = root.dataset.keys !== 'off' && localStorage.getItem('single-keys') !== 'off'; } catch { /* on, then */ }
  box.addEventListener('change', () => {
    remember('single-keys', box.checked ? 'on' : 'off');
    keep({ singleKeys: box.checked });
  });
  for (const button of document.querySelectorAll('[data-action=keys]')) button.addEventListener('click', () => dialog.showModal());
  document.addEventListener('keydown', event => {
    if (!box.checked || dialog.open) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input:not([type=range]), textarea, select')) return;
    if (event.key === '?') { dialog.showModal(); return; }
    if (event.key === 'g') { since = event.timeStamp; return; }
    if (event.timeStamp - since < 1500 && places[event.key]) location.assign(places[event.key]);
    since = -Infinity;
  });
}

/** The server's toast: said once more so that it is announced, gone 20 s later, but never while it has focus. A form undoes. */
function toast(form) {
  const region = form.parentElement;
  const seconds = 20_000;
  let timer;
  const wait = () => { clearTimeout(timer); timer = setTimeout(() => form.remove(), seconds); };
  form.remove();
  requestAnimationFrame(() => { region.append(form); wait(); });
  form.addEventListener('focusin', () => clearTimeout(timer));
  form.addEventListener('focusout', wait);
  document.addEventListener('keydown', event => {
    if (!form.isConnected) return;
    if (event.key === 'Escape') form.remove();
    if (form.requestSubmit && (event.ctrlKey || event.metaKey) && event.key === 'z' && !event.target.closest('input:not([type=range])')) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  // A reload or the way back would tell of it again; what else the address says stays.
  const address = new URL(location.href);
  for (const name of ['deleted', 'split', 'joined', 'done']) address.searchParams.delete(name);
  history.replaceState(null, '', address.pathname + address.search);
}

/** Where no file can be taken, a file dropped beside its place is not opened instead of the page. */
function holdStrayFiles() {
  if (document.getElementById('import')) return;
  for (const kind of ['dragover', 'drop']) document.addEventListener(kind, event => {
    if (![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });
}

for (const button of document.querySelectorAll('[data-action=theme]')) themeButton(button);
for (const button of document.querySelectorAll('[data-action=patterns]')) patternsButton(button);
for (const form of document.querySelectorAll('.toast')) toast(form);
/** Keeps the page's frame for when the server is off, and says so when it is. */
function offline() {
  if (root.hasAttribute('data-offline')) document.getElementById('offline').hidden = false;
  navigator.serviceWorker?.register('/worker.js').then(() => navigator.serviceWorker.ready)
    .then(ready => ready.active?.postMessage('offline')).catch(() => { /* private windows may refuse */ });
}

// A page of before a deletion must not be seen again.
document.addEventListener('submit', event => {
  if (/delete|remove|privacy/.test(event.target.action)) navigator.serviceWorker?.controller?.postMessage('forget');
});
offline();
for (const clock of document.querySelectorAll('[data-clock]:not([data-paused])')) {
  const begin = Date.now(), seconds = Number(clock.dataset.clock);
  setInterval(() => { clock.textContent = timeText(seconds + (Date.now() - begin) / 1000); }, 1000);
}
for (const link of document.querySelectorAll('[data-action=more]')) link.addEventListener('click', event => { event.preventDefault(); document.getElementById('more').showModal(); });
singleKeys();
holdStrayFiles();

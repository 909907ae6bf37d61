// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Settings are kept as soon as they are changed.
import { t } from './words.js';

const root = document.documentElement, saved = document.getElementById('saved'), offer = document.getElementById('offer');

/** @param {HTMLInputElement|HTMLSelectElement} field */
async function keep(field) {
  const value = field.type === 'checkbox' ? field.checked : field.value;
  offer.hidden = true;
  let answer, document_;
  try {
    answer = await fetch('/api/settings', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ [field.name]: value }) });
    document_ = await answer.json();
  } catch {
    return say(t('Not saved: ZoneCoach could not be reached.'));
  }
  field.toggleAttribute('aria-invalid', !answer.ok);
  if (!answer.ok) return refuse(field, document_);
  show(field, value, document_);
  say(t('Saved'));
}

/** The status region says the same twice only when it is emptied between. @param {string} words */
function say(words) {
  saved.className = 'note saved';
  saved.textContent = '';
  requestAnimationFrame(() => { saved.textContent = words; });
}

/** What a choice changes on this page. */
function show(field, value, settings) {
  switch (field.name) {
    case 'language': case 'units': location.assign('/settings?saved=1'); return;
    case 'theme':
      if (value === 'system') delete root.dataset.theme; else root.dataset.theme = value;
      forget('theme');
      return;
    case 'patterns':
      root.dataset.patterns = value ? 'on' : 'off';
      forget('patterns');
      return;
    case 'singleKeys':
      document.getElementById('single-keys').checked = value;
      forget('single-keys');
      return;
  }
  if (!field.name.startsWith('colour-')) return;
  const old = document.getElementById('own-colours');
  if (settings.stylesheet) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', id: 'own-colours', href: settings.stylesheet });
    link.onload = () => old?.remove();
    document.head.append(link);
  } else old?.remove();
}

/** What this browser remembered by itself gives way to what was chosen here. @param {string} key */
function forget(key) {
  try { localStorage.removeItem(key); } catch { /* nothing was kept, then */ }
}

/** Says why something was not taken, with a button for what would be. */
function refuse(field, { message, offer: colour }) {
  offer.replaceChildren(Object.assign(document.createElement('span'), { textContent: message }));
  if (colour) offer.append(Object.assign(document.createElement('button'), { type: 'button', className: 'btn', textContent: t('Use %1', colour),
    onclick: () => { field.value = colour; field.focus(); keep(field); } }));
  if (!colour) field.closest('form').append(offer);
  offer.hidden = false;
}

for (const form of document.querySelectorAll('#settings, #zone-settings')) {
  form.addEventListener('change', event => keep(event.target));
  form.addEventListener('submit', event => event.preventDefault());
}

// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// The list: adding files, and filters that show what they find while one types.
import './adding.js';

const library = document.getElementById('library');
let latest = 0;

/** Asks for what the form says now; of several answers the last question's counts. */
async function show() {
  const form = document.getElementById('filters'), question = ++latest;
  const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  const address = query.size ? `/workouts?${query}` : '/workouts';
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || question !== latest) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  history.replaceState(null, '', address);
  for (const id of ['found', 'sum']) {
    const old = document.getElementById(id), fresh = page.getElementById(id);
    if (old && fresh) old.replaceWith(fresh);
  }
  document.getElementById('import-status').textContent = document.getElementById('sum').textContent;
}

let typing;
library.addEventListener('input', event => {
  if (!event.target.closest('#filters')) return;
  clearTimeout(typing);
  typing = setTimeout(show, event.target.type === 'search' ? 180 : 0);
});
library.addEventListener('submit', event => {
  if (event.target.id !== 'filters') return;
  event.preventDefault();
  show();
});

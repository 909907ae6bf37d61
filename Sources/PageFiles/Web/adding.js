// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Adding files on a page that shows the library: the buttons, the panel, what is dropped anywhere.
import { dropAnywhere, filesOfFolder, importFiles } from './import.js';

const panel = document.getElementById('import'), library = document.getElementById('library');
let running = Promise.resolve();

/** One import at a time; files dropped meanwhile wait their turn. @param {File[] | Promise<File[]>} files */
function take(files) {
  running = running.then(async () => {
    await importFiles(await files, { panel, done: refresh });
  });
}

/** The library as the server has it now. The panel, and with it the verdicts, stays. */
export async function refresh() {
  const answer = await fetch(location.pathname + location.search).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.getElementById('library');
  if (fresh) library.replaceChildren(...fresh.childNodes);
}

// The library is replaced after each import, so the listeners sit above it.
document.addEventListener('click', event => {
  if (event.target.closest('[data-action=choose]')) library.querySelector('#files').click();
  if (event.target.closest('[data-action=choose-folder]')) library.querySelector('[webkitdirectory]').click();
});
document.addEventListener('change', event => {
  if (!event.target.matches('input[type=file]') || !event.target.files.length) return;
  take(event.target.webkitdirectory ? filesOfFolder(event.target.files) : [...event.target.files]);
  event.target.value = '';
});
panel.querySelector('[data-action=close-import]').addEventListener('click', event => {
  event.preventDefault();
  panel.hidden = true;
  library.querySelector('[data-action=choose]')?.focus();
  const address = new URL(location.href);
  address.searchParams.delete('report');
  history.replaceState(null, '', address);
});
document.addEventListener('keydown', event => {
  if (event.key === 'Escape' && !panel.hidden && !panel.hasAttribute('aria-busy')) panel.hidden = true;
});
if (!('webkitdirectory' in HTMLInputElement.prototype)) document.documentElement.classList.add('no-folders');
dropAnywhere(take);

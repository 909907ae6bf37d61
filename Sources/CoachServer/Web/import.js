// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Bringing files in: one after the other, with progress, then counts by kind and every file with something to say.
import { clock, counted, fullSentence } from './words.js';

const LIMIT = 256 * 1_048_576;
const KINDS = [['imported', 'imported'], ['alreadyThere', 'already here'], ['skipped', 'without a workout'], ['failed', 'not readable']];

/**
 * @param {File[]} files
 * @param {{panel: HTMLElement, done: () => Promise<void>}} place
 */
export async function importFiles(files, { panel, done }) {
  const find = id => document.getElementById(id);
  const running = find('import-running'), progress = find('import-progress'), stop = find('import-stop');
  const bar = find('import-bar'), result = find('import-result'), status = find('import-status');
  const verdicts = [];
  const started = performance.now();
  let announced = 0, isStopped = false;
  stop.onclick = () => { isStopped = true; };
  panel.hidden = bar.hidden = running.hidden = false;
  panel.setAttribute('aria-busy', 'true');
  result.replaceChildren();
  status.textContent = `Reading ${counted(files.length, 'file', 'files')}.`;
  for (const [index, file] of files.entries()) {
    if (isStopped) break;
    progress.textContent = line(index, files.length, started, file.name);
    bar.value = index / files.length;
    verdicts.push(...await send(file));
    const quarter = Math.floor((index + 1) / files.length * 4);
    if (quarter > announced && quarter < 4) { announced = quarter; status.textContent = `${quarter * 25} % read.`; }
  }
  bar.hidden = running.hidden = true;
  panel.removeAttribute('aria-busy');
  const counts = KINDS.map(([kind, word]) => [word, verdicts.filter(v => v.outcome === kind).length])
    .filter(([, n]) => n).map(([word, n]) => `${word} ${n}`).join(' · ');
  const rest = isStopped && verdicts.length < files.length ? ` · not read ${files.length - verdicts.length}` : '';
  show(result, counts + rest, verdicts.filter(v => v.message));
  await done();
  status.textContent = `${isStopped ? 'Stopped' : 'All read'}: ${(counts + rest).replaceAll(' · ', ', ')}.`;
}

function line(index, count, started, name) {
  const spent = (performance.now() - started) / 1000;
  const left = index > 3 && spent > 3 ? ` · ${clock(spent / index * (count - index))} left` : '';
  return `${index + 1} of ${count}${left} · ${name}`;
}

/** @param {File} file */
async function send(file) {
  const trouble = message => [{ file: file.name, outcome: 'failed', workouts: [], message }];
  if (file.size > LIMIT) return trouble('This file is larger than 256 MB, more than the page takes at once. Split it, or use the command line.');
  if (file.size === 0) return trouble('This is an empty file, or a folder. Open the folder and choose the files in it.');
  try {
    const answer = await fetch('/api/import', { method: 'POST', headers: { 'X-File-Name': encodeURIComponent(file.name), 'Content-Type': 'application/octet-stream' }, body: file });
    const document = await answer.json();
    return answer.ok ? (Array.isArray(document) ? document : [document]) : trouble(document.message);
  } catch {
    return trouble('ZoneCoach could not be reached. Is it still running? Then add the file again.');
  }
}

function show(result, counts, problems) {
  const text = document.createElement('p');
  text.className = 'counts num';
  text.textContent = counts ? counts[0].toUpperCase() + counts.slice(1) : 'No files';
  const list = document.createElement('ul');
  list.className = 'verdicts';
  const row = document.getElementById('verdict-row');
  for (const verdict of problems) {
    const item = row.content.cloneNode(true);
    item.querySelector('b').textContent = verdict.file;
    item.querySelector('span').textContent = fullSentence(verdict.message);
    list.append(item);
  }
  result.replaceChildren(text, ...(problems.length ? [list] : []));
}

/** Lets files be dropped anywhere on the page. @param {(files: File[]) => void} take */
export function dropAnywhere(take) {
  const root = document.body;
  let depth = 0;
  const holdsFiles = event => [...(event.dataTransfer?.types ?? [])].includes('Files');
  const rest = () => { depth = 0; root.classList.remove('dropping'); };
  document.addEventListener('dragenter', event => { if (holdsFiles(event)) { depth++; root.classList.add('dropping'); } });
  document.addEventListener('dragleave', () => { if (--depth <= 0) rest(); });
  document.addEventListener('dragover', event => { if (holdsFiles(event)) { event.preventDefault(); event.dataTransfer.dropEffect = 'copy'; } });
  document.addEventListener('drop', event => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    rest();
    take([...event.dataTransfer.files]);
  });
}

// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Bringing files in: one after the other, with progress, then counts by kind and every file with something to say.
// Folders are walked here, so that they may hold more than one request could.
import { counted, fullSentence, list, percent, span, t, whole } from './words.js';

/** So many files with something to say are listed; of the rest the number is told. */
const LISTED = 300;
/** Files up to this size are read as fast as they are sent; of larger ones it is told how far they are. */
const SMALL = 4 * 1_048_576;
const KINDS = [['imported', t('imported')], ['alreadyThere', t('already here')], ['merged', t('joined')], ['skipped', t('skipped')], ['failed', t('not readable')]];

/**
 * @param {File[]} files
 * @param {{panel: HTMLElement, done: () => Promise<void>, again?: boolean}} place
 */
export async function importFiles(files, { panel, done, again = false }) {
  const find = id => document.getElementById(id);
  const running = find('import-running'), progress = find('import-progress'), stop = find('import-stop');
  const bar = find('import-bar'), result = find('import-result'), status = find('import-status');
  const verdicts = [], deleted = [];
  const started = performance.now();
  let announced = 0, read = 0, isStopped = false, unlisted = 0;
  // What a file under way does when it is to stop.
  const way = { stop: null, tell: null };
  stop.onclick = () => { isStopped = true; way.stop?.(); };
  panel.hidden = bar.hidden = running.hidden = false;
  panel.setAttribute('aria-busy', 'true');
  result.replaceChildren();
  status.textContent = t('%1 read of %2.', percent(0), counted(files.length, 'file', 'files'));
  for (const [index, file] of files.entries()) {
    if (isStopped) break;
    progress.textContent = line(index, files.length, started, file.name);
    bar.value = index / files.length;
    way.tell = (words, share) => {
      progress.textContent = `${line(index, files.length, started, file.name)} · ${words}`;
      if (share !== undefined) bar.value = (index + share) / files.length; else if (files.length === 1) bar.removeAttribute('value');
    };
    const some = file.size > SMALL ? await sendLarge(file, again, way) : await send(file, again);
    way.stop = null;
    if (!some) continue;
    verdicts.push(...some);
    unlisted += some.unlisted ?? 0;
    if (some.some(verdict => verdict.code === 'deleted') || some.deleted) deleted.push(file);
    read++;
    const quarter = Math.floor((index + 1) / files.length * 4);
    if (quarter > announced && quarter < 4) { announced = quarter; status.textContent = t('%1 read.', percent(quarter * 25)); }
  }
  bar.hidden = running.hidden = true;
  panel.removeAttribute('aria-busy');
  const counts = KINDS.map(([kind, word]) => [word, verdicts.reduce((sum, v) => sum + (v.outcome === kind ? v.files ?? 1 : 0), 0)])
    .filter(([, n]) => n).map(([word, n]) => `${word} ${whole(n)}`);
  if (isStopped && read < files.length) counts.push(t('not read %1', whole(files.length - read)));
  show(result, counts.join(' · '), verdicts.filter(v => v.message), unlisted);
  if (deleted.length) offer(result, verdicts.reduce((sum, v) => sum + (v.deleted ?? (v.code === 'deleted' && v.files !== 0 ? 1 : 0)), 0), () => importFiles(deleted, { panel, done, again: true }));
  await done();
  status.textContent = isStopped ? t('Stopped: %1.', list(counts) || t('no files')) : t('All read: %1.', list(counts) || t('no files'));
}

function line(index, count, started, name) {
  const spent = (performance.now() - started) / 1000;
  const left = index > 3 && spent > 3 ? ` · ${t('%1 left', span(spent / index * (count - index)))}` : '';
  return `${t('%1 of %2', whole(index + 1), whole(count))}${left} · ${name}`;
}

/** What was deleted before comes back only when it is asked for. */
function offer(result, count, bringBack) {
  const note = document.createElement('p'), words = document.createElement('span'), button = document.createElement('button');
  note.className = 'note';
  words.textContent = count === 1 ? t('1 workout was deleted before, so it stays away.') : t('%1 workouts were deleted before, so they stay away.', whole(count));
  Object.assign(button, { id: 'import-again', type: 'button', className: 'btn', textContent: t('Bring back'), onclick: bringBack });
  note.append(words, button);
  result.querySelector('.counts').after(note);
}

/** @param {File} file @param {boolean} again whether what was deleted comes back */
async function send(file, again) {
  if (file.size === 0) return trouble(file, t('This file is empty, so there is nothing in it to read.'));
  try {
    const answer = await fetch(again ? '/api/import?again=1' : '/api/import', { method: 'POST', headers: { 'X-File-Name': encodeURIComponent(file.name), 'Content-Type': 'application/octet-stream' }, body: file });
    const document = await answer.json();
    return answer.ok ? (Array.isArray(document) ? document : [document]) : trouble(file, document.message);
  } catch {
    return trouble(file, GONE);
  }
}

const GONE = t('ZoneCoach could not be reached. Is it still running? Then add the file again.');
const trouble = (file, message) => [{ file: file.name, outcome: 'failed', workouts: [], message }];

/**
 * A large file is sent to the disk first and read there, both told of and stopped where it is wanted.
 * @param {File} file @param {boolean} again @param {{stop: ?() => void, tell: (words: string, share?: number) => void}} way
 * @returns {Promise<?Array>} what became of it; nothing if it was stopped while it was sent
 */
async function sendLarge(file, again, way) {
  const sent = await new Promise(done => {
    const request = new XMLHttpRequest();
    request.open('POST', again ? '/api/import?again=1' : '/api/import');
    request.setRequestHeader('X-File-Name', encodeURIComponent(file.name));
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.onprogress = event => {
      way.tell(t('%1 sent', percent(Math.floor(event.loaded / event.total * 100))), event.loaded / event.total);
    };
    request.onload = () => done({ status: request.status, document: request.response });
    request.onerror = () => done({ status: 0 });
    request.onabort = () => done(null);
    way.stop = () => request.abort();
    request.send(file);
  });
  if (!sent) return null;
  if (sent.status !== 202) return trouble(file, sent.document?.message ?? GONE);
  const address = `/api/imports/${sent.document.job}`;
  way.stop = () => fetch(address, { method: 'DELETE' });
  let status = sent.document;
  for (let pause = 100; !status.isDone; pause = Math.min(1000, pause * 1.5)) {
    way.tell(status.read ? t('%1 read', counted(status.read, 'workout file', 'workout files')) : t('reading'));
    await new Promise(done => setTimeout(done, pause));
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return trouble(file, GONE);
    status = await answer.json();
  }
  // Those with something to say are listed and counted with the others.
  const some = status.verdicts.map(verdict => ({ ...verdict, files: 0, deleted: 0 }));
  for (const [outcome, files] of Object.entries(status.counts)) some.push({ file: file.name, outcome, files, workouts: [], deleted: 0 });
  if (some.length) some[0].deleted = status.deleted;
  return Object.assign(some, { unlisted: status.unlisted, deleted: status.deleted });
}

function show(result, counts, problems, unlisted) {
  const text = document.createElement('p');
  text.className = 'counts num';
  text.textContent = counts ? counts[0].toUpperCase() + counts.slice(1) : t('No files');
  const list = document.createElement('ul');
  list.className = 'verdicts';
  const row = document.getElementById('verdict-row');
  for (const verdict of problems.slice(0, LISTED)) {
    const item = row.content.cloneNode(true);
    item.querySelector('b').textContent = verdict.file;
    item.querySelector('span').textContent = fullSentence(verdict.message);
    const link = item.querySelector('a'), [workout] = verdict.workouts;
    if (workout) {
      link.href = `/workouts/${encodeURIComponent(workout.id)}`;
      link.textContent = workout.title;
    } else link.remove();
    list.append(item);
  }
  const more = Math.max(0, problems.length - LISTED) + unlisted;
  if (more) {
    const rest = document.createElement('li');
    rest.className = 'verdict muted';
    rest.textContent = t('And %1 with something to say.', counted(more, 'more file', 'more files'));
    list.append(rest);
  }
  result.replaceChildren(text, ...(problems.length ? [list] : []));
}

/** What the system puts beside the files of a person. @param {string} name */
const isHidden = name => name.startsWith('.') || name === '__MACOSX' || name === 'Thumbs.db' || name === 'desktop.ini';

/** The files chosen with a folder, without hidden ones, in the order of their paths. @param {FileList} list */
export function filesOfFolder(list) {
  return [...list].filter(file => !file.webkitRelativePath.split('/').slice(1).some(isHidden))
    .sort((a, b) => a.webkitRelativePath < b.webkitRelativePath ? -1 : 1);
}

/** All files in what was dropped, folders walked to the end. @param {DataTransfer} transfer @returns {Promise<File[]>} */
function filesOfDrop(transfer) {
  // The entries are gone when this event is over, so they are taken at once; a browser without them gives plain files.
  const items = [...transfer.items].filter(item => item.kind === 'file')
    .map(item => item.webkitGetAsEntry?.() ?? item.getAsFile()).filter(Boolean);
  return gather(items);
}

async function gather(items) {
  const files = [];
  for (const item of items) {
    if (item instanceof File) files.push(item);
    else if (item.isFile) {
      const file = await new Promise(done => item.file(done, () => done(null)));
      if (file) files.push(file);
    } else if (item.isDirectory) {
      const inside = (await entriesOf(item)).filter(entry => !isHidden(entry.name));
      files.push(...await gather(inside.sort((a, b) => a.name < b.name ? -1 : 1)));
    }
  }
  return files;
}

/** A folder's entries; a reader gives them a hundred at a time. */
async function entriesOf(folder) {
  const reader = folder.createReader(), all = [];
  for (;;) {
    const some = await new Promise(done => reader.readEntries(done, () => done([])));
    if (!some.length) return all;
    all.push(...some);
  }
}

/** Lets files and folders be dropped anywhere on the page. @param {(files: Promise<File[]>) => void} take */
export function dropAnywhere(take) {
  const root = document.body;
  let depth = 0;
  const holdsFiles = event => [...(event.dataTransfer?.types ?? [])].includes('Files');
  const rest = () => { depth = 0; root.classList.remove('dropping'); };
  document.addEventListener('dragenter', event => { if (holdsFiles(event)) { depth++; root.classList.add('dropping'); } });
  document.addEventListener('dragleave', () => { if (--depth <= 0) rest(); });
  document.addEventListener('dragover', event => { if (holdsFiles(event)) { event.preventDefault(); event.dataTransfer.dropEffect = 'copy'; } });
  document.addEventListener('drop', event => {
    if (!event.dataTransfer || !holdsFiles(event)) return;
    event.preventDefault();
    rest();
    take(filesOfDrop(event.dataTransfer));
  });
}

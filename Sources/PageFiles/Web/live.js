// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// A live workout: the server says how it stands, this shows, speaks and presses its buttons.

import './menu.js';
import { batch, choose, isAvailable, known, missing, Sensor } from './bluetooth.js';
import { S } from './svg.js';
import { clock, t } from './words.js';
import { Voice } from './voice.js';

const $ = id => document.getElementById(id);
const root = $('live'), api = `/api/live/${root.dataset.id}`;
const post = (path, body) => fetch(api + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const haptics = JSON.parse(root.dataset.haptics), voice = new Voice($('voice'), root.dataset.voice === 'on');

let about, now;

/** Puts a text where another stands. */
function put(id, text) { if ($(id).textContent !== text) $(id).textContent = text; }

// ── how it stands

function number(text, index, zone, name) {
  put('number', text);
  $('number').classList.toggle('none', text === '–');
  if (!about.zones.length) return;
  $('plate').className = index === null ? 'plate none' : `plate z${Math.min(9, index + 1)}`;
  put('plate', index === null ? '?' : zone);
  put('zonename', name);
}

/** Shows a moment. */
function show(m) {
  now = m;
  document.title = `${m.number} · ${m.heading} · ZoneCoach`;
  put('heading', m.heading);
  put('elapsed', m.elapsed);
  number(m.number, m.zoneIndex ?? null, m.zone, m.zoneName);
  put('of', m.of);
  put('say', m.say);
  put('others', [m.inZone, ...m.others].filter(Boolean).join(' · '));
  $('step').hidden = !m.card;
  if (m.card) {
    for (const part of ['todo', 'count', 'countname', 'hint', 'then']) put(part, m.card[part === 'countname' ? 'countName' : part]);
    $('fill').hidden = m.card.fill === undefined;
    $('fill').value = m.card.fill ?? 0;
    $('hint').hidden = !m.card.hint;
    $('marks').hidden = !m.card.marks.length;
    $('marks').replaceChildren(...m.card.marks.map(({ at, text }) => {
      const mark = Object.assign(document.createElement('span'), { textContent: text, className: at === 1 ? 'end' : '' });
      mark.style.insetInlineStart = `${at * 100}%`;
      return mark;
    }));
  }
  $('lostnote').hidden = !m.isLost;
  $('also').hidden = m.viewers < 2;
  const isPaused = m.state === 'paused', button = $('pause'), action = isPaused ? 'resume' : 'pause';
  if (button.form.dataset.action !== action) {
    Object.assign(button.form, { action: `/live/${about.id}/${action}` }).dataset.action = action;
    button.querySelector('span').textContent = isPaused ? t('Go on') : t('Pause');
    button.querySelector('path').setAttribute('d', isPaused ? 'M6.5 4l9 6-9 6Z' : 'M7 4.5v11M13 4.5v11');
  }
  root.classList.toggle('paused', isPaused);
  extend(m);
  ladder();
  ribbon();
  glance();
}

/** Lets the course go on up to a moment. */
function extend(m) {
  const runs = about.runs, last = runs.at(-1), zone = m.zoneIndex ?? null;
  const from = last ? last[1] : 0;
  if (m.seconds <= from) return;
  if (last && last[2] === zone) last[1] = m.seconds;
  else runs.push([from, m.seconds, zone]);
  if (m.state === 'paused' && about.pauses.at(-1) !== m.seconds) about.pauses.push(m.seconds);
}

/** Beats upwards, one rung a zone, each wider than the one below; a bracket for what the step asks for. */
function ladder() {
  const host = $('ladder'), W = host.clientWidth, H = host.clientHeight, limits = about.zones.slice(1).map(z => z.lower);
  if (limits.length < 2 || !W) return;
  const room = (limits.at(-1) - limits[0]) / (limits.length - 1), lo = limits[0] - 1.4 * room, hi = limits.at(-1) + 1.2 * room;
  const y = v => H - (Math.max(lo, Math.min(hi, v)) - lo) / (hi - lo) * H, n = about.zones.length;
  const wide = i => (W - 44) * (.36 + .64 * i / (n - 1)), edges = [lo, ...limits, hi], value = now.value ?? null;
  const svg = S('svg', { viewBox: `0 0 ${W} ${H}`, height: H });
  for (let i = 0; i < n; i++) {
    const a = y(edges[i + 1]), b = y(edges[i]), on = now.zoneIndex === i;
    svg.append(S('g', { class: `z${i + 1}` }, S('rect', { class: on ? 'zf' : 'band rung', x: 30, y: a + 1, width: wide(i), height: Math.max(1, b - a - 2), rx: 2 })),
      S('text', { class: on ? 'rungno on' : 'rungno', x: 22, y: (a + b) / 2 + 5, 'text-anchor': 'end' }, about.zones[i].number));
  }
  const low = now.lower ?? null, high = now.upper ?? null;
  if (low !== null || high !== null) {
    const top = y(high ?? hi), foot = y(low ?? lo), x = W - 9;
    svg.append(S('path', { class: 'ask', d: `M${x - 7},${top}H${x}V${foot}${low === null ? '' : `H${x - 7}`}` }));
    if (low === null) svg.append(S('path', { class: 'ask', d: `M${x - 5},${H - 9}L${x},${H - 2}L${x + 5},${H - 9}` }),
      S('text', { class: 'asknum', x: x - 7, y: top + 19, 'text-anchor': 'end' }, Math.ceil(high)));
  }
  if (value !== null) {
    const p = y(value), x = 33 + wide(now.zoneIndex ?? 0);
    svg.append(S('path', { class: 'needle', d: `M22,${p}H${x + 2}` }), S('path', { class: 'needlehead', d: `M${x},${p}l11,-7v14Z` }));
  }
  host.replaceChildren(svg);
}

/** What is done, filled, and what is to come, dashed. */
function ribbon() {
  const host = $('ribbon'), W = host.clientWidth, n = about.zones.length, H = innerWidth >= 720 ? 96 : 58;
  if (!W || !n) return;
  const toCome = [];
  let end = now.seconds;
  if (now.step !== undefined) about.steps.forEach((step, i) => {
    if (i < now.step) return;
    const length = i === now.step ? now.left ?? 0 : step.seconds ?? 0;
    if (length > 0) toCome.push([end, end += length, step.zone]);
  });
  const total = Math.max(end, 600, toCome.length ? 0 : now.seconds * 1.1), x = s => s / total * W, high = z => H * (z + 1) / n;
  const svg = S('svg', { class: 'ribbon-picture', width: W, height: H + 22, role: 'img', 'aria-label': t('Done %1 of %2', clock(now.seconds), clock(total)) });
  for (const [from, to, zone] of about.runs) {
    svg.append(zone === null ? S('rect', { class: 'nodata', x: x(from), y: H / 2, width: Math.max(.5, x(to) - x(from)), height: H / 2 })
      : S('rect', { class: `zf z${zone + 1}`, x: x(from), y: H - high(zone), width: Math.max(.5, x(to) - x(from)), height: high(zone) }));
  }
  for (const [from, to, zone] of toCome) {
    const top = zone === null ? H - high(0) / 2 : H - high(zone);
    svg.append(S('rect', { class: 'to-come', x: x(from) + 1, y: top + 1, width: Math.max(1, x(to) - x(from) - 2), height: H - top - 1 }));
  }
  for (const s of about.pauses) svg.append(S('path', { class: 'pause', d: `M${x(s) - 2},${H - 14}V${H - 2}M${x(s) + 2},${H - 14}V${H - 2}` }));
  svg.append(S('line', { class: 'base', x2: W, y1: H + .5, y2: H + .5 }), S('line', { class: 'now', x1: x(now.seconds), x2: x(now.seconds), y1: 0, y2: H }));
  const step = [60, 120, 300, 600, 900, 1800, 3600, 7200].find(s => s / total * W > 70) ?? 14400;
  for (let s = 0; s <= total; s += step) {
    svg.append(S('line', { class: 'tick', x1: x(s), x2: x(s), y1: H, y2: H + 4 }),
      S('text', { class: 'axis', x: x(s), y: H + 18, 'text-anchor': s === 0 ? 'start' : x(s) > W - 20 ? 'end' : 'middle' }, clock(s)));
  }
  host.replaceChildren(svg);
}

// ── what happens

const structural = new Set(['start', 'finish', 'signal_lost']);

/** Shows a cue, and lets it be heard once: by our voice, or else by a screen reader. */
function cue(line, isNew) {
  if (!line.text) return;
  $('cue').hidden = false;
  const isHeard = line.channels.some(c => c !== 'visual');
  $('cue').classList.toggle('visual', !isHeard);
  put('cuetext', line.text);
  if (!isNew) return;
  if (line.channels.includes('haptic') && haptics[line.code] && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(haptics[line.code]);
  if (line.channels.includes('voice') && voice.say(line.spoken)) return;
  if (isHeard || line.code === 'paused' || line.code === 'resumed') announce(line.text, structural.has(line.code));
}

function announce(text, isUrgent) {
  const region = $(isUrgent ? 'alert' : 'status');
  // The same sentence twice is said twice.
  if (region.textContent === text) region.textContent = '';
  requestAnimationFrame(() => { region.textContent = text; });
}

let isFresh = true;
function hear(line) {
  switch (line.type) {
    case 'moment':
      isFresh = true;
      if (line.state === 'ended') setTimeout(() => location.reload(), 1500);
      show(line);
      break;
    case 'sample':
      if (line.quantity !== about.quantity) break;
      if (line.value !== null) $('lostnote').hidden = true;
      if (now && line.value !== null) number(String(Math.round(line.value)), line.zone, line.zone === null ? '' : String(about.zones[line.zone].number), line.zone === null ? '' : about.zones[line.zone].name);
      if (about.source !== 'browser' && about.source !== 'simulate') put('sensor', line.source);
      break;
    case 'cue': cue(line, isFresh); break;
    case 'announce': if (isFresh && !voice.say(line.text)) announce(line.text, false); break;
    case 'sensor':
      $('sensornote').hidden = line.live;
      put('sensortext', `${line.sensor}: ${t(line.text)}`);
      if (line.live) put('sensor', line.sensor);
      break;
    case 'summary': location.reload(); break;
  }
}

function listen(after) {
  const stream = new EventSource(`${api}/events?after=${after}`);
  stream.onmessage = event => hear(JSON.parse(event.data));
  stream.addEventListener('gap', () => location.reload());
  stream.onopen = () => { $('gonenote').hidden = true; };
  stream.onerror = () => {
    $('gonenote').hidden = false;
    // What was missed is shown, but not said any more.
    isFresh = false;
    if (stream.readyState === EventSource.CLOSED) setTimeout(look, 2000);
  };
}

/** Looks whether the recorder is there again, and still has this workout. */
async function look() {
  const answer = await fetch(api).catch(() => null);
  if (answer?.ok) location.reload();
  else if (answer?.status === 404) location.assign('/live');
  else setTimeout(look, 2000);
}

// ── buttons and keys

async function act(action) {
  const answer = await post('/actions', { action }).catch(() => null);
  if (answer?.ok) show(await answer.json());
  else if (answer?.status === 409) location.reload();
  else $('gonenote').hidden = false;
}

for (const form of root.querySelectorAll('form[data-action]')) form.addEventListener('submit', event => {
  event.preventDefault();
  act(form.dataset.action);
});

const keys = { ' ': () => act($('pause').form.dataset.action), l: () => act('lap'), n: () => act('skip'), '+': () => act('addMinute'), t: () => {
  const menu = $('target').parentElement;
  menu.open = !menu.open;
  (menu.open ? menu.querySelector('button') : $('target')).focus();
} };
let place = -Infinity;
document.addEventListener('keydown', event => {
  // `g` and a letter go to a place.
  if (event.key === 'g') place = event.timeStamp;
  if (event.timeStamp - place < 1500) return;
  const isTyping = event.target.closest('input, textarea, select, dialog') || event.key === ' ' && event.target.closest('button, a, summary');
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !$('single-keys').checked) return;
  const key = keys[event.key.toLowerCase()];
  if (!key) return;
  event.preventDefault();
  key();
});

// ── sensors of this browser

const out = batch(async body => {
  const answer = await post('/readings', body);
  if (!answer.ok && answer.status >= 500) throw new Error(`${answer.status}`);
});

/** Links to other views open beside this one while it holds a sensor. */
function hold() { for (const link of document.querySelectorAll('.places a, .brand')) link.target = '_blank'; }

function use(device) {
  const sensor = new Sensor(device, out, (state, name) => {
    $('connectnote').hidden = state === 'live';
    put('sensor', state === 'live' ? name : t('Looking for %1', name));
  });
  put('sensor', t('Connecting to %1', device.name ?? t('Sensor')));
  hold();
  sensor.keep();
}

if ($('connect')) {
  if (!isAvailable) {
    $('connectnote').querySelector('span').textContent = missing();
    $('connect').hidden = true;
  }
  $('connect').addEventListener('click', async () => {
    try {
      const device = await choose();
      if (device) use(device);
    } catch (error) {
      $('connectnote').querySelector('span').textContent = error.name === 'SecurityError' ? missing() : t('That did not work. Wear the sensor, and try again.');
    }
  });
}

// ── screen

let lock;
async function stayAwake() {
  if (document.visibilityState !== 'visible' || lock && !lock.released) return;
  try { lock = await navigator.wakeLock.request('screen'); $('wakenote').hidden = true; } catch {
    try {
      if (sessionStorage.getItem('wake')) return;
      sessionStorage.setItem('wake', 'told');
    } catch { /* told again, then */ }
    $('wakenote').hidden = false;
  }
}
document.addEventListener('visibilitychange', stayAwake);

/** A small window that stays on top: with the numbers as they are, or else as a picture. */
let paint = null;
function glance() { paint?.(); }
function smallWindow() {
  const button = $('small');
  if (globalThis.documentPictureInPicture) {
    button.addEventListener('click', async () => {
      const pip = await documentPictureInPicture.requestWindow({ width: 300, height: 170 });
      for (const sheet of document.querySelectorAll('link[rel=stylesheet]')) pip.document.head.append(sheet.cloneNode());
      Object.assign(pip.document.documentElement.dataset, document.documentElement.dataset);
      const body = Object.assign(pip.document.body, { className: 'glance' });
      body.dataset.zones = root.dataset.zones;
      paint = () => {
        const plate = pip.document.importNode($('plate'), true), big = pip.document.createElement('p'), small = pip.document.createElement('p');
        Object.assign(big, { className: 'num', textContent: now.number }).append(plate);
        small.textContent = [now.heading, now.card?.count ?? now.elapsed].join(' · ');
        body.replaceChildren(big, small);
      };
      paint();
      pip.addEventListener('pagehide', () => { paint = null; });
    });
  } else if (document.pictureInPictureEnabled) {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 340 }), video = document.createElement('video');
    const draw = () => {
      const c = canvas.getContext('2d'), style = getComputedStyle($('plate')), page = getComputedStyle(document.body);
      Object.assign(c, { fillStyle: page.backgroundColor });
      c.fillRect(0, 0, 600, 340);
      Object.assign(c, { fillStyle: page.color, font: '600 200px system-ui', textBaseline: 'alphabetic' });
      c.fillText(now.number, 30, 200);
      c.font = '44px system-ui';
      c.fillText([now.heading, now.card?.count ?? now.elapsed].join(' · '), 30, 290, 540);
      if (now.zone === undefined) return;
      Object.assign(c, { fillStyle: style.backgroundColor });
      c.fillRect(450, 60, 120, 120);
      Object.assign(c, { fillStyle: style.color, font: '700 90px system-ui' });
      c.fillText(now.zone, 485, 152);
    };
    button.addEventListener('click', async () => {
      draw();
      video.muted = true;
      video.srcObject ??= canvas.captureStream(2);
      await video.play();
      await video.requestPictureInPicture();
      paint = draw;
    });
    video.addEventListener('leavepictureinpicture', () => { paint = null; });
  } else return;
  button.hidden = false;
}

// ── begin

const address = new URL(location.href), isNew = address.searchParams.has('begin');
history.replaceState(null, '', address.pathname);
about = await (await fetch(api)).json();
show(about.moment);
new ResizeObserver(() => { ladder(); ribbon(); }).observe($('ladder'));
listen(isNew ? 0 : about.lastEventId);
smallWindow();
stayAwake();
if (about.source === 'browser') for (const device of await known()) use(device);

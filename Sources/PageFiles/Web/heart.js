// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Heart rate alone: what a sensor tells, held in this page only.

import { batch, choose, isAvailable, missing, Sensor } from './bluetooth.js';
import { S, onWidth } from './svg.js';
import { clock, t } from './words.js';

const $ = id => document.getElementById(id), root = $('heart'), zones = JSON.parse(root.dataset.limits);
const hour = 3_600_000, hold = 15_000;
let values = [], low = parseInt(root.dataset.low, 10), high = parseInt(root.dataset.high, 10), said = 0, last = 0;

const zoneOf = v => Math.max(0, zones.findLastIndex(z => v >= (z.lower ?? 0)));

function show(rate) {
  const zone = rate === null || !zones.length ? null : zoneOf(rate);
  $('now').hidden = $('record').hidden = $('hour').hidden = false;
  $('sources').hidden = true;
  $('number').textContent = rate ?? '–';
  $('number').classList.toggle('none', rate === null);
  $('plate').hidden = !zones.length;
  $('plate').className = zone === null ? 'plate none' : `plate z${Math.min(9, zone + 1)}`;
  $('plate').textContent = zone === null ? '?' : zones[zone].number;
  $('zonename').textContent = zone === null ? '' : zones[zone].name;
  const sentence = rate === null ? t('No heart rate right now.') : zone === null ? t('%1 beats per minute', rate) : t('%1 beats per minute, zone %2', rate, zones[zone].number);
  $('say').textContent = sentence;
  $('now').style.setProperty('--beat', `${60 / Math.max(30, rate ?? 60)}s`);
  $('now').classList.toggle('beating', rate !== null);
  const every = Number($('every').value) * 60_000, now = Date.now();
  if (every && now - said >= every) { said = now; $('spoken').textContent = sentence; }
}

function take(rate) {
  const now = Date.now();
  last = now;
  rate = rate === null ? null : Math.round(rate);
  if (rate !== null) {
    values.push([now, rate]);
    if (values[0][0] < now - hour) values = values.filter(([at]) => at >= now - hour);
    low = Math.min(low || rate, rate);
    high = Math.max(high || rate, rate);
    $('day').hidden = false;
    $('low').textContent = low;
    $('high').textContent = high;
  }
  show(rate);
  draw();
}

/** A value that nothing follows says nothing after a while. */
setInterval(() => { if (last && Date.now() - last > hold && !$('number').classList.contains('none')) { show(null); draw(); } }, 1000);

function draw() {
  const host = $('trace'), W = host.clientWidth - 34, H = innerWidth >= 720 ? 240 : 180, now = Date.now();
  if (W < 50 || !values.length) return;
  const rates = values.map(v => v[1]), lo = Math.min(...rates) - 8, hi = Math.max(...rates) + 8;
  const begin = Math.min(values[0][0], now - 120_000), x = at => (at - begin) / (now - begin) * (W - 30), y = v => H - (v - lo) / (hi - lo) * H;
  const svg = S('svg', { width: W, height: H + 20, role: 'img', 'aria-label': t('Heart rate of the last hour, between %1 and %2', Math.min(...rates), Math.max(...rates)) });
  zones.forEach((z, i) => {
    const from = Math.max(lo, z.lower ?? lo), to = Math.min(hi, zones[i + 1]?.lower ?? hi);
    if (to <= from) return;
    svg.append(S('g', { class: `z${i + 1}` }, S('rect', { class: 'band', x: 0, y: y(to), width: W - 30, height: y(from) - y(to) })),
      S('text', { x: W - 24, y: (y(from) + y(to)) / 2 + 4 }, z.number));
  });
  let path = '', before = -Infinity;
  for (const [at, v] of values) {
    path += `${at - before > hold ? 'M' : 'L'}${x(at).toFixed(1)},${y(v).toFixed(1)}`;
    before = at;
  }
  svg.append(S('path', { class: 'line', d: path }), S('text', { x: 4, y: 14 }, Math.round(hi)), S('text', { x: 4, y: H - 6 }, Math.round(lo)), S('text', { x: 0, y: H + 16 }, `−${clock((now - begin) / 1000)}`), S('text', { x: W - 30, y: H + 16, 'text-anchor': 'end' }, t('now')));
  host.replaceChildren(svg);
  const minutes = new Map();
  for (const [at, v] of values) {
    const minute = Math.floor(at / 60_000);
    minutes.set(minute, [...minutes.get(minute) ?? [], v]);
  }
  $('minutes').replaceChildren(...[...minutes].reverse().map(([minute, list]) => {
    const row = document.createElement('tr'), head = document.createElement('th'), mean = document.createElement('td');
    head.scope = 'row';
    head.textContent = new Date(minute * 60_000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    mean.textContent = Math.round(list.reduce((a, b) => a + b) / list.length);
    row.append(head, mean);
    return row;
  }));
}

function note(text) {
  $('sensornote').hidden = !text;
  $('sensornote').textContent = text;
}

for (const button of document.querySelectorAll('[data-sensor]')) button.addEventListener('click', () => {
  $('source').value = button.dataset.sensor;
  note(t('Looking for the sensor.'));
  const stream = new EventSource(`/api/sensors/events?sensor=${encodeURIComponent(button.dataset.sensor)}`);
  stream.onmessage = event => {
    const line = JSON.parse(event.data);
    if (line.type === 'sensor') note(line.live ? '' : `${line.sensor}: ${t(line.text)}`);
    else { note(''); take(line.heartRate ?? null); }
  };
});

const out = batch(async body => {
  if (!body.packets.length) return;
  const answer = await fetch('/api/sensors/readings', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ packets: body.packets }) });
  const { heartRate } = answer.ok ? await answer.json() : { heartRate: null };
  if (heartRate !== null || body.packets.some(p => p.characteristic === '2a37')) take(heartRate);
});

if (!isAvailable) { $('connect').hidden = true; note(missing()); }
$('connect').addEventListener('click', async () => {
  try {
    const device = await choose();
    if (!device) return;
    note(t('Connecting to %1', device.name ?? t('Sensor')));
    new Sensor(device, out, (state, name) => note(state === 'live' ? '' : t('Looking for %1', name))).keep();
  } catch { note(t('That did not work. Wear the sensor, and try again.')); }
});
$('every').addEventListener('change', () => { said = 0; });
onWidth($('trace'), draw);

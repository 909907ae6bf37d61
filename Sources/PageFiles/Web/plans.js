// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// The builder of plans. The plan is one document; the server reads text and document alike and says what both look like, so
// that rows, text and ribbon stay in step.
import './menu.js';
import { t } from './words.js';

const builder = document.getElementById('builder');
const $ = id => document.getElementById(id);

// MARK: The document

/** The block at a place, and the list that holds it. @param {number[]} place */
function find(plan, place) {
  let list = plan.steps;
  for (const index of place.slice(0, -1)) list = list[index].steps;
  return { list, index: place.at(-1), block: list[place.at(-1)] };
}

const goalOf = step => step.gate ? 'gate' : ['seconds', 'meters', 'kilocalories', 'open'].find(kind => kind in (step.goal ?? {})) ?? 'other';

function targetOf(step) {
  if (!step.target) return 'none';
  const kind = ['zone', 'range', 'percentFTP'].find(kind => kind in step.target);
  const name = `${kind}:${step.target.quantity}`;
  return kind && (kind !== 'percentFTP' || step.target.quantity === 'power') && !step.target.scheme && !step.target.slope && step.target.quantity !== 'speed' ? name : 'other';
}

/** Seconds of `3:00`, `3` minutes, `90s`. @param {string} text */
function seconds(text) {
  const parts = text.trim().match(/^(\d+):([0-5]?\d)$/);
  if (parts) return parts[1] * 60 + +parts[2];
  const plain = text.trim().match(/^(\d+(?:[.,]\d+)?)\s*(s?)$/);
  return plain ? Math.round(parseFloat(plain[1].replace(',', '.')) * (plain[2] ? 1 : 60)) : NaN;
}

const clock = s => `${Math.floor(s / 60)}:${String(Math.round(s % 60)).padStart(2, '0')}`;
const number = text => parseFloat(text.replace(',', '.'));

function build(builder) {
  let plan = JSON.parse(builder.dataset.document || '{"name":"","sport":"running","steps":[]}');
  let rows = [], question = 0, changed = false;
  const list = $('plan-steps'), text = $('plan-text'), form = $('plan-form'), problem = $('plan-problem');

  /** Asks what a plan looks like. @param {string} body @param {boolean} isText whether the text itself was changed */
  async function look(body, isText, place) {
    const mine = ++question;
    const answer = await fetch('/api/plans/preview', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body }).catch(() => null);
    if (mine !== question) return;
    const seen = await answer?.json().catch(() => null);
    problem.hidden = !!answer?.ok && !seen.missing;
    problem.textContent = !answer ? t('ZoneCoach could not be reached. Is it still running?') : answer.ok ? seen.missing ?? '' : seen?.message ?? '';
    text.setAttribute('aria-invalid', String(!answer?.ok && isText));
    if (!answer?.ok) return;
    const { name, sport } = plan;
    plan = { ...JSON.parse(seen.document), name, sport };
    if (!isText) text.value = seen.text;
    $('plan-length').textContent = seen.length;
    const picture = new DOMParser().parseFromString(seen.picture, 'text/html').body;
    $('plan-picture').replaceChildren(...picture.childNodes);
    $('plan-losses').replaceChildren(...[...seen.notes, ...seen.losses].map(line => Object.assign(document.createElement('li'), { textContent: line })));
    rows = seen.rows;
    draw(place);
  }

  const show = place => { changed = true; return look(JSON.stringify({ ...plan, name: plan.name || 'Plan' }), false, place); };

  /** A row for each block; what was open or had focus stays so. */
  function draw(place) {
    const wasOpen = new Set([...list.querySelectorAll('details[open]')].map(row => row.dataset.place));
    const focus = place?.join('.') ?? list.querySelector('summary:focus')?.parentElement.dataset.place;
    const field = document.activeElement?.closest?.('#plan-steps [data-f]');
    const again = field && [field.closest('details').dataset.place, field.dataset.f];
    list.replaceChildren(...rows.map(row => {
      const item = document.createElement('li'), details = document.createElement('details'), summary = document.createElement('summary');
      item.className = `depth-${Math.min(3, row.place.length - 1)}`;
      details.dataset.place = row.place.join('.');
      details.open = wasOpen.has(details.dataset.place);
      summary.textContent = row.text;
      summary.className = 'num';
      details.append(summary, fields(row));
      item.append(details);
      return item;
    }));
    if (again && !place) list.querySelector(`[data-place="${again[0]}"] [data-f="${again[1]}"]`)?.focus();
    else if (focus !== undefined) list.querySelector(`[data-place="${focus}"] summary`)?.focus();
    mark();
  }

  function fields(row) {
    const part = $(row.block === 'repeat' ? 'repeat-fields' : 'step-fields').content.cloneNode(true);
    const { block } = find(plan, row.place), get = name => part.querySelector(`[data-f=${name}]`);
    if (row.block === 'repeat') {
      get('times').value = block.repeat ?? '';
      get('times').disabled = block.repeat === undefined;
      return part;
    }
    const goal = goalOf(block), target = targetOf(block);
    get('kind').value = block.kind;
    get('goal').value = goal;
    get('target').value = target;
    const units = { seconds: t('Time, min:s'), meters: t('Metres'), kilocalories: t('Kilocalories'), gate: t('Below, bpm or zone as z2') };
    const amount = part.querySelector('[data-for=amount]');
    amount.hidden = !units[goal];
    amount.querySelector('[data-unit]').textContent = units[goal] ?? '';
    const below = block.gate?.below;
    get('amount').value = goal === 'seconds' ? clock(block.goal.seconds) : goal === 'gate' ? (below.zone ? `z${below.zone}` : below.value ?? '') : block.goal?.[goal] ?? '';
    const limits = target === 'none' || target === 'other' ? null : block.target[target.split(':')[0]];
    for (const label of part.querySelectorAll('[data-for=limits]')) label.hidden = !limits;
    if (limits) { get('low').value = limits[0] ?? ''; get('high').value = limits[1] ?? ''; }
    return part;
  }

  /** Takes what a field says into the document. Returns whether it could be read. */
  function take(place, name, value) {
    const { block } = find(plan, place);
    switch (name) {
      case 'times': { const n = parseInt(value, 10); if (!(n >= 1)) return false; block.repeat = Math.min(n, 99); return true; }
      case 'kind': block.kind = value; return true;
      case 'goal':
        delete block.gate;
        if (value === 'gate') { block.gate = { below: { zone: 2 } }; block.kind = 'recovery'; block.goal = { open: true }; }
        else block.goal = { seconds: { seconds: 180 }, meters: { meters: 1000 }, kilocalories: { kilocalories: 50 }, open: { open: true } }[value];
        return true;
      case 'amount': {
        const goal = goalOf(block);
        if (goal === 'gate') {
          const zone = value.trim().match(/^z\s*([1-9])$/i), beats = number(value);
          if (!zone && !(beats > 0)) return false;
          block.gate.below = zone ? { zone: +zone[1] } : { value: beats };
          return true;
        }
        const amount = goal === 'seconds' ? seconds(value) : number(value);
        if (!(amount > 0)) return false;
        block.goal = { [goal]: amount };
        return true;
      }
      case 'target': {
        const [kind, quantity] = value.split(':');
        block.target = value === 'none' ? null : { quantity, [kind]: { zone: [2, 2], range: quantity === 'power' ? [180, 200] : [130, 145], percentFTP: [70, 80] }[kind] };
        return true;
      }
      case 'low': case 'high': {
        const limits = block.target[targetOf(block).split(':')[0]], side = name === 'low' ? 0 : 1, isZone = 'zone' in block.target;
        const amount = value.trim() === '' && !isZone ? null : number(value);
        if (amount !== null && !(amount > 0)) return false;
        limits[side] = isZone ? Math.round(amount) : amount;
        if (isZone && limits[0] > limits[1]) limits[1 - side] = limits[side];
        return true;
      }
    }
    return false;
  }

  const newStep = () => ({ kind: 'steady', goal: { seconds: 300 }, target: { quantity: 'heartRate', zone: [2, 2] } });

  /** Does something with a block; returns where the focus goes. */
  function act(place, name) {
    const { list, index, block } = find(plan, place), at = i => [...place.slice(0, -1), i];
    switch (name) {
      case 'double': list.splice(index + 1, 0, structuredClone(block)); return at(index + 1);
      case 'remove':
        list.splice(index, 1);
        if (!list.length && place.length > 1) return act(place.slice(0, -1), 'remove');
        return list.length ? at(Math.min(index, list.length - 1)) : null;
      case 'up': case 'down': {
        const to = index + (name === 'up' ? -1 : 1);
        if (to < 0 || to >= list.length) return place;
        list.splice(to, 0, ...list.splice(index, 1));
        return at(to);
      }
      case 'inside': block.steps.push(newStep()); return [...place, block.steps.length - 1];
      case 'longer': case 'shorter': {
        if (block.steps) { if (block.repeat) block.repeat = Math.max(1, Math.min(99, block.repeat + (name === 'longer' ? 1 : -1))); return place; }
        const sign = name === 'longer' ? 1 : -1;
        if (block.goal?.seconds) block.goal.seconds = Math.max(15, block.goal.seconds + 15 * sign);
        else if (block.goal?.meters) block.goal.meters = Math.max(100, block.goal.meters + 100 * sign);
        return place;
      }
      case 'harder': case 'easier': {
        const zones = block.target?.zone, sign = name === 'harder' ? 1 : -1;
        if (zones) { const next = zones.map(zone => zone + sign); if (next[0] >= 1 && next[1] <= 9) block.target.zone = next; }
        return place;
      }
    }
    return place;
  }

  const placeOf = element => element.closest('details').dataset.place.split('.').map(Number);

  list.addEventListener('change', event => {
    const field = event.target.closest('[data-f]');
    if (!field) return;
    const isRead = take(placeOf(field), field.dataset.f, field.value);
    field.setAttribute('aria-invalid', String(!isRead));
    if (isRead) show();
  });
  list.addEventListener('click', event => {
    const button = event.target.closest('[data-do]');
    if (!button) return;
    const place = placeOf(button), next = act(place, button.dataset.do);
    if (!plan.steps.length) { rows = []; draw(); return; }
    show(next ?? [0]);
  });
  const keys = { ArrowLeft: 'shorter', ArrowRight: 'longer', ArrowUp: 'harder', ArrowDown: 'easier', d: 'double', D: 'double', Delete: 'remove' };
  list.addEventListener('keydown', event => {
    const summary = event.target.closest('summary');
    if (!summary || event.ctrlKey || event.metaKey) return;
    const name = event.altKey ? { ArrowUp: 'up', ArrowDown: 'down' }[event.key] : keys[event.key];
    if (!name) return;
    event.preventDefault();
    const next = act(placeOf(summary), name);
    if (!plan.steps.length) { rows = []; draw(); return; }
    show(next ?? [0]);
  });
  // The columns of the ribbon lead to their rows, and show which row has the focus.
  $('plan-picture').addEventListener('click', event => {
    const place = event.target.closest('[data-place]')?.dataset.place;
    if (place) list.querySelector(`[data-place="${place}"] summary`)?.focus();
  });
  function mark() {
    const place = document.activeElement?.closest?.('#plan-steps details')?.dataset.place;
    for (const column of $('plan-picture').querySelectorAll('[data-place]')) column.classList.toggle('on', column.dataset.place === place);
  }
  list.addEventListener('focusin', mark);
  list.addEventListener('focusout', () => setTimeout(mark));

  for (const button of builder.querySelectorAll('[data-add]')) button.addEventListener('click', () => {
    plan.steps.push(button.dataset.add === 'repeat' ? { repeat: 4, steps: [{ ...newStep(), kind: 'work' }, { ...newStep(), kind: 'recovery' }] } : newStep());
    show([plan.steps.length - 1]);
  });
  let typing;
  text.addEventListener('input', () => {
    changed = true;
    clearTimeout(typing);
    typing = setTimeout(() => look(text.value, true), 250);
  });
  form.elements.sport.addEventListener('change', () => { plan.sport = form.elements.sport.value; show(); });
  form.addEventListener('submit', () => {
    changed = false;
    plan.name = form.elements.name.value.trim() || 'Plan';
    // The text itself counts where it can't be read, so that the server says why.
    if (text.getAttribute('aria-invalid') !== 'true') $('plan-document').value = JSON.stringify(plan);
  });
  addEventListener('beforeunload', event => { if (changed) event.preventDefault(); });
  plan.name = form.elements.name.value;
  plan.sport = form.elements.sport.value;
  if (builder.dataset.document) look(builder.dataset.document, false);
}

// MARK: Import, listening, moving

function importing() {
  const files = $('plan-files'), form = $('plan-import');
  document.querySelector('[data-action=import-plan]')?.addEventListener('click', () => files.click());
  files.addEventListener('change', () => { if (files.files.length) form.requestSubmit(); });
  for (const kind of ['dragover', 'drop']) document.addEventListener(kind, event => {
    if (![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    if (kind === 'drop') { files.files = event.dataTransfer.files; form.requestSubmit(); }
  }, true);
}

/** Speaks the cues one after the other and follows them in the table. */
function listening(button) {
  const rows = [...document.querySelectorAll('.cues tbody tr')];
  const stop = () => { speechSynthesis.cancel(); button.setAttribute('aria-pressed', 'false'); rows.forEach(row => row.classList.remove('on')); };
  if (!('speechSynthesis' in window)) { button.disabled = true; return; }
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-pressed') === 'true') { stop(); return; }
    button.setAttribute('aria-pressed', 'true');
    rows.forEach((row, index) => {
      const words = new SpeechSynthesisUtterance(row.cells[1].textContent);
      words.lang = document.documentElement.lang;
      words.onstart = () => { rows.forEach(other => other.classList.toggle('on', other === row)); row.scrollIntoView({ block: 'nearest' }); };
      if (index === rows.length - 1) words.onend = stop;
      speechSynthesis.speak(words);
    });
  });
  addEventListener('pagehide', stop);
}

/** A session can be dragged to another day; the menu does the same. */
function dragging() {
  for (const session of document.querySelectorAll('.session')) {
    session.draggable = true;
    session.addEventListener('dragstart', event => event.dataTransfer.setData('text/x-session', session.dataset.session));
  }
  for (const day of document.querySelectorAll('.plan-days [data-day]')) {
    day.addEventListener('dragover', event => { if (event.dataTransfer.types.includes('text/x-session')) event.preventDefault(); });
    day.addEventListener('drop', async event => {
      const session = event.dataTransfer.getData('text/x-session');
      if (!session) return;
      event.preventDefault();
      const answer = await fetch(`/api/calendar/${encodeURIComponent(session)}`, { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ day: day.dataset.day }) });
      if (answer.ok) location.reload();
    });
  }
}

if (builder) build(builder);
importing();
document.querySelectorAll('[data-action=play-cues]').forEach(listening);
dragging();

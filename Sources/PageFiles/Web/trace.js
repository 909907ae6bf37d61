// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Curves on zone bands, one time axis. The crosshair is the range input, so that pointer, keyboard and screen reader share
// one control. Drag across the chart to look closer.
import { S, onWidth } from './svg.js';
import { clock, curveEnd, curveName, curveValue, flagName, list, t } from './words.js';
import { laneRange, highest, lapBeside, range, timeStep, valueAt, within, zoneOf, zoomed } from './trace-model.js';

const LEFT = 40, RIGHT = 22, LANE_GAP = 24;

/**
 * @param {HTMLElement} section holds figure.chart, input.scrub, .readout and zoom buttons
 * @param {(width: number, from: number, to: number) => Promise<import('./trace-model.js').Chart>} load
 */
export function trace(section, load) {
  const host = section.querySelector('.chart'), scrub = section.querySelector('.scrub'), readout = section.querySelector('.readout');
  const { sport } = section.dataset, total = Number(section.dataset.total);
  const laps = section.dataset.laps ? section.dataset.laps.split(' ').map(Number) : [];
  const legs = section.dataset.legs ? section.dataset.legs.split(',').map(leg => leg.split(' ')) : [];
  const sportAt = t => legs.findLast(([start]) => Number(start) <= t)?.[1] ?? sport;
  const buttons = Object.fromEntries([...section.querySelectorAll('[data-zoom]')].map(b => [b.dataset.zoom, b]));
  let view = [0, total], width = 0, chart = null, asked = 0, moveCursor = () => {};

  async function fetchView() {
    const turn = ++asked;
    // Nothing is said of a wait under a second.
    const patience = setTimeout(() => { if (!chart) readout.textContent = t('Reading the curve…'); }, 1000);
    try {
      const answer = await load(Math.max(60, width - LEFT - RIGHT), view[0], view[1]);
      if (turn !== asked) return;
      const isFirst = !chart;
      chart = section.dataset.bands === 'off' ? { ...answer, boundaries: [] } : answer;
      draw();
      set(isFirst ? highest(chart) : Number(scrub.value));
    } catch {
      if (turn === asked) readout.textContent = t('The curve could not be read. The table below has its numbers; load the page again to retry.');
    } finally {
      clearTimeout(patience);
    }
  }

  function zoom(next) {
    view = next;
    // The slider spans what is shown, so that its thumb stands under the crosshair.
    scrub.min = String(Math.floor(view[0]));
    scrub.max = String(Math.ceil(view[1]));
    buttons.whole.hidden = view[0] <= 0 && view[1] >= total;
    if (chart) { draw(); set(Number(scrub.value)); }
    fetchView();
  }
  const closer = () => zoom(zoomed(view, Number(scrub.value), 0.5, total));
  const wider = () => zoom(zoomed(view, Number(scrub.value), 2, total));
  const whole = () => zoom([0, total]);

  function set(t) {
    const at = Math.max(0, Math.min(total, t));
    scrub.value = String(at);
    const words = describe(at);
    const bold = document.createElement('b');
    bold.textContent = clock(at);
    readout.replaceChildren(bold, ...words.map(word => Object.assign(document.createElement('span'), { textContent: word })));
    scrub.setAttribute('aria-valuetext', list([clock(at), ...words]));
    moveCursor(at);
    section.dispatchEvent(new CustomEvent('scrub', { bubbles: true, detail: { seconds: at } }));
  }

  function describe(at) {
    if (!chart) return [];
    if (within(chart.pauses, at)) return [t('paused')];
    const reach = Math.max(2, (view[1] - view[0]) / Math.max(60, width) * 2), words = [];
    const { main, boundaries, firstNumber } = chart;
    if (main) {
      const value = within(chart.gaps, at) ? null : valueAt(main.points, at, Math.max(reach, 15));
      if (value === null) words.push(t('no %1', curveName(main.quantity, sport).toLowerCase()));
      else {
        words.push(curveValue(main.quantity, value, sportAt(at), main.unit));
        if (boundaries.length) {
          const number = firstNumber + zoneOf(boundaries, value);
          words.push(number === 0 ? t('below zone 1') : t('zone %1 of %2', number, boundaries.length + firstNumber));
        }
      }
    }
    const flag = chart.flags.find(f => at >= f.start - 0.5 && at <= f.end + 0.5);
    if (flag) words.push(flag.isLeftOut ? t('left out: %1', flagName(flag.code)) : flagName(flag.code));
    for (const lane of chart.lanes) {
      const value = valueAt(lane.points, at, Math.max(reach, 15));
      if (value !== null) words.push(curveValue(lane.quantity, value, sportAt(at), lane.unit));
    }
    return words;
  }

  function draw() {
    const narrow = width < 560, mainHeight = chart.main ? (narrow ? 200 : 240) : 0, laneHeight = narrow ? 46 : 54;
    const height = mainHeight + chart.lanes.length * (laneHeight + LANE_GAP) + 26;
    const [from, to] = view, right = width - RIGHT;
    const x = t => LEFT + (t - from) / (to - from) * (right - LEFT);
    const names = [chart.main, ...chart.lanes].filter(Boolean).map(c => curveName(c.quantity, sport).toLowerCase());
    const svg = S('svg', { viewBox: `0 0 ${width} ${height}`, height, role: 'img',
      'aria-label': chart.boundaries.length ? t('Curves of %1 on zone bands. The same numbers are in the table below.', list(names)) : t('Curves of %1. The same numbers are in the table below.', list(names)) },
      S('defs', {}, S('clipPath', { id: 'trace-clip' }, S('rect', { x: LEFT, y: -4, width: right - LEFT, height: height + 4 }))));
    let y = () => 0;
    if (chart.main) y = drawMain(svg, x, right, mainHeight);
    chart.lanes.forEach((lane, i) => drawLane(svg, lane, x, right, mainHeight + LANE_GAP + i * (laneHeight + LANE_GAP), laneHeight));
    const step = timeStep(to - from, right - LEFT, narrow ? 64 : 84);
    for (let t = Math.ceil(from / step) * step; t <= to + 0.01; t += step) {
      const at = x(t), anchor = at > right - 16 ? 'end' : at < LEFT + 14 ? 'start' : 'middle';
      svg.append(S('path', { class: 'tick', d: `M${at.toFixed(1)},${height - 24}v5` }), S('text', { class: 'axis', x: at.toFixed(1), y: height - 5, 'text-anchor': anchor }, clock(t)));
    }
    const cursor = S('path', { class: 'cursor' }), dot = S('circle', { class: 'dot', r: 5, visibility: 'hidden' });
    const select = S('rect', { class: 'select', y: 0, height: height - 24, visibility: 'hidden' });
    svg.append(select, cursor, dot);
    moveCursor = t => {
      const inside = t >= from - 0.5 && t <= to + 0.5, value = chart.main && !within(chart.gaps, t) && !within(chart.pauses, t) ? valueAt(chart.main.points, t, 15) : null;
      cursor.setAttribute('d', inside ? `M${x(t).toFixed(1)},0V${height - 24}` : 'M0,0');
      dot.setAttribute('visibility', inside && value !== null ? 'visible' : 'hidden');
      if (value !== null) { dot.setAttribute('cx', x(t).toFixed(1)); dot.setAttribute('cy', y(value).toFixed(1)); }
    };
    host.replaceChildren(svg);
    scrub.style.setProperty('--scrub-l', `${LEFT - 10}px`);
    scrub.style.setProperty('--scrub-r', `${RIGHT - 10}px`);
    pointer(svg, select, x, right);
    moveCursor(Number(scrub.value));
  }

  /** Bands, limits, gaps, the main curve. Gives the scale back. */
  function drawMain(svg, x, right, height) {
    const { main, boundaries, gaps, pauses, firstNumber } = chart, [low, high] = range(chart);
    const y = v => height - (Math.max(low, Math.min(high, v)) - low) / (high - low) * height;
    const edges = [-Infinity, ...boundaries, Infinity];
    let below = Infinity;
    if (boundaries.length) for (let z = 0; z <= boundaries.length; z++) {
      const a = Math.max(low, edges[z]), b = Math.min(high, edges[z + 1]);
      if (b <= a) continue;
      svg.append(S('rect', { class: `band z${Math.min(9, z + 1)}`, x: LEFT, y: y(b).toFixed(1), width: right - LEFT, height: (y(a) - y(b)).toFixed(1) }));
      if (z && edges[z] > low) {
        svg.append(S('path', { class: 'bound', d: `M${LEFT},${y(a).toFixed(1)}H${right}` }));
        // A number that would touch the one below is left out; the table has it.
        if (below - y(a) >= 11) {
          const words = main.quantity === 'speed' ? curveEnd('speed', edges[z], sport, main.unit) : Math.ceil(edges[z]);
          svg.append(S('text', { class: 'axis', x: LEFT - 6, y: (y(a) + 4).toFixed(1), 'text-anchor': 'end' }, words));
          below = y(a);
        }
      }
      if (y(a) - y(b) >= 11) svg.append(S('text', { class: 'band-number', x: right + RIGHT / 2 + 1, y: ((y(a) + y(b)) / 2 + 4.5).toFixed(1) }, firstNumber + z));
    } else {
      svg.append(S('path', { class: 'grid', d: `M${LEFT},${height + .5}H${right}` }));
      for (const v of [main.minimum, main.maximum]) svg.append(S('text', { class: 'axis', x: LEFT - 6, y: (y(v) + 4).toFixed(1), 'text-anchor': 'end' }, curveEnd(main.quantity, v, sport, main.unit)));
    }
    // Cleared first, so that hatch and dots keep their contrast.
    for (const [stretches, kind] of [[gaps, 'nodata'], [pauses, 'paused']]) for (const [a, b] of stretches) {
      if (b - a < 0.5) continue;
      const start = Math.max(LEFT, x(a)), end = Math.min(right, x(b));
      if (end < LEFT || start > right || end <= start - 3) continue;
      const box = { x: start.toFixed(1), y: 0, width: Math.max(1, end - start).toFixed(1), height };
      svg.append(S('rect', { class: 'clear', ...box }), S('rect', { class: kind, ...box }));
    }
    drawFlags(svg, x, y, right, height, false);
    svg.append(S('path', { class: 'curve', d: line(main.points, x, y), 'clip-path': 'url(#trace-clip)' }));
    drawFlags(svg, x, y, right, height, true);
    return y;
  }

  /** Doubtful stretches: behind the curve a ruled band, or what was recorded of one that is left out; above it their names. */
  function drawFlags(svg, x, y, right, height, areNames) {
    let free = LEFT;
    for (const { code, start, end, isLeftOut, points } of chart.flags) {
      const a = Math.max(LEFT, x(start)), b = Math.min(right, x(end));
      if (a > right || b < LEFT) continue;
      if (!areNames) {
        if (isLeftOut) svg.append(S('path', { class: 'ghost', d: line(points, x, y), 'clip-path': 'url(#trace-clip)' }));
        else svg.append(S('rect', { class: 'doubt', x: a.toFixed(1), y: 0, width: Math.max(3, b - a).toFixed(1), height }));
        continue;
      }
      const name = isLeftOut ? t('%1 left out', flagName(code)) : flagName(code), room = name.length * 6.6;
      const at = Math.max(LEFT + 2, Math.min(a + 2, right - room));
      // A name that would cover the one before is left to the readout and the list below.
      if (at < free) continue;
      svg.append(S('text', { class: 'flag-name', x: at.toFixed(1), y: 12 }, name));
      free = at + room + 6;
    }
  }

  function drawLane(svg, lane, x, right, top, height) {
    const [low, high] = laneRange(lane), bottom = top + height;
    const y = v => bottom - (Math.max(low, Math.min(high, v)) - low) / (high - low || 1) * height;
    const d = line(lane.points, x, y);
    if (lane.quantity === 'altitude') svg.append(S('path', { class: 'lane-fill', 'clip-path': 'url(#trace-clip)',
      d: d.split('M').filter(Boolean).map(part => `M${part}V${bottom}H${part.split(',')[0]}Z`).join('') }));
    svg.append(S('path', { class: 'grid', d: `M${LEFT},${bottom + .5}H${right}` }), S('path', { class: 'lane-curve', d, 'clip-path': 'url(#trace-clip)' }),
      S('text', { class: 'lane-name', x: LEFT, y: top - 6 }, curveName(lane.quantity, sport)),
      S('text', { class: 'axis', x: LEFT - 6, y: top + 8, 'text-anchor': 'end' }, curveEnd(lane.quantity, high, sport, lane.unit)),
      S('text', { class: 'axis', x: LEFT - 6, y: bottom, 'text-anchor': 'end' }, curveEnd(lane.quantity, low, sport, lane.unit)));
  }

  function line(points, x, y) {
    let d = '', down = false;
    for (const [second, value] of points) {
      if (value === null) { down = false; continue; }
      d += `${down ? 'L' : 'M'}${x(second).toFixed(1)},${y(value).toFixed(1)}`;
      down = true;
    }
    return d;
  }

  function pointer(svg, select, x, right) {
    const [from, to] = view;
    let start = null;
    const time = event => {
      const px = (event.clientX - svg.getBoundingClientRect().left) * width / svg.clientWidth;
      return Math.max(from, Math.min(to, from + (px - LEFT) / (right - LEFT) * (to - from)));
    };
    svg.addEventListener('pointerdown', event => {
      if (event.pointerType === 'mouse' && event.button === 0) { start = time(event); svg.setPointerCapture(event.pointerId); }
      set(Math.round(time(event)));
    });
    svg.addEventListener('pointermove', event => {
      if (start === null) { set(Math.round(time(event))); return; }
      const a = x(Math.min(start, time(event))), b = x(Math.max(start, time(event)));
      select.setAttribute('visibility', b - a > 4 ? 'visible' : 'hidden');
      select.setAttribute('x', a.toFixed(1));
      select.setAttribute('width', (b - a).toFixed(1));
    });
    svg.addEventListener('pointerup', event => {
      if (start === null) return;
      const a = Math.min(start, time(event)), b = Math.max(start, time(event));
      start = null;
      select.setAttribute('visibility', 'hidden');
      if (x(b) - x(a) > 12 && b - a >= 5) zoom([a, b]);
    });
    svg.addEventListener('pointercancel', () => { start = null; select.setAttribute('visibility', 'hidden'); });
  }

  /** Moves the view along when the cursor leaves it. */
  function follow(t) {
    const length = view[1] - view[0];
    if (t < view[0] || t > view[1]) zoom([Math.max(0, Math.min(total - length, t - length / 2)), Math.max(length, Math.min(total, t + length / 2))]);
    set(t);
  }

  scrub.addEventListener('input', () => follow(Number(scrub.value)));
  section.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('details')) return;
    const t = Number(scrub.value);
    const act = { '+': closer, '=': closer, '-': wider, '0': whole,
      '[': () => follow(lapBeside(laps, t, -1, total)), ']': () => follow(lapBeside(laps, t, 1, total)),
      ArrowRight: t >= Number(scrub.max) && t < total ? () => follow(t + 1) : undefined,
      ArrowLeft: t <= Number(scrub.min) && t > 0 ? () => follow(t - 1) : undefined,
      PageUp: () => follow(Math.min(total, t + 60)), PageDown: () => follow(Math.max(0, t - 60)) }[event.key];
    if (!act || (/^(Page|Arrow)/.test(event.key) && event.target !== scrub)) return;
    event.preventDefault();
    act();
  });
  buttons.in.addEventListener('click', closer);
  buttons.out.addEventListener('click', wider);
  buttons.whole.addEventListener('click', () => { whole(); scrub.focus(); });

  onWidth(host, w => { width = w; if (chart) draw(); fetchView(); });
}

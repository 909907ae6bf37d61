// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// The arithmetic of the trace: pure functions, no document.

/**
 * @typedef {[number, number|null]} Point second, value or pen up
 * @typedef {{quantity: string, unit: string, points: Point[], minimum: number, maximum: number}} Curve
 * @typedef {{totalSeconds: number, main?: Curve, boundaries: number[], firstNumber: number, lanes: Curve[], gaps: number[][], pauses: number[][],
 *   flags: {code: string, start: number, end: number, isLeftOut: boolean, points: Point[]}[]}} Chart
 */

/** The value nearest to a moment, or null where the line is interrupted. @param {Point[]} points @param {number} t @param {number} reach seconds */
export function valueAt(points, t, reach) {
  let low = 0, high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= t) low = middle + 1; else high = middle;
  }
  const before = points[low - 1], after = points[low];
  if (before && before[1] === null && !(after && after[1] !== null && after[0] - t < 1)) return null;
  const near = [before, after].filter(p => p && p[1] !== null && Math.abs(p[0] - t) <= reach)
    .sort((a, b) => Math.abs(a[0] - t) - Math.abs(b[0] - t));
  return near.length ? near[0][1] : null;
}

/** The index of the zone a value belongs to; a limit belongs to the higher zone. @param {number[]} boundaries @param {number} value */
export const zoneOf = (boundaries, value) => boundaries.filter(b => value >= b).length;

/** Whether a moment lies in one of the stretches. @param {number[][]} stretches @param {number} t */
export const within = (stretches, t) => stretches.some(([from, to]) => t >= from && t < to);

/** Seconds between the marks of a time axis that leave `room` pixels a label. @param {number} seconds @param {number} width */
export function timeStep(seconds, width, room = 84) {
  return [5, 10, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 14400].find(s => s / seconds * width >= room) ?? Math.ceil(seconds / 8 / 86400) * 86400;
}

/** Least and greatest value to show: the data, with air, and limits of zones near it. @param {Chart} chart */
export function range(chart) {
  const { main, boundaries } = chart;
  const least = main.minimum, most = main.maximum, air = Math.max(main.quantity === 'speed' ? 0.1 : 4, (most - least) * 0.06);
  const low = Math.max(0, least - air), high = most + air;
  const next = boundaries.find(b => b > most);
  return [low, next !== undefined && next - most < (high - low) * 0.25 ? next + air : high];
}

/** A window zoomed around a moment, inside 0 … total and never under 10 s. */
export function zoomed([from, to], at, factor, total) {
  const length = Math.min(total, Math.max(10, (to - from) * factor));
  const share = to > from ? (at - from) / (to - from) : 0.5;
  const start = Math.min(Math.max(0, at - length * Math.min(1, Math.max(0, share))), total - length);
  return [start, start + length];
}

/** The start of the lap before or after a moment. @param {number[]} laps @param {number} t @param {number} way −1 or 1 */
export function lapBeside(laps, t, way, total) {
  const places = [0, ...laps, total];
  return way > 0 ? Math.min(...places.filter(s => s > t + 0.5), total) : Math.max(...places.filter(s => s < t - 0.5), 0);
}

/** The lane's two ends; pace reads upwards, so a stop at the bottom must not flatten the rest. @param {Curve} curve */
export function laneRange(curve) {
  const values = curve.points.map(p => p[1]).filter(v => v !== null).sort((a, b) => a - b);
  if (!values.length) return [0, 1];
  const at = q => values[Math.min(values.length - 1, Math.floor(q * values.length))];
  const clip = curve.quantity === 'speed' || curve.quantity === 'cadence';
  let low = clip ? at(0.04) : values[0], high = clip ? at(0.995) : values[values.length - 1];
  if (curve.quantity === 'power') low = 0;
  const least = curve.quantity === 'altitude' ? 10 : curve.quantity === 'speed' ? 0.4 : 6;
  if (high - low < least) { const middle = (high + low) / 2; low = Math.max(0, middle - least / 2); high = low + least; }
  return [low, high];
}

/** The moment of the main curve's greatest value: where the crosshair begins. @param {Chart} chart */
export function highest(chart) {
  const peak = chart.main?.points.find(([, value]) => value === chart.main.maximum);
  return peak ? Math.round(peak[0]) : 0;
}

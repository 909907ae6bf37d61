// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Words, numbers and units as the server writes them too.

const phrases = globalThis.zonecoachWords ?? {};

/** A text in the page's language: the English text is the key, `%1` to `%9` are places. @param {string} key @param {...(string|number)} values */
export const t = (key, ...values) => (phrases[key] ?? key).replace(/%([1-9])/g, (sign, n) => values[n - 1] ?? sign);

/** Seconds as a person reads them: 0:48, 12:05, 1:02:09. @param {number} seconds */
export function clock(seconds) {
  const s = Math.round(seconds), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60, rest = String(s % 60).padStart(2, '0');
  return h ? `${h}:${String(m).padStart(2, '0')}:${rest}` : `${m}:${rest}`;
}

/** A count, with commas: 412, 1,036. @param {number} n */
export const whole = n => n.toLocaleString('en');

/** A number with its word. @param {number} n @param {string} one @param {string} many */
export const counted = (n, one, many) => `${whole(n)} ${n === 1 ? one : many}`;

/** How long something goes on, roughly: 40 s, 2 min, 1 h 5 min. @param {number} seconds */
export function span(seconds) {
  if (seconds < 55) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
}

/** A message as a sentence: the first letter large, a full stop at the end. @param {string} text */
export const fullSentence = text => text && text[0].toUpperCase() + text.slice(1) + (/[.!?…)]$/.test(text) ? '' : '.');

const onFoot = new Set(['running', 'walking', 'hiking']);

/** How fast, as athletes of a sport read it. @param {number} v metres a second @param {string} sport */
export function effort(v, sport) {
  const metres = onFoot.has(sport) ? 1000 : sport === 'swimming' ? 100 : sport === 'rowing' ? 500 : 0;
  if (!metres) return `${(v * 3.6).toFixed(1)} km/h`;
  return v > 0.3 ? `${clock(metres / v)} /${metres === 1000 ? 'km' : `${metres} m`}` : '–';
}

/** What a doubtful stretch may be. @param {string} code */
export const flagName = code => ({ spike: 'spike?', 'cadence-lock': 'cadence?', 'flat-line': 'flat line?' })[code] ?? 'doubtful';

/** A curve's name. @param {string} quantity @param {string} sport */
export function curveName(quantity, sport) {
  if (quantity === 'speed') return effort(1, sport).includes('km/h') ? 'Speed' : 'Pace';
  const words = quantity.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words[0].toUpperCase() + words.slice(1);
}

/** A value of a curve with its unit. @param {string} quantity @param {number} value @param {string} sport @param {string} unit */
export function curveValue(quantity, value, sport, unit) {
  return written(quantity, value, sport, unit).replace(/^-/, '−').replace(/^−(0(\.0)?)(?= |$)/, '$1');
}

function written(quantity, value, sport, unit) {
  switch (quantity) {
    case 'heartRate': return `${Math.round(value)} bpm`;
    case 'power': return `${Math.round(value)} W`;
    case 'speed': return effort(value, sport);
    case 'cadence': return `${Math.round(value)} ${onFoot.has(sport) ? 'steps/min' : '/min'}`;
    case 'respirationRate': return `${Math.round(value)} breaths/min`;
    case 'temperature': case 'coreTemperature': return `${value.toFixed(1)} °C`;
    default: return `${Math.round(value)} ${unit}`;
  }
}

/** The same without the unit, for the ends of an axis. */
export function curveEnd(quantity, value, sport, unit) {
  return curveValue(quantity, value, sport, unit).split(' ')[0];
}

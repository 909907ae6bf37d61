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

const root = document.documentElement, language = root.lang || 'en', isEnglish = language === 'en';
const numbers = new Intl.NumberFormat(language), plurals = new Intl.PluralRules(language);

/** A count, with commas: 412, 1,036. @param {number} n */
export const whole = n => numbers.format(n);

/** A number with its word; languages whose nouns don't change have the key `%1 files`. @param {number} n @param {string} one @param {string} many */
export const counted = (n, one, many) => t(`%1 ${isEnglish && plurals.select(n) === 'one' ? one : many}`, whole(n));

/** Whole percent: `81 %`, in Chinese and Japanese `81%`. @param {number} n */
export const percent = n => isEnglish ? `${n} %` : `${n}%`;

/** Things in a row. @param {string[]} parts */
export const list = parts => parts.join(isEnglish ? ', ' : '、');

/** How long something goes on, roughly: 40 s, 2 min, 1 h 5 min. @param {number} seconds */
export function span(seconds) {
  if (seconds < 55) return t('%1 s', Math.max(5, Math.ceil(seconds / 5) * 5));
  const minutes = Math.round(seconds / 60), h = Math.floor(minutes / 60);
  return minutes < 60 ? t('%1 min', minutes) : minutes % 60 ? t('%1 h %2 min', h, minutes % 60) : t('%1 h', h);
}

/** A message as a sentence: the first letter large, a full stop at the end. @param {string} text */
export const fullSentence = text => text && text[0].toUpperCase() + text.slice(1) + (/[.!?…)。！？）]$/.test(text) ? '' : isEnglish ? '.' : '。');

const onFoot = new Set(['running', 'walking', 'hiking']);
const isMiles = root.dataset.units === 'mi', kilometre = isMiles ? 1609.344 : 1000;

/** How fast, as athletes of a sport read it. @param {number} v metres a second @param {string} sport */
export function effort(v, sport) {
  const metres = onFoot.has(sport) ? kilometre : sport === 'swimming' ? 100 : sport === 'rowing' ? 500 : 0;
  if (!metres) return `${(v * 3600 / kilometre).toFixed(1)} ${isMiles ? 'mph' : 'km/h'}`;
  return v > 0.3 ? `${clock(metres / v)} /${metres === kilometre ? (isMiles ? 'mi' : 'km') : `${metres} m`}` : '–';
}

/** What a doubtful stretch may be. @param {string} code */
export const flagName = code => ({ spike: t('spike?'), 'cadence-lock': t('cadence?'), 'flat-line': t('flat line?') })[code] ?? t('doubtful');

/** A curve's name. @param {string} quantity @param {string} sport */
export function curveName(quantity, sport) {
  switch (quantity) {
    case 'speed': return onFoot.has(sport) || sport === 'swimming' || sport === 'rowing' ? t('Pace') : t('Speed');
    case 'heartRate': return t('Heart rate');
    case 'power': return t('Power');
    case 'cadence': return t('Cadence');
    case 'altitude': return t('Altitude');
    case 'temperature': return t('Temperature');
    case 'coreTemperature': return t('Core temperature');
    case 'respirationRate': return t('Breathing rate');
  }
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
    case 'cadence': return `${Math.round(value)} ${onFoot.has(sport) ? t('steps/min') : t('/min')}`;
    case 'respirationRate': return `${Math.round(value)} ${t('breaths/min')}`;
    case 'temperature': case 'coreTemperature': return `${value.toFixed(1)} °C`;
    case 'altitude': return isMiles ? `${Math.round(value / 0.3048)} ft` : `${Math.round(value)} m`;
    default: return `${Math.round(value)} ${unit}`;
  }
}

/** The same without the unit, for the ends of an axis. */
export function curveEnd(quantity, value, sport, unit) {
  return curveValue(quantity, value, sport, unit).split(' ')[0];
}

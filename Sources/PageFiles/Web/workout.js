// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// The workout page: loads the curves and lets the ribbon follow the crosshair.
import './menu.js';
import { trace } from './trace.js';

const page = document.querySelector('[data-workout]');
const section = document.querySelector('[data-trace]');

if (page && section) {
  const address = `/api/workouts/${encodeURIComponent(page.dataset.workout)}/trace`;
  const cursor = document.querySelector('#ribbon .ribbon-picture .cursor');
  const total = Number(section.dataset.total);
  section.addEventListener('scrub', event => {
    if (!cursor) return;
    const percent = `${(event.detail.seconds / total * 100).toFixed(3)}%`;
    for (const line of cursor.children) {
      line.setAttribute('x1', percent);
      line.setAttribute('x2', percent);
    }
    cursor.setAttribute('visibility', 'visible');
  });
  // The ribbon is a way to the crosshair too, for the pointer; keys have the slider.
  const picture = document.querySelector('#ribbon .ribbon-picture'), scrub = section.querySelector('.scrub');
  picture?.addEventListener('pointerdown', event => {
    const box = picture.getBoundingClientRect();
    scrub.value = String((event.clientX - box.left) / box.width * total);
    scrub.dispatchEvent(new Event('input'));
  });
  trace(section, async (width, from, to) => {
    const whole = from <= 0 && to >= total;
    const query = new URLSearchParams({ quantity: section.dataset.quantity, width: String(Math.round(width)), ...(whole ? {} : { from: from.toFixed(1), to: to.toFixed(1) }) });
    // Under other zones the bands behind the curve are theirs.
    const answer = await fetch(`${address}?${[query, section.dataset.under].filter(Boolean).join('&')}`);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  });
}

// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Small helpers that charts share.

const NS = 'http://www.w3.org/2000/svg';

/**
 * An SVG element.
 * @param {string} tag
 * @param {Object<string, string|number|undefined>} [attributes]
 * @param {...(Node|string|number)} children
 */
export function S(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, String(value));
  element.append(...children.map(child => child instanceof Node ? child : String(child)));
  return element;
}

/** Calls draw(width) now and whenever the host gets another width. @param {HTMLElement} host @param {(width: number) => void} draw */
export function onWidth(host, draw) {
  let last = 0;
  const look = () => {
    const width = Math.floor(host.clientWidth);
    if (width && width !== last) draw(last = width);
  };
  new ResizeObserver(look).observe(host);
  look();
}

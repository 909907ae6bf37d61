// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// The coach's voice. Of several windows of a browser one speaks: the one looked at last.

import { t } from './words.js';

export class Voice {
  /** @param {HTMLButtonElement} button switches it @param {boolean} isOn whether it speaks unless this browser was told otherwise */
  constructor(button, isOn) {
    this.isOn = isOn;
    try { this.isOn = (localStorage.getItem('voice') ?? (isOn ? 'on' : 'off')) === 'on'; } catch { /* as set, then */ }
    if (!globalThis.speechSynthesis) { button.hidden = true; this.isOn = false; return; }
    const show = () => {
      button.setAttribute('aria-pressed', String(this.isOn));
      button.textContent = this.isOn ? t('Voice is on') : t('Voice is off');
    };
    button.addEventListener('click', () => {
      this.isOn = !this.isOn;
      try { localStorage.setItem('voice', this.isOn ? 'on' : 'off'); } catch { /* for this page, then */ }
      show();
      if (this.isOn) this.take(true);
    });
    show();
    this.take(false);
    const look = () => { if (document.visibilityState === 'visible' && document.hasFocus()) this.take(true); };
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
  }

  /** Takes the voice over: from the window that has it, or once that is gone. */
  take(now) {
    if (!navigator.locks || now && this.isMine) return;
    navigator.locks.request('zonecoach-voice', { steal: now }, () => {
      this.isMine = true;
      return new Promise(() => {});
    }).catch(() => {
      this.isMine = false;
      // Another window took it; this one waits for its turn.
      this.take(false);
    });
  }

  /** Speaks. @returns {boolean} whether it did */
  say(text) {
    const mayspeak = navigator.locks ? this.isMine : document.visibilityState === 'visible';
    if (!this.isOn || !mayspeak || !text) return false;
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { lang: document.documentElement.lang }));
    return true;
  }
}

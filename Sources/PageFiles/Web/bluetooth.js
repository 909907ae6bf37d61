// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// A sensor that this browser is connected to. Packets are passed on as they are: one decoder reads them, the server's.

import { t } from './words.js';

/** What is subscribed to, by service. */
const services = { 0x180d: [0x2a37], 0x1818: [0x2a63], 0x1816: [0x2a5b], 0x1814: [0x2a53] };
const waits = [0, 1, 2, 4, 8, 15];
const silence = 10_000;

export const isAvailable = Boolean(navigator.bluetooth);
export const missing = () => t('This browser can’t connect to sensors. This computer’s Bluetooth can.');

const pause = ms => new Promise(done => { setTimeout(done, ms); });
const hex = view => Array.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), b => b.toString(16).padStart(2, '0')).join('');

/**
 * Passes packets on, several at once, at most 50 ms after they came.
 * @param {(body: object) => Promise<void>} send
 */
export function batch(send) {
  let packets = [], links = [], timer, isBusy = false;
  const flush = async () => {
    timer = undefined;
    if (isBusy || !packets.length && !links.length) return;
    isBusy = true;
    const now = performance.now(), mine = packets.splice(0, 500), told = links.splice(0);
    try {
      await send({ packets: mine.map(({ at, ...rest }) => ({ ...rest, age: Math.max(0, Math.round(now - at)) })), links: told });
    } catch {
      // What is ten seconds old says nothing about now.
      packets = mine.filter(p => performance.now() - p.at < 10_000).concat(packets);
      links = told.concat(links);
      await pause(1000);
    }
    isBusy = false;
    if (packets.length || links.length) flush();
  };
  const soon = () => { timer ??= setTimeout(flush, 50); };
  return {
    /** The first packet after a while goes at once; others wait for company. */
    packet(p) { packets.push(p); if (!timer && !isBusy && packets.length === 1) queueMicrotask(flush); else soon(); },
    link(l) { links.push(l); soon(); },
  };
}

/** One sensor: connected for as long as it is wanted. */
export class Sensor {
  /** @param {BluetoothDevice} device @param {{packet: Function, link: Function}} out @param {(state: string, name: string) => void} tell */
  constructor(device, out, tell) {
    Object.assign(this, { device, out, tell, isWanted: true, last: 0, attempt: 0 });
    this.name = device.name || t('Sensor');
    device.addEventListener('gattserverdisconnected', () => { if (this.isUp) { this.isUp = false; this.lost(); } });
    setInterval(() => this.watch(), 1000);
  }

  lost() {
    this.out.link({ device: this.device.id, name: this.name, connected: false });
    this.tell('lost', this.name);
    this.keep();
  }

  /** Connects, and again after ever longer waits, one operation at a time. */
  async keep() {
    if (this.isTrying) return;
    this.isTrying = true;
    while (this.isWanted && !this.isUp) {
      const wait = waits[Math.min(this.attempt++, waits.length - 1)];
      await pause(wait * 1000);
      try { await this.open(); } catch { this.tell('lost', this.name); this.device.gatt.disconnect(); }
    }
    this.isTrying = false;
  }

  async open() {
    const gatt = await this.device.gatt.connect();
    let found = 0;
    for (const [service, characteristics] of Object.entries(services)) {
      const here = await gatt.getPrimaryService(Number(service)).catch(() => null);
      for (const number of here ? characteristics : []) {
        const c = await here.getCharacteristic(number).catch(() => null);
        if (!c) continue;
        const name = number.toString(16);
        c.addEventListener('characteristicvaluechanged', e => {
          this.last = performance.now();
          this.out.packet({ device: this.device.id, characteristic: name, data: hex(e.target.value), at: this.last });
        });
        // After a reconnect on Linux a characteristic stays silent unless it is stopped first.
        await c.stopNotifications().catch(() => {});
        await c.startNotifications();
        found++;
      }
    }
    if (!found) throw new Error('nothing that we know');
    this.last = performance.now();
    this.isUp = true;
    this.attempt = 0;
    this.out.link({ device: this.device.id, name: this.name, connected: true });
    this.tell('live', this.name);
  }

  /** A link over which nothing comes is made anew. */
  watch() {
    if (!this.isUp || performance.now() - this.last < silence) return;
    this.isUp = false;
    this.device.gatt.disconnect();
    this.lost();
  }

  close() { this.isWanted = false; this.isUp = false; this.device.gatt.disconnect(); }
}

/** Asks the person for a sensor; only after a press. @returns {Promise<BluetoothDevice|null>} null where they chose none */
export async function choose() {
  const numbers = Object.keys(services).map(Number);
  try {
    return await navigator.bluetooth.requestDevice({ filters: numbers.map(s => ({ services: [s] })), optionalServices: numbers });
  } catch (error) {
    if (error.name === 'NotFoundError') return null;
    throw error;
  }
}

/** Sensors that this page may use already, after a reload. */
export const known = async () => (await navigator.bluetooth?.getDevices?.().catch(() => [])) ?? [];

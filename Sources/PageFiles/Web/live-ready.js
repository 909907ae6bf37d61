// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Before a live workout: says where this browser can't connect to a sensor, and offers what it can.

const browser = document.querySelector('[data-only=browser] input');
if (navigator.bluetooth) browser.checked = !document.querySelector('.problem') || browser.checked;
else {
  browser.disabled = true;
  if (browser.checked) document.querySelector('input[value=none]').checked = true;
  document.getElementById('nobluetooth').hidden = false;
}

// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Today: files may be dropped here too; a page that is shown again after a while looks again.
import { refresh } from './adding.js';

let seen = Date.now();
document.addEventListener('visibilitychange', () => {
  if (document.hidden || Date.now() - seen < 60_000) return;
  seen = Date.now();
  refresh();
});

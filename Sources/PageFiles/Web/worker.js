// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// The service worker: pages open without the server, as they were last seen, and say so.
// Pages come from the server whenever it answers; files under a checksum never change. What is kept
// goes when something is deleted.
const FILES = 'files', PAGES = 'pages';
const KEPT = ['/', '/workouts', '/live', '/heart-rate', '/plans', '/zones', '/settings', '/trends'];

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', event => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin) return;
  if (address.pathname.startsWith('/assets/')) event.respondWith(file(request));
  else if (request.mode === 'navigate') event.respondWith(page(request, address));
});

/** A file that never changes under its address; those of earlier versions are let go. */
async function file(request) {
  const cache = await caches.open(FILES), kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const version = request.url.split('/')[4];
    await cache.put(request, answer.clone());
    for (const old of await cache.keys()) if (old.url.split('/')[4] !== version) await cache.delete(old);
  }
  return answer;
}

/** A page from the server, else the same as last seen, else the page that says what to do. */
async function page(request, address) {
  const cache = await caches.open(PAGES), key = address.pathname;
  try {
    const answer = await fetch(request);
    // Workouts themselves stay out: only places, and those that answered as they should.
    if (answer.ok && !answer.redirected && KEPT.includes(key) && !address.search) await cache.put(key, answer.clone());
    return answer;
  } catch {
    const kept = await cache.match(key) ?? await cache.match('/offline');
    if (!kept) return Response.error();
    if (!(await cache.match(key))) return kept;
    // A script can't read how a page came, but a mark in it.
    const text = await kept.text();
    return new Response(text.replace('<html ', '<html data-offline '), { headers: kept.headers });
  }
}

async function forget() {
  for (const name of await caches.keys()) await caches.delete(name);
}

self.addEventListener('message', event => {
  if (event.data === 'forget') event.waitUntil(forget());
  if (event.data === 'offline') event.waitUntil(caches.open(PAGES).then(cache => cache.add('/offline')));
});

// What was loaded once is there without the network. SITE stands before this text.

const STORE = `puzgen-${SITE.version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(SITE.files)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('puzgen-') && name !== STORE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

/** Asks the network first; what it says is kept. */
async function fresh(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok) store.put(request, answer.clone());
    return answer;
  } catch (error) {
    const known = await store.match(request, { ignoreSearch: false });
    if (known) return known;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  const isOurs = address.origin === location.origin && address.pathname.startsWith(`${SITE.base}/`);
  if (event.request.method !== 'GET' || !isOurs || address.pathname.includes('/api/pick')) return;
  const isAsset = address.pathname.startsWith(`${SITE.base}/assets/`);
  event.respondWith(isAsset ? caches.match(event.request).then((known) => known ?? fresh(event.request)) : fresh(event.request));
});

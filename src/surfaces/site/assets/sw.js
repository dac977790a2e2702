// Keeps the site's own files, the front page and the articles read last, for when there is no network. Served with
// `version` and `eventsPath` above it; what another version kept is dropped.
/* global version, eventsPath */
const files = ['site.css', 'theme.js', 'site.js', 'keys.js', 'suggest.js', 'times.js', 'favicon.svg']
const mostPages = 40
const isText = (pathname) => ['/entries', eventsPath].some((path) => pathname.startsWith(`${path}/`))

self.addEventListener('install', (event) => {
  const wanted = ['/offline', ...files.map((name) => `/assets/${version}/${name}`)]
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(wanted)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== version).map((name) => caches.delete(name)))
  event.waitUntil(caches.keys().then(drop))
})

async function keep(request, answer) {
  const cache = await caches.open(version)
  await cache.put(request, answer)
  const pages = (await cache.keys()).filter(({ url }) => isText(new URL(url).pathname))
  await Promise.all(pages.slice(0, -mostPages).map((old) => cache.delete(old)))
}

async function openPage(event) {
  const { pathname } = new URL(event.request.url)
  try {
    const answer = await fetch(event.request)
    if (answer.ok && (pathname === '/' || isText(pathname))) event.waitUntil(keep(event.request, answer.clone()))
    return answer
  } catch {
    return (await caches.match(event.request, { ignoreVary: true })) ?? (await caches.match('/offline'))
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(openPage(event))
  else if (new URL(request.url).pathname.startsWith(`/assets/${version}/`))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})

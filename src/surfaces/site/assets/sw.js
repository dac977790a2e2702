// Keeps pages for when there is no network: those read last, one's own edition with the texts of its events, what is saved.
// Served with `version`, and the `paths` of pages, above it, so that each version of the site is another worker.
/* global version, paths */
const FILES = `files-${version}`
const PAGES = 'pages'
const SAVED = 'saved'
const PERSONAL = 'own'
const files = [
  ...[
    'site.css',
    'source-serif.woff2',
    'favicon.svg',
    'theme.js',
    'site.js',
    'keys.js',
    'my-state.js',
    'late.js',
    'my-front.js',
    'muting.js',
    'suggest.js',
    'times.js',
  ],
  ...['offline.js', 'kept-list.js', 'share.js', 'import-local.js'],
]
const maxPages = 80
const freshMs = 3_600_000

const folders = ['/entries', paths.events, '/stories']
const isText = (path) =>
  folders.some((folder) => path.startsWith(`${folder}/`) && /^\d/.test(path.slice(folder.length + 1)))
const isPersonal = (path) => [paths.account, paths.saved].includes(path)
const isCached = (path) => path === '/' || path === paths.mine || isText(path) || isPersonal(path)
/** Forms after which another reader, or none, uses this browser. */
const changesReader = (path) => paths.changesReader.some((one) => path === one || path.startsWith(`${one}/`))

self.addEventListener('install', (event) => {
  const wanted = ['/offline', ...files.map((name) => `/assets/${version}/${name}`)]
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(wanted)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const others = (names) => names.filter((name) => ![FILES, PAGES, SAVED, PERSONAL].includes(name))
  const drop = caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name))))
  event.waitUntil(Promise.all([drop, self.registration.navigationPreload?.enable(), self.clients.claim()]))
})

// Rises when a reader leaves: what was asked for before is not kept after.
let era = 0

// Of features, which lie below.
const onLeave = []

function forget() {
  era++
  return Promise.all([
    ...onLeave.map((leave) => leave()),
    ...[PAGES, SAVED, PERSONAL].map((name) => caches.delete(name)),
  ])
}

/** The site has taken the page away. */
const isRemoved = ({ status }) => [404, 410].includes(status)

const deletePage = (path) =>
  Promise.all([PAGES, SAVED].map(async (name) => (await caches.open(name)).delete(path, { ignoreVary: true })))

async function cacheSeen(path, answer, began) {
  if (isRemoved(answer)) return deletePage(path)
  if (!answer.ok || answer.redirected) return
  if (isPersonal(path) && !(await answer.clone().text()).includes('data-account="in"')) return
  const cache = await caches.open(isPersonal(path) ? PERSONAL : PAGES)
  if (era === began) await cache.put(path, answer)
  const texts = (await cache.keys()).filter(({ url }) => isText(new URL(url).pathname))
  await Promise.all(texts.slice(0, -maxPages).map((old) => cache.delete(old)))
}

const cachedAt = (answer) => new Date(answer.headers.get('date') ?? 0)

/** A cached page with the bar that marks it; see `awayBar` of layout.ts. */
async function asCached(answer) {
  const page = (await answer.text())
    .replace(/<template data-late><!--(<p class="away" role="status") hidden>(.*?)--><\/template>/s, '$1>$2')
    .replace(/<span data-kept(.*?)><\/span>/, `<time data-ago$1 datetime="${cachedAt(answer).toISOString()}"></time>`)
  return new Response(page, { headers: answer.headers })
}

async function findCached(path) {
  for (const cacheName of [PAGES, SAVED, PERSONAL]) {
    const answer = await caches.match(path, { cacheName, ignoreVary: true })
    if (answer) return answer
  }
}

async function openPage(event, { pathname, search }) {
  const { request } = event
  const began = era
  const reads = search === '' && isCached(pathname)
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(request))
    if (reads) event.waitUntil(cacheSeen(pathname, answer.clone(), began))
    return answer
  } catch (error) {
    const cached = reads && (await findCached(pathname))
    if (cached) return asCached(cached)
    if (request.mode !== 'navigate') throw error
    return caches.match('/offline', { cacheName: FILES })
  }
}

/** A page that was kept by an older version asks for that version's files: it gets those of the same name. */
async function openFile(request, name) {
  const cached = await caches.match(`/assets/${version}/${name}`, { cacheName: FILES })
  return cached ?? fetch(request)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  const file = /^\/assets\/[0-9a-f]{10}\/([\w.-]+)$/.exec(url.pathname)?.[1]
  if (request.method !== 'GET') {
    // Forms bypass the cache, with all headers that tell where they come from.
    if (changesReader(url.pathname)) event.waitUntil(forget())
  } else if (request.mode === 'navigate' || isPersonal(url.pathname)) event.respondWith(openPage(event, url))
  else if (files.includes(file)) event.respondWith(openFile(request, file))
})

/** Fetches pages that are not cached, or were before `since`. A prefetch: they have not been read yet. */
async function fill(cacheName, wanted, since) {
  const began = era
  const cache = await caches.open(cacheName)
  for (const path of wanted.filter(isText)) {
    const cached = await cache.match(path, { ignoreVary: true })
    if (cached && cachedAt(cached) >= since) continue
    const answer = await fetch(path, { headers: { accept: 'text/html', purpose: 'prefetch' } })
    if (era !== began) return
    if (isRemoved(answer)) await deletePage(path)
    if (answer.ok && !answer.redirected) await cache.put(path, answer)
  }
}

const orders = {
  /** Pages opened before this worker was there. */
  seen: async (path) => {
    const began = era
    if (isCached(path))
      await cacheSeen(path, await fetch(path, { headers: { accept: 'text/html', purpose: 'prefetch' } }), began)
  },
  keep: (wanted) => fill(PAGES, wanted, Date.now() - freshMs),
  saved: async (wanted) => {
    const cache = await caches.open(SAVED)
    const gone = (await cache.keys()).filter(({ url }) => !wanted.includes(new URL(url).pathname))
    await Promise.all(gone.map((old) => cache.delete(old)))
    await fill(SAVED, wanted, 0)
  },
}

let working = Promise.resolve()

self.addEventListener('message', (event) => {
  const { data } = event
  if (data.forget) working = forget()
  for (const [name, order] of Object.entries(orders))
    if (data[name]) working = working.then(() => order(data[name])).catch(() => {})
  event.waitUntil(working)
})

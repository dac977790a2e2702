// Tells the service worker what to cache, and shows the bar of an offline page.
import { held, keep, state } from './my-state.js'
import { refresh } from './times.js'

// Below a folder of a static host there is none.
const worker = new URL(import.meta.url).pathname.startsWith('/assets/') && navigator.serviceWorker
const { accountPath, minePath, savedPath } = document.querySelector('#main').dataset
/** The worker has fetched this page, and so kept it; one that is still starting may control the page by now without. */
const returning = performance.getEntriesByType('navigation')[0]?.workerStart > 0
const tell = async (message) => (await worker.ready).active.postMessage(message)
const pathsIn = (root) => [
  ...new Set(
    [...root.querySelectorAll('main :is(.minute li p, .headline) > a')].map(
      (link) => new URL(link.href, location).pathname,
    ),
  ),
]

async function savedOfAccount() {
  const names = [...held.save].sort().join()
  if (names === state.kept) return
  // Noted before anything is cached: a reader who leaves during it is deleted too.
  state.kept ??= null
  keep(state)
  const answer = await fetch(savedPath)
  await tell({ seen: savedPath })
  await tell({ saved: pathsIn(new DOMParser().parseFromString(await answer.text(), 'text/html')) })
  state.kept = names
  keep(state)
}

async function cacheSaved() {
  if (state.account) return savedOfAccount()
  if (state.kept !== undefined) {
    await tell({ forget: true })
    delete state.kept
    keep(state)
  }
  await tell({ saved: Object.values(state.save ?? {}).map(({ path }) => path) })
}

const FRONT_TEXTS = 12
const OFFLINE_TEXTS = 40

/** The texts of an edition: of one's own, and of the front page for those who come back. */
async function cacheEdition() {
  if (navigator.connection?.saveData) return
  if (location.pathname === '/' && returning) await tell({ keep: pathsIn(document).slice(0, FRONT_TEXTS) })
  if (document.querySelector('[data-mine-front]')) await import('./my-front.js')
  if ([accountPath, minePath].includes(location.pathname))
    await tell({ keep: pathsIn(document).slice(0, OFFLINE_TEXTS) })
}

const bar = document.querySelector('.away')
const report = () => {
  const time = document.createElement('time')
  const place = bar.querySelector('[data-kept]')
  Object.assign(time.dataset, { ago: '', now: place.dataset.now })
  time.dateTime = new Date(performance.timeOrigin).toISOString()
  place.replaceChildren(time)
  bar.hidden = false
  refresh()
}
// The page that replaces others is no page of before.
if (bar.hidden && !document.querySelector('[data-kept-list]')) {
  // The browser's own cache answers for a minute without a network.
  if (!navigator.onLine) report()
  addEventListener('offline', report)
  addEventListener('online', () => {
    bar.hidden = true
  })
}

if (worker) {
  document.addEventListener('mine', () => cacheSaved().catch(() => {}))
  await worker.register('/sw.js')
  if (!returning) await tell({ seen: location.pathname })
  await cacheSaved()
  await cacheEdition()
}

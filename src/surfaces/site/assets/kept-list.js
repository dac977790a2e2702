// List of pages that can be read offline, on the page that replaces an uncached one.
const place = document.querySelector('[data-kept-list]')
const found = new Map()
for (const cacheName of ['own', 'pages', 'saved']) {
  if (!(await caches.has(cacheName))) continue
  const cache = await caches.open(cacheName)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/api/')) continue
    const answer = await cache.match(url, { ignoreVary: true })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    found.set(pathname, page.querySelector('h1')?.textContent ?? page.title)
  }
}
const rows = [...found].map(([path, title]) => {
  const row = document.createElement('li')
  row.append(Object.assign(document.createElement('a'), { href: path, textContent: title }))
  return row
})
place.querySelector('ul').append(...rows)
place.hidden = rows.length === 0

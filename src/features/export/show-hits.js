// The search page of an exported site: hits of ?q=, in the place of those that a server would show.
import { openSearch } from './open-search.js'

const query = new URLSearchParams(location.search).get('q')?.trim() ?? ''
const field = document.querySelector('input[name="q"]')
const place = document.querySelector('[aria-live]')
if (field && query) field.value = query

async function show() {
  const response = await fetch(new URL('../../search-index.json', import.meta.url))
  const hits = openSearch(await response.json())(query, new Date())
  const list = document.createElement('ol')
  list.className = 'rows lined'
  for (const { title, text, url, date } of hits.slice(0, 30)) {
    const item = document.createElement('li')
    const link = Object.assign(document.createElement('a'), { href: url, textContent: title, className: 'row-title' })
    const small = Object.assign(document.createElement('p'), { textContent: text, className: 'small' })
    const time = Object.assign(document.createElement('time'), {
      textContent: date.slice(0, 10),
      className: 'row-small',
    })
    item.append(link, time, small)
    list.append(item)
  }
  place.replaceChildren(list)
}

if (query && place) await show()

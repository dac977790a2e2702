// One's own front page on this device: the same latest events as for everybody are fetched, and chosen from here.

import { contentOf } from './late.js'
import { mutingOf } from './muting.js'
import { attach, isRead, keep, state } from './my-state.js'

// A reader with an account has them there, under the same name.
if (state.account) location.replace(document.querySelector('#main').dataset.accountPath)

const place = document.querySelector('[data-mine-front]')
const { words } = place.dataset
const text = JSON.parse(words)
const plural = new Intl.PluralRules(document.documentElement.lang)

function element(name, content, attributes = {}) {
  const made = Object.assign(document.createElement(name), attributes)
  made.append(...[content].flat(2))
  return made
}

/** The nearest first. */
const KINDS = ['event', 'story', 'search', 'tag', 'source']
const kindOf = ([name]) => name.slice(0, name.indexOf(':'))

const titled = (readerAction) => Object.entries(state[readerAction] ?? {})

function matchedFollows({ id, story, tags, entries, title, summary }) {
  const names = new Set([
    `event:${id}`,
    ...(story ? [`story:${story.id}`] : []),
    ...tags.map((tag) => `tag:${tag.id}`),
    ...entries.map((entry) => `source:${entry.feed_id}`),
  ])
  const statement = `${title} ${summary}`.toLowerCase()
  const finds = (name) =>
    name.startsWith('search:') &&
    name
      .slice(7)
      .toLowerCase()
      .split(/\s+/)
      .every((word) => statement.includes(word))
  return titled('follow')
    .filter(([name]) => names.has(name) || finds(name))
    .sort((a, b) => KINDS.indexOf(kindOf(a)) - KINDS.indexOf(kindOf(b)))
}

function row(event, follows) {
  const named = follows.slice(0, 3).map((one) => (kindOf(one) === 'event' ? text.event : one[1].title))
  const why = text.because.replace('{names}', () => named.join(', '))
  const link = element('a', event.title, { href: new URL(event.url).pathname })
  const n = event.source_count
  const sources = text.sources[plural.select(n)].replace('{n}', n.toLocaleString(document.documentElement.lang))
  const made = element(
    'article',
    [
      element('h2', link, { className: 'headline' }),
      element('p', event.summary, { className: 'summary' }),
      element('div', [element('p', `${why} · ${sources}`), readForm(event)], {
        className: 'because cluster spread fine',
      }),
    ],
    { className: 'item item-line mine-row' },
  )
  made.dataset.event = event.id
  made.dataset.new = String(Boolean(state.seen) && Date.parse(event.first_published_at) > state.seen)
  return made
}

function readForm({ id, title }) {
  const form = contentOf(place.querySelector('template')).firstElementChild
  form.elements.vad.value = id
  form.dataset.title = title
  form.querySelector('button').title = title
  return form
}

/** Rows of links with a button that takes them away. */
function listOf(readerAction) {
  const rows = titled(readerAction).map(([name, { title, path }]) => {
    const button = element('button', text.remove, { className: 'button push', type: 'button' })
    const line = element('li', [path ? element('a', title, { href: path }) : title, ' ', button])
    button.addEventListener('click', () => {
      delete state[readerAction]?.[name]
      keep(state)
      line.remove()
    })
    return line
  })
  return element('ul', rows, { className: 'rows wishes' })
}

function section(heading, content) {
  return element('section', [element('h2', heading, { className: 'box-title' }), content], { className: 'box' })
}

const LATEST = '/api/v1/events?apple_relevant=true&sort=updated&per_page=100'

/** The last answer, for use offline. */
async function latest() {
  try {
    const answer = await fetch(LATEST)
    if (answer.ok) await globalThis.caches?.open('pages').then((cache) => cache.put(LATEST, answer.clone()))
    return answer
  } catch (error) {
    const cached = await globalThis.caches?.match(LATEST, { ignoreVary: true })
    if (cached) return cached
    throw error
  }
}

const mutes = document.querySelector('[data-mutes]')

function unmuted(events) {
  const names = (readerAction) => new Set(titled(readerAction).map(([name]) => name))
  const isMuted = mutingOf(names('mute'), names('follow'))
  return events.filter(({ id, title, summary, entries }) => {
    const text = [title, summary, ...entries.map((entry) => entry.title)].join(' | ')
    const [sources, kinds] = [entries.map((entry) => entry.feed_id), entries.map((entry) => entry.kind ?? 'news')]
    return !isMuted({ id, text, sources, kinds })
  })
}

let fetched = null

async function load() {
  fetched ??= latest().then((answer) => answer.json())
  const { data } = await fetched
  const found = unmuted(data)
    .map((event) => [event, matchedFollows(event)])
    .filter(([, follows]) => follows.length > 0)
  return found.map(([event, follows]) => row(event, follows))
}

async function showFront() {
  if (titled('follow').length + titled('save').length === 0) return
  const template = place.querySelector('template')
  const rows = await load().catch(() => [element('p', text.away, { className: 'empty' })])
  const read = rows.filter((one) => one.dataset.event && isRead(one))
  const unread = rows.filter((one) => !read.includes(one))
  const fresh = unread.filter((one) => one.dataset.new === 'true')
  const seen = unread.filter((one) => !fresh.includes(one))
  const mark = (words, className) => element('h2', words, { className })
  place.replaceChildren(
    template,
    ...(rows.length > 0 ? [] : [element('p', text.none, { className: 'empty' })]),
    ...(fresh.length > 0 ? [mark(text.since, 'since'), ...fresh] : []),
    ...(fresh.length > 0 && seen.length > 0 ? [mark(text.seen, 'since since-old')] : []),
    ...seen,
    ...(read.length > 0 ? [section(text.read, read)] : []),
    ...['follow', 'save'].flatMap((readerAction) =>
      titled(readerAction).length > 0 ? [section(text[readerAction], listOf(readerAction))] : [],
    ),
  )
  attach(place)
}

function changeMutes(own) {
  state.mute = own
  delete state.offered
  keep(state)
  showMutes()
  return showFront()
}

function showMutes() {
  const rows = titled('mute').map(([name, { title, path }]) => {
    const button = element('button', mutes.dataset.mutes, { className: 'button push', type: 'button' })
    button.addEventListener('click', () => {
      const { [name]: _ended, ...rest } = state.mute ?? {}
      void changeMutes(rest)
    })
    return element('li', [path ? element('a', title, { href: path }) : title, ' ', button])
  })
  mutes.querySelector('ul').replaceChildren(...rows)
  mutes.hidden = false
}

for (const form of mutes.querySelectorAll('form'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { vad } = form.elements
    const key = vad.value.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
    if (!/[\p{L}\p{N}]/u.test(key)) return
    const title = vad.selectedOptions?.[0].textContent ?? key
    void changeMutes({ ...state.mute, [`${form.dataset.mute}:${key}`]: { title } })
    form.reset()
  })

showMutes()
await showFront()

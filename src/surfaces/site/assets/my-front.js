// One's own front page on this device: the page has the latest events, the same for everybody, and they are chosen from here.

import { contentOf } from './late.js'
import { mutingOf, textOf } from './muting.js'
import { attach, fieldOf, held, isRead, keep, state } from './my-state.js'

// A reader with an account has them there, under the same name.
if (state.account) location.replace(document.querySelector('#main').dataset.accountPath)

const find = (selector) => document.querySelector(selector)
const place = find('[data-mine-front]')
const side = find('[data-mine-side]')
const mutes = find('[data-mutes]')
const undone = find('[data-undo]')
const { words } = place.dataset
const text = JSON.parse(words)
const template = place.querySelector('template')
const start = place.querySelector('.empty')
const news = [...contentOf(template).children]
const { lang } = document.documentElement
const plural = new Intl.PluralRules(lang)
const count = (forms, n) => forms[plural.select(n)].replace('{n}', n.toLocaleString(lang))
/** As many as an account's page has. */
const MAX_ROWS = 12
const showsHidden = new URLSearchParams(location.search).get('hidden') === 'yes'

function element(name, content, attributes = {}) {
  const made = Object.assign(document.createElement(name), attributes)
  made.append(...[content].flat(Number.POSITIVE_INFINITY).filter((one) => one !== null))
  return made
}

function button(label, act, className = 'button push') {
  const made = element('button', label, { className, type: 'button' })
  made.addEventListener('click', act)
  return made
}

/** The nearest first. */
const KINDS = ['event', 'story', 'search', 'tag', 'source']
const kindOf = ([name]) => name.slice(0, name.indexOf(':'))
const titled = (readerAction) => Object.entries(state[readerAction] ?? {})
const dataOf = (one) => one.querySelector('[data-item]').dataset

function matchedFollows(one) {
  const { event, by } = dataOf(one)
  const { tags, story } = one.dataset
  const names = new Set([
    `event:${event}`,
    `story:${story}`,
    ...tags.split(' ').map((id) => `tag:${id}`),
    ...by.split(' ').map((id) => `source:${id}`),
  ])
  const statement = [...one.querySelectorAll('.headline a, .summary')]
    .map(({ textContent }) => textContent)
    .join(' ')
    .toLowerCase()
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

function isMutedNow() {
  const names = (readerAction) => new Set(titled(readerAction).map(([name]) => name))
  const isMuted = mutingOf(names('mute'), names('follow'))
  return (one) => {
    const { event, by, kinds } = dataOf(one)
    return isMuted({ id: event, text: textOf(one), sources: by.split(' '), kinds: kinds.split(' ') })
  }
}

function row([one, follows]) {
  const made = one.firstElementChild.cloneNode(true)
  const named = follows.slice(0, 3).map(phraseOf)
  const why = text.because.replace('{names}', () => named.join(', '))
  const facts = made.querySelector('.meta')
  facts.insertBefore(element('span', why, { className: 'why' }), facts.querySelector('.reports'))
  return made
}

/** Only the latest come as rows too. */
const hasRow = ([one]) => one.children.length > 1

const nameOf = (each) => (kindOf(each) === 'event' ? text.event : each[1].title)
/** As in describe-reason.ts: a story's name is a headline. */
const phraseOf = (each) =>
  kindOf(each) === 'story' ? text.story.replace('{title}', () => each[1].title) : nameOf(each)

/** Time, headline, and what is followed in the source's place. */
function line([one, [first]]) {
  const made = one.lastElementChild.cloneNode(true)
  made.querySelector('.line-source').firstChild.textContent = `${nameOf(first)} `
  return made
}

function section(heading, content, className = '') {
  const made = element('section', [element('h2', heading, { className: 'box-title' }), content], { className })
  made.setAttribute('aria-label', heading)
  return made
}

function lines(heading, some) {
  if (some.length === 0) return null
  const newest = some.toSorted(([a], [b]) => b.dataset.at - a.dataset.at)
  const days = Map.groupBy(newest, ([one]) => one.dataset.day)
  const groups = [...days].map(([day, those]) =>
    element('section', [element('h3', day, { className: 'day-name' }), those.map(line)], { className: 'day' }),
  )
  return section(heading, groups, 'lines')
}

function readAll(unread) {
  const marks = Object.fromEntries(unread.map(([one]) => [`event:${dataOf(one).event}`, { at: Date.now() }]))
  state.read = { ...state.read, ...marks }
  for (const name of Object.keys(marks)) held.read.add(name)
  keep(state)
  show()
}

function listHead(unread) {
  if (unread.length === 0) return null
  const n = element('span', count(text.count, unread.length), { className: 'fine' })
  return element('div', [n, button(text.read_above, () => readAll(unread), 'choice')], {
    className: 'list-head cluster spread',
  })
}

/** "2 dolda – visa" */
function hiddenLine(hidden) {
  if (hidden.length === 0) return null
  const link = showsHidden
    ? element('a', text.hidden_hide, { href: location.pathname })
    : element('a', text.hidden_show, { href: `${location.pathname}?hidden=yes#hidden` })
  const line = element('p', [`${count(text.hidden, hidden.length)} – `, link], { className: 'hidden-line fine' })
  if (!showsHidden) return line
  const made = section(text.hidden_title, [line, hidden.map((each) => (hasRow(each) ? row(each) : line(each)))])
  made.id = 'hidden'
  return made
}

/** Reports what was taken away, and gives it back. */
function offerUndo(said, title, restore) {
  const words = text[`did_${said}`].replace('{title}', () => title)
  const back = button(text.undo, () => {
    undone.replaceChildren()
    restore()
    keep(state)
    reload()
  })
  undone.replaceChildren(element('p', words), back)
}

function remove(readerAction, name, said) {
  const taken = state[readerAction]?.[name]
  const { [name]: _ended, ...rest } = state[readerAction] ?? {}
  state[readerAction] = rest
  delete state.offered
  keep(state)
  if (said)
    offerUndo(said, taken.title, () => {
      state[readerAction] = { ...state[readerAction], [name]: taken }
    })
  reload()
}

const linkTo = ({ title, path }) => (path ? element('a', title, { href: path }) : title)

/** Rows of links with a button that takes them away. */
function box(heading, readerAction, said, small = () => null) {
  if (titled(readerAction).length === 0) return null
  const rows = titled(readerAction).map(([name, one]) =>
    element('li', [linkTo(one), small(name), button(text.remove, () => remove(readerAction, name, said))]),
  )
  return section(heading, element('ul', rows, { className: 'followed bare wishes' }), 'box')
}

function showSide(fresh) {
  const small = (name) => {
    const n = fresh.filter(([, follows]) => follows.some(([each]) => each === name)).length
    return element('span', n > 0 ? count(text.news, n) : text.new_none, { className: 'fine' })
  }
  side.replaceChildren(
    ...[box(text.follows, 'follow', 'unfollow', small), box(text.saved, 'save', 'unsave')].filter(Boolean),
  )
}

function show() {
  if (titled('follow').length + titled('save').length === 0) {
    side.replaceChildren()
    return place.replaceChildren(template, start)
  }
  const found = news.map((one) => [one, matchedFollows(one)]).filter(([, follows]) => follows.length > 0)
  const isMuted = isMutedNow()
  const [hidden, shown] = [found.filter(([one]) => isMuted(one)), found.filter(([one]) => !isMuted(one))]
  const isDone = ([one]) => isRead(one.firstElementChild)
  const [read, unread] = [shown.filter(isDone), shown.filter((one) => !isDone(one))]
  const fresh = unread
    .filter((each) => hasRow(each) && (!state.seen || each[0].dataset.at > state.seen))
    .slice(0, MAX_ROWS)
  const older = unread.filter((one) => !fresh.includes(one))
  const heading = fresh.length > 0 ? text.since : unread.length > 0 ? text.since_none : text.read_all
  const none = element('p', titled('follow').length > 0 ? text.none : text.follows_none, { className: 'empty' })
  place.replaceChildren(
    template,
    ...[
      shown.length > 0 ? section(heading, [listHead(unread), fresh.map(row)]) : none,
      hiddenLine(hidden),
      lines(text.earlier, older),
      lines(text.read_heading, read),
    ].filter(Boolean),
  )
  showSide(fresh)
  attach(place)
}

function showMutes() {
  const rows = titled('mute').map(([name, one]) =>
    element('li', [linkTo(one), ' ', button(mutes.dataset.mutes, () => remove('mute', name))]),
  )
  mutes.querySelector('ul').replaceChildren(...rows)
}

function reload() {
  showMutes()
  show()
}

function mute(form) {
  const field = fieldOf(form, 'what')
  const key = field.value.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
  if (!/[\p{L}\p{N}]/u.test(key)) {
    undone.replaceChildren(element('p', text.mute_nothing))
    return
  }
  const [name, title] = [`${form.dataset.mute}:${key}`, field.selectedOptions?.[0].textContent ?? key]
  const isNew = !state.mute?.[name]
  state.mute = { ...state.mute, [name]: { title } }
  delete state.offered
  keep(state)
  form.reset()
  if (isNew)
    offerUndo('mute', title, () => {
      delete state.mute[name]
    })
  reload()
}

for (const form of mutes.querySelectorAll('form'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    mute(form)
  })

const picks = find('[data-picks]')
if (picks) picks.hidden = titled('follow').length > 0
document.addEventListener('mine', show)
reload()
if (showsHidden) find('#hidden')?.scrollIntoView()

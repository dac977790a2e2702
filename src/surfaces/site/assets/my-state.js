// Follows, mutes, saved and read events of a reader. Without an account they stay on this device and nothing is sent;
// with one the account has them.
const STORE = 'mine'
export const VISIT_MS = 30 * 60_000
const READER_ACTIONS = ['follow', 'mute', 'save', 'read']
/** By their names on devices that were here before 1.0.0. */
const EARLIER = { folj: 'follow', tysta: 'mute', spara: 'save', last: 'read' }
/** Fields of forms, by their names on pages that a device kept from before. */
const EARLIER_FIELDS = { do: 'gor', kind: 'typ', what: 'vad', next: 'vidare' }
/** As long as an account keeps it. */
const READ_MS = 90 * 86_400_000

function recall() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORE)) ?? {}
    for (const [earlier, readerAction] of Object.entries(EARLIER)) {
      if (stored[earlier]) stored[readerAction] = { ...stored[earlier], ...stored[readerAction] }
      delete stored[earlier]
    }
    return stored
  } catch {
    return {}
  }
}

export function keep(state) {
  try {
    localStorage.setItem(STORE, JSON.stringify(state))
  } catch {}
}

export const state = recall()
const account = document.querySelector('[data-account]')?.dataset.account
if (account) state.account = account === 'in'
export const now = Date.now()
if (state.visited && now - state.visited > VISIT_MS) state.seen = state.visited
state.visited = now
// The site has taken the page away: its row would lead here again.
if ([404, 410].includes(performance.getEntriesByType('navigation')[0]?.responseStatus))
  for (const [name, { path }] of Object.entries(state.save ?? {}))
    if (path === location.pathname) delete state.save[name]
for (const [name, { at }] of Object.entries(state.read ?? {})) if (now - at > READ_MS) delete state.read[name]
keep(state)

export const held = Object.fromEntries(
  READER_ACTIONS.map((readerAction) => [readerAction, new Set(Object.keys(state[readerAction] ?? {}))]),
)
let since = state.seen ?? null

async function queryAccount() {
  if (!state.account) return
  const answer = await fetch(document.querySelector('#main').dataset.statePath)
  const existing = await answer.json()
  if (!existing.signedIn) {
    state.account = false
    return keep(state)
  }
  for (const readerAction of READER_ACTIONS) held[readerAction] = new Set(existing[readerAction])
  since = existing.seenUntil
}

export const fieldOf = ({ elements }, name) => elements[name] ?? elements[EARLIER_FIELDS[name]]
const nameOf = (form) => `${fieldOf(form, 'kind').value}:${fieldOf(form, 'what').value}`

function show(form) {
  const button = form.querySelector('button')
  const on = held[form.dataset.mine].has(nameOf(form))
  button.setAttribute('aria-pressed', String(on))
  button.querySelector('span').textContent = on ? button.dataset.on : button.dataset.off
}

/** Of what was read, the device keeps no more than that it was. */
const noteOf = (form) =>
  form.dataset.mine === 'read' ? { at: now } : { title: form.dataset.title, path: fieldOf(form, 'next').value }

async function toggle(form) {
  const [readerAction, name] = [form.dataset.mine, nameOf(form)]
  const on = held[readerAction].has(name)
  if (state.account) {
    const fields = new URLSearchParams(new FormData(form))
    fields.set(fieldOf(form, 'do').name, on ? form.dataset.undo : form.dataset.do)
    const answer = await fetch(form.action, { method: 'POST', body: fields, headers: { accept: 'application/json' } })
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status))
  } else {
    const actions = { ...state[readerAction] }
    if (on) delete actions[name]
    else actions[name] = noteOf(form)
    state[readerAction] = actions
    delete state.offered
    keep(state)
  }
  if (on) held[readerAction].delete(name)
  else held[readerAction].add(name)
  show(form)
  if (form.dataset.mine === 'follow') form.parentElement.querySelector('[data-went]')?.toggleAttribute('hidden', on)
  showRead(document)
  document.dispatchEvent(new Event('mine'))
}

export const isRead = (item) => held.read.has(`event:${item.dataset.event}`)

/** Marks the headlines of read events. */
function showRead(root) {
  const words = document.getElementById('main').dataset.read
  for (const item of root.querySelectorAll('[data-event]')) {
    const read = isRead(item)
    item.classList.toggle('is-read', read)
    if (!read) item.querySelector('.read-mark')?.remove()
    else if (!item.querySelector('.read-mark')) {
      const mark = Object.assign(document.createElement('span'), { className: 'read-mark', textContent: words })
      item.querySelector('.headline').append(' ', mark)
    }
  }
}

/** A line in lists by time, above what was there at the last visit; none where all of that was read. */
function markSince() {
  const words = document.getElementById('main').dataset.since
  const items = [...document.querySelectorAll('.day [data-item]:not([hidden])')].map((item) => [
    item,
    Date.parse(item.querySelector('time')?.dateTime ?? ''),
  ])
  const at = items.findIndex(([, time]) => time <= since)
  if (!since || at < 1 || items.slice(0, at).every(([item]) => isRead(item))) return
  const line = document.createElement('p')
  line.className = 'since'
  line.textContent = words
  items[0][0].before(line)
  items[at][0].classList.add('since-border')
}

const formsIn = (root) => [...root.querySelectorAll('form[data-mine]')]

function listen(form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    toggle(form).catch(() => navigator.onLine && form.submit())
  })
}

function showMine(root) {
  formsIn(root).forEach(show)
  showRead(root)
}

/** For what another script has put into the page. */
export function attach(root) {
  formsIn(root).forEach(listen)
  showMine(root)
}

/** Choices that another tab has stored, or this one since the page was left: an older copy would undo them. */
function reload() {
  for (const name of Object.keys(state)) delete state[name]
  Object.assign(state, recall())
  if (state.account) return
  for (const name of READER_ACTIONS) held[name] = new Set(Object.keys(state[name] ?? {}))
  showMine(document)
}

/** Only where the reader has asked for it, on this device: what is opened is read. */
async function readOpened() {
  const choice = document.querySelector('[data-opened]')
  if (choice) {
    const box = choice.querySelector('input')
    box.checked = Boolean(state.opened)
    choice.hidden = false
    box.addEventListener('change', () => {
      state.opened = box.checked
      keep(state)
    })
  }
  const form = document.querySelector('.mine-forms form[data-mine=read]')
  if (state.opened && form && !held.read.has(nameOf(form))) await toggle(form)
}

addEventListener('storage', ({ key }) => (key === STORE || key === null) && reload())
addEventListener('pageshow', ({ persisted }) => persisted && reload())
formsIn(document).forEach(listen)
await queryAccount().catch(() => {})
showMine(document)
if (!account && held.mute.size > 0)
  await import('./muting.js').then((muting) => muting.hideMuted(held, formsIn(document).map(nameOf))).catch(() => {})
markSince()
readOpened().catch(() => {})

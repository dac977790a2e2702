// What a reader follows, mutes and saves. Without an account it stays on this device and nothing is sent; with one the account is asked.
const STORE = 'mine'
const VISIT_MS = 30 * 60_000
const WISHES = ['folj', 'tysta', 'spara']

function recall() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {}
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
const now = Date.now()
if (state.visited && now - state.visited > VISIT_MS) state.seen = state.visited
state.visited = now
keep(state)

export const held = Object.fromEntries(WISHES.map((wish) => [wish, new Set(Object.keys(state[wish] ?? {}))]))
let since = state.seen ?? null

async function askAccount() {
  if (!state.account) return
  const answer = await fetch(`${document.querySelector('#main').dataset.accountPath}/lage.json`)
  const known = await answer.json()
  if (!known.signedIn) {
    state.account = false
    return keep(state)
  }
  for (const wish of WISHES) held[wish] = new Set(known[wish])
  since = known.seenUntil
}

const nameOf = (form) => `${form.elements.typ.value}:${form.elements.vad.value}`

function show(form) {
  const button = form.querySelector('button')
  const on = held[form.dataset.mine].has(nameOf(form))
  button.setAttribute('aria-pressed', String(on))
  button.querySelector('span').textContent = on ? button.dataset.on : button.dataset.off
}

async function toggle(form) {
  const [wish, name] = [form.dataset.mine, nameOf(form)]
  const on = held[wish].has(name)
  if (state.account) {
    const fields = new URLSearchParams(new FormData(form))
    if (on) fields.set('gor', form.dataset.undo)
    const answer = await fetch(form.action, { method: 'POST', body: fields, headers: { accept: 'application/json' } })
    if (!answer.ok || answer.redirected) return form.submit()
  } else {
    const own = { ...state[wish] }
    if (on) delete own[name]
    else own[name] = { title: form.dataset.title, path: form.elements.vidare.value }
    state[wish] = own
    delete state.offered
    keep(state)
  }
  if (on) held[wish].delete(name)
  else held[wish].add(name)
  show(form)
  document.dispatchEvent(new Event('mine'))
}

/** A line in lists by time, above what was there at the last visit. */
function markSince() {
  const words = document.getElementById('main').dataset.since
  const items = [...document.querySelectorAll('.day [data-item]')].map((item) => [
    item,
    Date.parse(item.querySelector('time')?.dateTime ?? ''),
  ])
  const at = items.findIndex(([, time]) => time <= since)
  if (!since || at < 1) return
  const line = document.createElement('p')
  line.className = 'since'
  line.textContent = words
  items[0][0].before(line)
  items[at][0].classList.add('since-border')
}

function hideMuted() {
  const words = [...held.tysta].filter((name) => name.startsWith('word:')).map((name) => name.slice(5).toLowerCase())
  if (words.length === 0) return
  for (const item of document.querySelectorAll('[data-item]')) {
    const text = item.textContent.toLowerCase()
    if (words.some((word) => text.includes(word))) item.hidden = true
  }
}

const forms = [...document.querySelectorAll('form[data-mine]')]
for (const form of forms)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    toggle(form).catch(() => navigator.onLine && form.submit())
  })
await askAccount().catch(() => {})
forms.forEach(show)
markSince()
hideMuted()

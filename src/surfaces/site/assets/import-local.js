// Choices on this device from before signing in are offered to the account, once; nothing of it is sent without a yes.
import { keep, state } from './my-state.js'

const place = document.querySelector('[data-take]')
const form = place.querySelector('form')
const read = Object.keys(state.read ?? {})
const found = [
  ...['follow', 'mute', 'save'].flatMap((readerAction) =>
    Object.entries(state[readerAction] ?? {}).map(([name, { title }]) => ({
      readerAction,
      name,
      title,
      small: place.dataset[readerAction],
    })),
  ),
  // All that was read is one row.
  ...(read.length > 0
    ? [{ readerAction: 'read', name: '', title: place.dataset.read, small: String(read.length) }]
    : []),
]

function row({ readerAction, name, title, small: words }) {
  const box = Object.assign(document.createElement('input'), {
    type: 'checkbox',
    name: readerAction,
    value: name,
    checked: true,
  })
  const label = Object.assign(document.createElement('label'), { className: 'check' })
  const small = Object.assign(document.createElement('span'), {
    className: 'row-small',
    textContent: words,
  })
  label.append(box, ' ', title, ' ', small)
  const line = document.createElement('li')
  line.append(label)
  return line
}

function answered() {
  state.offered = true
  keep(state)
}

/** Of a call: the account takes no more at once, and reads no larger body. */
const [maxNames, maxBytes] = [500, 40_000]

function batches(wanted) {
  const all = [[]]
  let bytes = 0
  for (const pair of wanted) {
    const more = new URLSearchParams([pair]).toString().length + 1
    if (all.at(-1).length === maxNames || bytes + more > maxBytes) {
      all.push([])
      bytes = 0
    }
    all.at(-1).push(pair)
    bytes += more
  }
  return all
}

/** Sends some of the wanted, and forgets here what the account has taken. What it has not stays. */
async function importNames(formToken, names) {
  const body = new URLSearchParams({ form: formToken })
  for (const [readerAction, name] of names) body.append(readerAction, name)
  const answer = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(String(answer.status))
  const { taken } = await answer.json()
  for (const [readerAction, some] of Object.entries(taken)) for (const name of some) delete state[readerAction]?.[name]
  keep(state)
}

async function take() {
  const fields = new FormData(form)
  const wanted = ['follow', 'mute', 'save'].flatMap((action) => fields.getAll(action).map((name) => [action, name]))
  if (fields.has('read')) wanted.push(...read.map((name) => ['read', name]))
  for (const names of batches(wanted)) await importNames(fields.get('form'), names)
  answered()
  location.reload()
}

if (found.length > 0 && !state.offered) {
  form.querySelector('ul').append(...found.map(row))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    take().catch(() => {
      place.querySelector('[role=status]').textContent = place.dataset.fault
    })
  })
  form.querySelector('[type=button]').addEventListener('click', () => {
    answered()
    place.hidden = true
  })
  place.hidden = false
}

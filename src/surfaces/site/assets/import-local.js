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

/** As many at once as the account takes. */
const maxRead = 1000

/** Items that exceed the account's quota stay here. */
async function take() {
  const fields = new URLSearchParams(new FormData(form))
  const takesRead = fields.has('read')
  fields.delete('read')
  if (takesRead) for (const name of read.slice(-maxRead)) fields.append('read', name)
  const answer = await fetch(form.action, { method: 'POST', body: fields, headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(String(answer.status))
  const left = new Set((await answer.json()).left)
  for (const readerAction of ['follow', 'mute', 'save', 'read'])
    for (const name of fields.getAll(readerAction)) if (!left.has(name)) delete state[readerAction]?.[name]
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

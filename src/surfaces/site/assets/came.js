// Marks what has come to an event since this device last opened its page. The device alone keeps what that was.
import { keep, now, state, VISIT_MS } from './my-state.js'

const MAX_EVENTS = 300
const event = document.querySelector('[data-came-to]')
const id = event.dataset.cameTo
const parts = [...event.querySelectorAll('[data-came]')]
const { [id]: last, ...others } = state.came ?? {}
// A page of the browser's memory may be older than the one that was shown last.
const newest = [last?.newest ?? '', ...parts.map(({ dataset }) => dataset.came)].sort().at(-1)
// A page that is loaded again during a visit shows the same marks, and what came since.
const before = last && ((now - last.at > VISIT_MS ? null : last.before) ?? last.newest ?? '')
const latest = Object.entries(others).sort(([, a], [, b]) => b.at - a.at)
state.came = { ...Object.fromEntries(latest.slice(0, MAX_EVENTS - 1)), [id]: { newest, before, at: now } }
keep(state)

const made = (className) => Object.assign(document.createElement('span'), { className, textContent: event.dataset.new })
for (const part of parts.filter(({ dataset }) => dataset.came > before)) {
  const heading = part.closest('section')?.querySelector('h2')
  if (heading && !heading.querySelector('.flag')) heading.append(' ', made('flag is-new'))
  part.classList.add('is-new')
  part.prepend(made('unseen'), ' ')
}

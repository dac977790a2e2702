// Suggestions below the search field while one types: the combobox pattern of the ARIA authoring practices.
const field = document.querySelector('[data-suggest]')
const list = document.createElement('ul')
list.id = 'suggestions'
list.className = 'suggestions'
list.hidden = true
list.setAttribute('role', 'listbox')
list.setAttribute('aria-label', field.dataset.label)
field.parentElement.append(list)
// A search field may not be a combobox; a text field may (ARIA in HTML).
field.type = 'text'
for (const [name, value] of Object.entries({
  role: 'combobox',
  'aria-expanded': 'false',
  'aria-controls': 'suggestions',
  'aria-autocomplete': 'list',
}))
  field.setAttribute(name, value)

let selected = -1
let requested = 0
let timer

function show(hits) {
  selected = -1
  list.replaceChildren(...hits.map(option))
  list.hidden = hits.length === 0
  field.setAttribute('aria-expanded', String(!list.hidden))
  field.removeAttribute('aria-activedescendant')
}

function option({ title, source, path }, index) {
  const row = document.createElement('li')
  row.id = `suggestion-${index}`
  row.setAttribute('role', 'option')
  row.setAttribute('aria-selected', 'false')
  row.dataset.path = path
  const small = document.createElement('small')
  small.textContent = source
  row.append(title, small)
  row.addEventListener('pointerdown', (event) => event.preventDefault())
  row.addEventListener('click', () => location.assign(path))
  return row
}

// One state more than there are rows: none chosen, which is the reader's own text.
function step(by) {
  const rows = [...list.children]
  const states = rows.length + 1
  selected = ((selected + 1 + by + states) % states) - 1
  for (const [i, row] of rows.entries()) row.setAttribute('aria-selected', String(i === selected))
  if (selected >= 0) field.setAttribute('aria-activedescendant', rows[selected].id)
  else field.removeAttribute('aria-activedescendant')
}

async function loadHits() {
  const q = field.value.trim()
  const turn = ++requested
  if (q.length < 2) return show([])
  try {
    const answer = await fetch(`${field.dataset.suggest}?q=${encodeURIComponent(q)}`)
    const { hits } = answer.ok ? await answer.json() : { hits: [] }
    if (turn === requested && document.activeElement === field) show(hits)
  } catch {
    show([])
  }
}

field.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(loadHits, 180)
})
// Text that was typed while this was on its way.
if (field.value !== field.defaultValue) void loadHits()
field.addEventListener('blur', () => show([]))
field.addEventListener('keydown', (event) => {
  if (list.hidden) return
  if (event.key === 'Escape') show([])
  else if (event.key === 'ArrowDown') step(1)
  else if (event.key === 'ArrowUp') step(-1)
  else if (event.key === 'Enter' && selected >= 0) location.assign(list.children[selected].dataset.path)
  else return
  event.preventDefault()
})

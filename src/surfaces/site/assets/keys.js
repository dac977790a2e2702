// Keys for those who read many headlines: j and k, Enter, o, /, ?.
const help = document.getElementById('keys')
const links = () => [...document.querySelectorAll('.minute li a, [data-item] .headline a')]

function move(step) {
  const all = links()
  const at = all.findIndex(
    (link) => link === document.activeElement || link.closest('[data-item], li').contains(document.activeElement),
  )
  const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

function openOriginal() {
  const item = document.activeElement.closest?.('[data-original]') ?? document.querySelector('.article[data-original]')
  if (item && item.dataset.original !== '#') location.assign(item.dataset.original)
}

const actions = {
  j: () => move(1),
  k: () => move(-1),
  o: openOriginal,
  '/': () => document.getElementById('q').focus(),
  '?': () => (help.open ? help.close() : help.showModal()),
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.target.closest('input, textarea, select, audio')) return
  const action = actions[event.key]
  if (!action || (help.open && event.key !== '?')) return
  event.preventDefault()
  action()
})

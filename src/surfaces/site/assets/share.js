// The link to a page itself becomes a button: it shares by the device's own sheet, or else copies the address.
const link = document.querySelector('[data-share]')
const statement = document.getElementById('shared')
const { share, copy, copied } = link.dataset
const canShare = 'share' in navigator
const url = link.href

async function act() {
  if (canShare) return navigator.share({ title: link.dataset.title, url })
  await navigator.clipboard.writeText(url)
  statement.textContent = ''
  setTimeout(() => {
    statement.textContent = copied
  }, 50)
}

if (canShare || navigator.clipboard) {
  const button = Object.assign(document.createElement('button'), { className: 'choice', type: 'button' })
  button.append(...link.childNodes)
  button.querySelector('span').textContent = canShare ? share : copy
  button.addEventListener('click', () => act().catch(() => {}))
  link.replaceWith(button)
}

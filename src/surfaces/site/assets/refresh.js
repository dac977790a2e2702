// A page that waits for something: its content is renewed in place until it no longer asks for that.
import { unfold } from './late.js'

const main = document.querySelector('[data-refresh]')
main.setAttribute('aria-live', 'polite')

async function renew() {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (answer.ok && !page.querySelector('[data-refresh]')) return location.reload()
    unfold(page)
    if (answer.ok) main.replaceChildren(...page.getElementById('main').childNodes)
  } catch {}
  setTimeout(renew, Number(main.dataset.refresh) * 1000)
}

setTimeout(renew, Number(main.dataset.refresh) * 1000)

// Takes alerts in this browser with one tap: asks it for a subscription (Push API) and sends that with the rule. Pages that
// everybody gets have a link, whose page has the form.
import { unfold } from './late.js'
import { state } from './my-state.js'

const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const bytes = (base64url) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/** Made for the key that we sign with now; another key's gets nothing from us. */
const isOurs = ({ options }, key) => options.applicationServerKey && text(options.applicationServerKey) === key

/** Fills in the form. Permission comes before: browsers ask for it at a tap alone. */
async function subscribe(form) {
  const key = form.dataset.push
  const { pushManager } = await navigator.serviceWorker.ready
  const existing = await pushManager.getSubscription()
  if (existing && !isOurs(existing, key)) await existing.unsubscribe()
  const { endpoint, keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
  ).toJSON()
  form.elements.endpoint.value = endpoint
  form.elements.p256dh.value = keys.p256dh
  form.elements.auth.value = keys.auth
}

async function showForm(form) {
  const button = form.querySelector('button')
  const report = (said) => {
    for (const words of form.querySelectorAll('[data-push-said]')) words.hidden = words.dataset.pushSaid !== said
  }
  const turnOn = async () => {
    if ((await Notification.requestPermission()) !== 'granted') return report('denied')
    await subscribe(form)
    form.submit()
  }
  if (!canPush) return report('unable')
  button.addEventListener('click', (event) => {
    event.preventDefault()
    turnOn().catch(() => report('failed'))
  })
  button.hidden = false
  const registration = await navigator.serviceWorker.getRegistration()
  const existing = await registration?.pushManager.getSubscription()
  if (existing && isOurs(existing, form.dataset.push)) report('on')
}

/** The page that the link leads to, with its form and its words. */
async function pageOf(link) {
  const answer = await fetch(link.href)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  unfold(page)
  const form = page.querySelector('form[data-push]')
  if (!answer.ok || !form) throw new Error('no form')
  return [page, form]
}

async function turnOnFrom(link) {
  const permission = await Notification.requestPermission()
  const [page, form] = await pageOf(link)
  const report = (said) => {
    const status = link.parentElement.querySelector('[role=status]')
    const words = page.querySelector(`[data-push-said=${said}]`).textContent
    const more = Object.assign(document.createElement('a'), {
      href: link.href,
      textContent: page.querySelector('h1').textContent,
    })
    const line = document.createElement('span')
    line.dataset.alerted = said
    line.append(words, ' ', more)
    status.querySelector('[data-alerted]')?.remove()
    status.append(line)
  }
  if (permission !== 'granted') return report('denied')
  try {
    await subscribe(form)
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
    report(answer.ok && new URL(answer.url).pathname === new URL(link.href).pathname ? 'on' : 'failed')
  } catch {
    report('failed')
  }
}

for (const form of document.querySelectorAll('form[data-push]')) void showForm(form)
for (const link of document.querySelectorAll('a[data-alert]'))
  link.addEventListener('click', (event) => {
    // Without an account, or a browser that can, the page has what there is instead.
    if (!state.account || !canPush || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    turnOnFrom(link).catch(() => location.assign(link.href))
  })

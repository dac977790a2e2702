// Takes alerts in this browser: asks it for a subscription (Push API) and sends that with the page's form.
const form = document.querySelector('form[data-push]')
const button = form.querySelector('button')
const report = (state) => {
  for (const words of form.querySelectorAll('[data-push-said]')) words.hidden = words.dataset.pushSaid !== state
}

const bytes = (base64url) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

const key = form.dataset.push
/** Made for the key that we sign with now; another key's gets nothing from us. */
const isOurs = ({ options }) => options.applicationServerKey && text(options.applicationServerKey) === key

async function subscribe() {
  if ((await Notification.requestPermission()) !== 'granted') return report('denied')
  const { pushManager } = await navigator.serviceWorker.ready
  const existing = await pushManager.getSubscription()
  if (existing && !isOurs(existing)) await existing.unsubscribe()
  const { endpoint, keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
  ).toJSON()
  form.elements.endpoint.value = endpoint
  form.elements.p256dh.value = keys.p256dh
  form.elements.auth.value = keys.auth
  form.submit()
}

button.addEventListener('click', (event) => {
  event.preventDefault()
  subscribe().catch(() => report('failed'))
})

if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) report('unable')
else {
  button.hidden = false
  const registration = await navigator.serviceWorker.getRegistration()
  const existing = await registration?.pushManager.getSubscription()
  if (existing && isOurs(existing)) report('on')
}

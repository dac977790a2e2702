// Shows alerts, and opens what they are about. Part of the service worker: served below sw.js.
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  // The same alert again takes the place of the one before, without a sound.
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/apple-touch-icon.png', data: { url } }),
  )
})

async function openAlert(url) {
  const { href, origin } = new URL(url, self.location.origin)
  if (origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find((page) => page.url === href)
  if (open) await open.focus()
  else await self.clients.openWindow(href)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAlert(event.notification.data.url))
})

/** As in the service, where a device ends with its session. */
async function leaveAlerts() {
  const subscription = await self.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe().catch(() => {})
}
onLeave.push(leaveAlerts)

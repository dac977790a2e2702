// What the pages do beyond their HTML. Everything works without it.
import './keys.js'
import './mine.js'
import './suggest.js'
import './times.js'

const button = document.querySelector('button[data-theme]')
button.hidden = false
button.addEventListener('click', () => {
  const root = document.documentElement
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = dark ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', root.dataset.theme)
  } catch {}
})

if (document.querySelector('[data-mine-front]')) import('./mine-front.js')
if (document.querySelector('form[data-push]')) import('./alerts.js')
if (document.querySelector('[data-refresh]')) import('./refresh.js')
if (document.querySelector('[data-audio], [data-player]')) import('./player.js')

document.querySelector('form[data-submit]')?.requestSubmit()

if ('serviceWorker' in navigator)
  addEventListener('load', () => navigator.serviceWorker.register('/sw.js').catch(() => {}))

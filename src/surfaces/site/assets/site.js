// What the pages do beyond their HTML. Everything works without it.
import './keys.js'
import './mine.js'
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

for (const near of ['focusin', 'pointerenter'])
  document.querySelector('[data-suggest]').form.addEventListener(near, () => import('./suggest.js'), { once: true })

if (document.querySelector('[data-mine-front]')) void import('./mine-front.js')
if (document.querySelector('form[data-push]')) void import('./alerts.js')
if (document.querySelector('[data-kept-list]')) void import('./kept-list.js')
if (document.querySelector('[data-take]')) void import('./take.js')
if (document.querySelector('[data-share]')) void import('./share.js')
if (document.querySelector('[data-speak]')) void import('./speak.js')
if (document.querySelector('[data-came-to]')) void import('./came.js')
if (document.querySelector('[data-refresh]')) void import('./refresh.js')
if (document.querySelector('[data-audio], [data-player]')) void import('./player.js')

document.querySelector('form[data-submit]')?.requestSubmit()

const keepPages = () => import('./offline.js').catch(() => {})
if (document.readyState === 'complete') void keepPages()
else addEventListener('load', keepPages)

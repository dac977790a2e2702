// Enhancements of the pages. Everything works without them.
import './late.js'
import './keys.js'
import './my-state.js'
import './times.js'

// An image that cannot be had leaves no hole: the text takes its place.
const drop = (image) => {
  image.closest('.has-picture')?.classList.remove('has-picture')
  image.remove()
}
const isImage = (element) => element.matches?.('img.picture')
addEventListener('error', ({ target }) => isImage(target) && drop(target), true)
for (const image of [...document.images]) if (isImage(image) && image.complete && image.naturalWidth === 0) drop(image)

const find = (selector) => document.querySelector(selector)
const button = find('button[data-theme]')
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
  find('[data-suggest]').form.addEventListener(near, () => import('./suggest.js'), { once: true })

if (find('[data-mine-front]')) void import('./my-front.js')
if (find('[data-kept-list]')) void import('./kept-list.js')
if (find('[data-take]')) void import('./import-local.js')
if (find('[data-share]')) void import('./share.js')
if (find('[data-came-to]')) void import('./came.js')
if (find('[data-refresh]')) void import('./refresh.js')

// Voices may come later than the page.
const voice = find('[data-speak]') && globalThis.speechSynthesis
const speak = () => voice.getVoices().length > 0 && import('./speak.js')
if (voice) {
  voice.addEventListener?.('voiceschanged', speak)
  void speak()
}

find('form[data-submit]')?.requestSubmit()

const cachePages = () => import('./offline.js').catch(() => {})
if (document.readyState === 'complete') void cachePages()
else addEventListener('load', cachePages)

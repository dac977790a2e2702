// Reads the minute aloud with the browser's own voice. Nothing is sent to us.
const button = document.querySelector('[data-speak]')
const voice = globalThis.speechSynthesis

const texts = () =>
  [...document.querySelectorAll('.minute-head h2, .minute .headline a, .minute li a')].filter(
    (element) => !element.closest('[hidden]'),
  )
const show = (speaks) => button.setAttribute('aria-pressed', String(speaks))

function speak() {
  const all = texts()
  for (const [at, element] of all.entries()) {
    const line = new SpeechSynthesisUtterance(element.textContent)
    line.lang = element.closest('[lang]').lang
    line.onend = () => at === all.length - 1 && show(false)
    line.onerror = () => show(false)
    voice.speak(line)
  }
  show(all.length > 0)
}

function stop() {
  voice.cancel()
  show(false)
}

button.addEventListener('click', () => (button.getAttribute('aria-pressed') === 'true' ? stop() : speak()))
button.hidden = false
addEventListener('pagehide', stop)

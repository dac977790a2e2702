// Sends the requests of the reference page's forms to this site, and shows what it answers as text.
const maxCharacters = 20_000
const longestMs = 15_000
const token = document.getElementById('token')
for (const hidden of document.querySelectorAll('[data-try], [data-try-token]')) hidden.hidden = false

function requestOf(form) {
  const { method } = form.dataset
  const headers = { accept: 'application/json, text/event-stream' }
  if (token.value) headers.authorization = `Bearer ${token.value}`
  if (form.elements.body) headers['content-type'] = 'application/json'
  const body = form.elements.body?.value
  return { method, headers, body, credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(longestMs) }
}

function addressOf(form) {
  const fields = [...form.querySelectorAll('[data-in]')]
  const named = (place) => fields.filter((field) => field.dataset.in === place && field.value !== '')
  const inPath = new Map(named('path').map((field) => [field.name, encodeURIComponent(field.value)]))
  const path = form.dataset.path.replace(/\{(\w+)\}/g, (_, name) => inPath.get(name) ?? '')
  const query = new URLSearchParams(named('query').map((field) => [field.name, field.value])).toString()
  return path + (query && `?${query}`)
}

const readable = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** All of an answer; what there is of a stream, as it comes. */
async function show(response, place) {
  let text = ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value
    if (text.length <= maxCharacters) place.textContent = text
  }
  const shown = readable(text)
  place.textContent = shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}\n… (cut)` : shown
}

async function send(form) {
  const [status, answer] = [form.querySelector('[role=status]'), form.querySelector('[data-answer]')]
  const from = performance.now()
  const address = addressOf(form)
  status.textContent = `${form.dataset.method} ${address} …`
  answer.textContent = ''
  answer.hidden = false
  try {
    const response = await fetch(address, requestOf(form))
    const took = Math.round(performance.now() - from)
    status.textContent = `${form.dataset.method} ${address}: ${response.status} ${response.statusText} after ${took} ms`
    await show(response, answer)
  } catch (error) {
    status.textContent +=
      error.name === 'TimeoutError' ? ` Stopped after ${longestMs / 1000} s.` : ` Failed: ${error.message}`
  }
}

document.addEventListener('submit', (event) => {
  if (!event.target.matches('[data-try]')) return
  event.preventDefault()
  const { method, path } = event.target.dataset
  if (method === 'DELETE' && !confirm(`Really send DELETE ${path}?`)) return
  void send(event.target)
})

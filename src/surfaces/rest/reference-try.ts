/** The form below an endpoint that sends a request from the page; without script it stays hidden. */
import { type Html, html } from '../../platform/html/html.ts'
import { late } from '../../platform/html/late.ts'
import { curlOf, type Entry, exampleOf, typescriptOf } from './reference-examples.ts'

/** The token of the forms; it is sent with their requests and kept nowhere. */
export const tokenField =
  late(html`<p data-try-token hidden><label for="token">Token for the requests that you send from this page (optional)</label>
<input id="token" type="password" autocomplete="off" spellcheck="false"></p>`)

export const examples = (entry: Entry, baseUrl: string): Html =>
  html`<h4>curl</h4><pre tabindex="0"><code>${curlOf(entry, baseUrl)}</code></pre>
<h4>TypeScript</h4><pre tabindex="0"><code>${typescriptOf(entry)}</code></pre>`

export function tryForm(entry: Entry): Html {
  const { method, path, operation } = entry
  const { body, ...example } = exampleOf(entry)
  const fields = operation.parameters.map(({ name, in: location, required }) => {
    const id = `try-${operation.operationId}-${name}`
    return html`<p><label for="${id}"><code>${name}</code></label>
<input id="${id}" name="${name}" data-in="${location}" value="${String(example[location][name] ?? '')}"${required && html` required`}></p>`
  })
  const bodyId = `try-${operation.operationId}-body`
  return late(html`<form data-try data-method="${method}" data-path="${path}" hidden>
${fields}
${body && html`<p><label for="${bodyId}">Body (JSON)</label><textarea id="${bodyId}" name="body" rows="3" spellcheck="false">${JSON.stringify(body)}</textarea></p>`}
<button class="button">Send</button>
<div role="status"></div>
<pre data-answer tabindex="0" role="group" aria-label="Answer" hidden></pre>
</form>`)
}

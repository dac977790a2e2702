/** `/api/docs`: the OpenAPI document as a page to read. Reads without script, which only sends requests; asks no other host for anything. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, html } from '../../platform/html/html.ts'
import type { OpenApi, Operation } from './openapi.ts'
import type { Entry } from './reference-examples.ts'
import { type Frame, guides } from './reference-guides.ts'
import { examples, tokenField, tryForm } from './reference-try.ts'
import { constraints, inlineCode, type Schema, typeOf } from './reference-types.ts'

export const referenceStyle = readFileSync(join(import.meta.dirname, 'reference.css'), 'utf8')
export const referenceScript = readFileSync(join(import.meta.dirname, 'reference-try.js'), 'utf8')

export function referencePage(document: OpenApi, frame: Frame): string {
  const { info, tags, servers, components } = document
  const baseUrl = servers[0]?.url ?? ''
  const operations = operationsOf(document)
  const body = html`<link rel="stylesheet" href="/api/docs/reference.css">
<div class="wrap reference" lang="en">
<h1>${info.title}</h1>
<p>${inlineCode(info.description)}</p>
<p>Base address: <code>${baseUrl}/api/v1</code>. For machines: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
<h2>Guides</h2>
<p>What each builds works after a quarter of an hour.</p>
<ul>${guides.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>
<h2>Examples</h2>
<p>curl takes the token from <code>$TOKEN</code>. The TypeScript stands on the package <code>karnhuset-client</code>:</p>
<pre tabindex="0"><code>${clientSetUp(baseUrl)}</code></pre>
${tokenField}
<nav aria-label="Reference">${tags.map((tag) => html`<h2>${tag.name}</h2><p class="fine">${tag.description}</p><ul class="plain">${operations.filter((entry) => entry.operation.tags.includes(tag.name)).map(contentsItem)}</ul>`)}</nav>
${operations.map((entry) => operationSection(entry, baseUrl))}
<section id="objects"><h2>Objects</h2>
${Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema as Schema))}
</section>
</div>
<script type="module" src="/api/docs/try.js"></script>`
  return frame({ title: info.title, description: info.description, path: '/api/docs' }, body)
}

const operationsOf = ({ paths }: OpenApi): Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const contentsItem = ({ method, path, operation }: Entry) =>
  html`<li><a href="#${operation.operationId}">${operation.summary}</a><br><code>${method} ${path}</code></li>`

const auths = new Map([
  ['0', 'No token is needed.'],
  ['1', 'A token is required.'],
  ['2', 'A token is optional; one that is not valid is refused.'],
])

const clientSetUp = (baseUrl: string) => `import { createClient, followChanges } from 'karnhuset-client'

const client = createClient({ baseUrl: '${baseUrl}', token: process.env.TOKEN ?? '' })`

function operationSection(entry: Entry, baseUrl: string): Html {
  const { method, path, operation } = entry
  const body = operation.requestBody?.content['application/json'].schema as Schema | undefined
  return html`<section id="${operation.operationId}">
<h3>${operation.summary}<br><code>${method} ${path}</code></h3>
<p>${inlineCode(operation.description)} ${auths.get(String(operation.security.length))}</p>
${operation.parameters.length > 0 && parameterTable(operation)}
${body && html`<p>Body: ${typeOf(body)}</p>`}
<table class="table"><caption class="fine">Answers</caption><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(operation.responses).map(answerRow)}</tbody></table>
${examples(entry, baseUrl)}
${tryForm(entry)}
</section>`
}

const parameterTable = ({ parameters }: Operation) =>
  html`<table class="table"><caption class="fine">Parameters</caption><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${parameters.map(({ name, required, description, schema }) => html`<tr><th scope="row"><code>${name}</code>${required && html`<br>required`}</th><td>${typeOf(schema)} ${constraints(schema)}</td><td>${inlineCode(description)}</td></tr>`)}</tbody></table>`

function answerRow([status, response]: [string, Record<string, unknown>]): Html {
  const error = typeof response.$ref === 'string' ? response.$ref.split('/').at(-1) : undefined
  if (error) return html`<tr><th scope="row">${status}</th><td><code>${error}</code></td></tr>`
  const [content] = Object.values(response.content as Record<string, { schema: Schema }>)
  return html`<tr><th scope="row">${status}</th><td>${String(response.description)} ${content ? typeOf(content.schema) : ''}</td></tr>`
}

const schemaSection = (name: string, schema: Schema) =>
  html`<h3 id="object-${name}">${name}</h3><p>${inlineCode(schema.description)}</p>${(schema.oneOf ?? [schema]).map(propertyTable)}`

const propertyTable = ({ properties = {}, required = [] }: Schema) =>
  html`<table class="table"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(properties).map(([name, schema]) => html`<tr><th scope="row"><code>${name}</code>${!required.includes(name) && html`<br>optional`}</th><td>${typeOf(schema)} ${constraints(schema)}</td><td>${schema.deprecated && 'Deprecated. '}${inlineCode(schema.description)}</td></tr>`)}</tbody></table>`

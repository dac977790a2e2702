/** JSON Schema in words: the type column of the reference. */
import { type Html, html } from '../../platform/html/html.ts'

export interface Schema {
  type?: string | string[]
  description?: string
  deprecated?: boolean
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
}

/** Words of the document, in which names stand between backticks. */
export const inlineCode = (text = ''): Html =>
  html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`

export function typeOf(schema: Schema): Html {
  const { $ref, anyOf, oneOf, allOf, items, type, properties } = schema
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? ''
    return html`<a href="#object-${name}">${name}</a>`
  }
  const parts = anyOf ?? oneOf ?? allOf
  if (parts) return html`${parts.map((part, i) => html`${i > 0 && ' or '}${typeOf(part)}`)}`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return html`${schema.enum.map((value, i) => html`${i > 0 && ' or '}<code>${String(value)}</code>`)}`
  if (items) return html`list of ${typeOf(items)}`
  if (properties)
    return html`{ ${Object.entries(properties).map(([name, part], i) => html`${i > 0 && ', '}<code>${name}</code>: ${typeOf(part)}`)} }`
  return html`${[type ?? 'anything'].flat().join(' or ')}`
}

export function constraints({ format, minimum, maximum, maxLength, ...rest }: Schema): string {
  const parts = [
    format && `(${format})`,
    minimum !== undefined && maximum !== undefined
      ? `${minimum}–${maximum}`
      : minimum !== undefined && `from ${minimum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    rest.default !== undefined && `default ${JSON.stringify(rest.default)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

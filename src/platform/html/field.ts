/** A field of a form, with its label and hint. */
import { type Html, html } from './html.ts'

interface FieldOptions {
  value?: string
  hint?: string
  rows?: number
  /** Several lines that are shown as dots, as a password is. */
  masked?: boolean
  type?: 'text' | 'password' | 'date' | 'url'
  max?: number
  required?: boolean
  autocomplete?: string
  /** Of the element, where several fields of that name are on the page. */
  id?: string
  /** Id of the datalist that proposes values. */
  list?: string
}

/** A labelled field: one line, or with `rows` several. */
export function field(name: string, label: string, options: FieldOptions = {}): Html {
  const {
    value = '',
    hint,
    rows,
    masked,
    type = 'text',
    max = 500,
    required = true,
    autocomplete = 'off',
    list,
    id = name,
  } = options
  const described = hint && html` aria-describedby="${id}-hint"`
  const must = required && html` required`
  // A browser drops the first newline inside a textarea.
  const input = rows
    ? html`<textarea id="${id}" name="${name}" rows="${rows}" maxlength="${max}"${masked && html` class="masked" autocomplete="off" spellcheck="false"`}${must}${described}>
${value}</textarea>`
    : html`<input id="${id}" name="${name}" type="${type}"${type !== 'date' && html` maxlength="${max}"`} autocomplete="${autocomplete}" value="${value}"${list && html` list="${list}"`}${must}${described}>`
  return html`<label for="${id}">${label}</label>${input}${hint && html`<p class="small" id="${id}-hint">${hint}</p>`}`
}

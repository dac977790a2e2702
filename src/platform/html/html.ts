/** The template tag of every page: what is put in is escaped. */
import { AppError } from '../errors.ts'

/** A String, so that only what this file has made counts as finished. */
class Markup extends String {}

/** A finished piece of HTML. Strings that are not this are escaped where they are put in. */
export type Html = string & { readonly isFinished: true }

/** Escapes strings; leaves out null, undefined, true and false; joins lists. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  let made = strings[0] ?? ''
  for (let at = 0; at < values.length; at++) made += markupOf(values[at]) + strings[at + 1]
  return trusted(made)
}

/** Marks text as HTML that is already safe: our own drawings, and markdown rendered with html off. */
export const trusted = (markup: string): Html => new Markup(markup) as unknown as Html

function markupOf(value: unknown): string {
  if (typeof value === 'string') return escaped(value)
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  if (value instanceof Markup) return value.toString()
  if (Array.isArray(value)) return value.reduce((made: string, each) => made + markupOf(each), '')
  if (value instanceof Promise) throw new AppError('internal', 'a page template was given a promise')
  return escaped(String(value))
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => (/[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (c) => ESCAPES[c] as string) : text)

/** The template tag of every page: what is put in is escaped, and a page is finished when the function returns. */
import { raw, html as tag } from 'hono/html'
import { AppError } from '../domain/errors.ts'

/** A finished piece of HTML. Strings that are not this are escaped where they are put in. */
export type Html = ReturnType<typeof raw>

/** Escapes strings; leaves out null, undefined, true and false; joins lists. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  const made = tag(strings, ...values)
  if (made instanceof Promise) throw new AppError('internal', 'a page template was given a promise')
  return made
}

/** Marks text as HTML that is already safe: our own drawings, and markdown rendered with html off. */
export const trusted = (markup: string): Html => raw(markup)

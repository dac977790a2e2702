/** Lines of a page that a person reads, sees in a tooltip or hears, those of further attributes too; none of other texts. */
import { parseHTML } from 'linkedom'

const ATTRIBUTES = ['title', 'alt', 'aria-label', 'placeholder', 'content', 'data-done', 'data-label']

export function readableLines(page: string, more: readonly string[] = []): string[] {
  if (!page.includes('<html')) return []
  const { document } = parseHTML(page)
  const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
    [...ATTRIBUTES, ...more].flatMap((name) => element.getAttribute(name) ?? []),
  )
  for (const element of document.querySelectorAll('script, style')) element.remove()
  // A word must not grow together with the one of the next element.
  for (const element of document.querySelectorAll('*')) element.append(' ')
  return [document.title, ...attributes, ...(document.body?.textContent ?? '').split('\n')]
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(https?:|\/|[\w-]+=)/.test(line))
}

/** Words of the shipped site that another site must not say: Swedish ones, and those of its topic. */
import { readFileSync } from 'node:fs'
import { parseHTML } from 'linkedom'
import { parse } from 'yaml'

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** Texts of a file of messages, without the names of what is put in. */
function textsOf(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\{\w+/g, ' ')
  return Object.values(value ?? {})
    .map(textsOf)
    .join('\n')
}

const messagesOf = (language: string) => textsOf(parse(readFileSync(`content/messages/${language}.yaml`, 'utf8')))

/** Names of parameters and fields, which are English everywhere, and words of the reference for programmers. */
const ENGLISH = ['url', 'sort', 'filter', 'docs', 'base']

/** Words of the Swedish messages that neither the site's language, English nor the originals have. */
export function swedishWords(language: string, originals: string): Set<string> {
  const others = new Set([...ENGLISH, ...wordsIn([messagesOf(language), messagesOf('en'), originals].join('\n'))])
  const swedish = wordsIn(messagesOf('sv') + readFileSync('content/pages/om.md', 'utf8'))
  return new Set(swedish.filter((word) => word.length > 2 && !others.has(word)))
}

export const SHIPPED_TOPIC = /\bapple|iphone|ipad|macos|\bmac\b|kärnhuset/i

/** Lines that a person reads, sees in a tooltip or hears. */
export function spokenLines(page: string): string[] {
  if (!page.includes('<html')) return []
  const { document } = parseHTML(page)
  const attributes = ['title', 'alt', 'aria-label', 'placeholder', 'content', 'data-done', 'data-label']
  const spoken = [...document.querySelectorAll('*')].flatMap((element) =>
    attributes.flatMap((name) => element.getAttribute(name) ?? []),
  )
  for (const element of document.querySelectorAll('script, style')) element.remove()
  // A word must not grow together with the one of the next element.
  for (const element of document.querySelectorAll('*')) element.append(' ')
  return [document.title, ...spoken, ...(document.body?.textContent ?? '').split('\n')]
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(https?:|\/|[\w-]+=)/.test(line))
}

/** Lines with a Swedish word, or a word of the shipped topic. */
export const foreignLines = (lines: readonly string[], swedish: ReadonlySet<string>): string[] =>
  lines.filter((line) => SHIPPED_TOPIC.test(line) || wordsIn(line).some((word) => swedish.has(word)))

/** Swedish words in paths of the shipped site that Danish has in another form. */
const SWEDISH_SEGMENTS = new Set(
  `om rattelser handelser utskick mitt kop-nu-eller-vanta populart sok fel larm forslag podd installningar folj kallor
  radera appar eget-flode lage ta-med sparat val spara glom tysta sluta olast`.split(/\s+/),
)

export const swedishSegments = (path: string): string[] =>
  (path.split('?')[0] ?? '').split(/[/.]/).filter((segment) => SWEDISH_SEGMENTS.has(segment))

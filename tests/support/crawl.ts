/** Everything that a running site answers with, and the words in it that belong to another site. */
import { readFileSync } from 'node:fs'
import { parseHTML } from 'linkedom'
import { parse } from 'yaml'

export interface Crawled {
  status: number
  type: string
  /** Empty for what is not text. */
  body: string
  location: string | null
}

/** Addresses of one path that differ in their query alone, at most. */
const QUERIES_OF_PATH = 3
const isText = (type: string) => /^text\/|json|xml|javascript/.test(type)

/**
 * Reads all that can be reached from `starts` on `origin`. `headers` belong to addresses below their key. Programs for the
 * browser, and forms, are not followed.
 */
export async function crawlSite(
  origin: string,
  starts: string[],
  headers: Record<string, Record<string, string>> = {},
): Promise<Map<string, Crawled>> {
  const found = new Map<string, Crawled>()
  const queries = new Map<string, number>()
  const waiting = [...starts]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const [pathname = '', query] = path.split('?')
    const count = (queries.get(pathname) ?? 0) + (query === undefined ? 0 : 1)
    if (found.has(path) || count > QUERIES_OF_PATH) continue
    queries.set(pathname, count)
    const own = Object.entries(headers).find(([below]) => pathname.startsWith(below))?.[1] ?? {}
    const answer = await fetch(origin + path, { redirect: 'manual', headers: own })
    const type = answer.headers.get('content-type') ?? ''
    const location = answer.headers.get('location')
    const body = isText(type) ? await answer.text() : ''
    if (!isText(type)) await answer.arrayBuffer()
    found.set(path, { status: answer.status, type, body, location })
    if (location) waiting.push(...localIn(`"${location}"`, origin))
    const read = body.replace(/ action="[^"]*"/g, '')
    if (!/javascript|css/.test(type)) waiting.push(...localIn(`${answer.headers.get('link') ?? ''} ${read}`, origin))
  }
  return found
}

/** Paths on the site itself, of attributes and of absolute addresses. */
export function localIn(text: string, origin: string): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('\\/', '/')
  const attributes = [...plain.matchAll(/(?:href|src|action|content|"url")\s*[=:]\s*"(\/(?!\/)[^"{}]*)"/g)]
  const absolute = plain
    .split(origin)
    .slice(1)
    .map((rest) => /^\/[^\s"'<>()\]\\`{}]*/.exec(rest)?.[0] ?? '')
  const all = [...attributes.map(([, path]) => String(path)), ...absolute]
  return [...new Set(all.map((path) => path.replace(/#.*/, '').replace(/[.,;]$/, '')).filter(Boolean))]
}

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

const SHIPPED_TOPIC = /\bapple|iphone|ipad|macos|\bmac\b|kärnhuset/i

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

/** Everything that a running site answers with: pages, feeds, files, answers of its API, and addresses in all of them. */

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

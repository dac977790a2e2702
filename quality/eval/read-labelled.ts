/** Labelled articles from a file of JSON lines, for measuring clustering. Missing fields are made up for, wrong lines named. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { detectLanguage } from '../../src/news/articles/rules/detect-language.ts'
import { registrableDomain } from '../../src/platform/text/url.ts'

export interface LabelledArticle {
  title: string
  text: string
  language: string | null
  /** By its registrable domain where an address tells, else by its name; null where nothing does. */
  publisher: string | null
  at: number
  label: string
}

const word = z.union([z.string(), z.number()]).transform(String)
const Line = z.object({
  title: z.string().nullish(),
  text: z.string().nullish(),
  language: z.string().nullish(),
  publisher: z.string().nullish(),
  url: z.string().nullish(),
  published_at: z.union([z.string(), z.number()]).nullish(),
  timestamp_ms: z.number().nullish(),
  event: word.nullish(),
  story: word.nullish(),
})

export interface LabelledFile {
  /** In order of time. */
  articles: LabelledArticle[]
  /** What could not be read, by file and line; those lines are left out. */
  faults: string[]
}

export function readLabelled(path: string): LabelledFile {
  const faults: string[] = []
  const read: (Omit<LabelledArticle, 'at'> & { at: number | null })[] = []
  for (const [i, line] of readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue
    const found = readLine(line)
    if (typeof found === 'string') faults.push(`${path}:${i + 1}: ${found}`)
    else read.push(found)
  }
  // A line without a date is taken to come with the one before it.
  let before = read.find(({ at }) => at !== null)?.at ?? 0
  const articles = read.map((article) => {
    before = article.at ?? before
    return { ...article, at: before }
  })
  return { articles: articles.sort((a, b) => a.at - b.at), faults }
}

function readLine(json: string): (Omit<LabelledArticle, 'at'> & { at: number | null }) | string {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return 'not JSON'
  }
  const parsed = Line.safeParse(value)
  if (!parsed.success) return parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  const { title, text, language, published_at, timestamp_ms, event, story } = parsed.data
  const label = event ?? story
  if (label === undefined || label === null) return 'event: missing'
  if (!title?.trim() && !text?.trim()) return 'title: missing, and there is no text either'
  const at = timestamp_ms ?? instantOf(published_at)
  if (Number.isNaN(at)) return `published_at: not a date: ${published_at}`
  const [head, body] = title?.trim() ? [title, text ?? ''] : [text?.slice(0, 120) ?? '', text ?? '']
  return {
    title: head,
    text: body,
    label,
    at,
    publisher: publisherOf(parsed.data),
    language: detectLanguage(`${head}. ${body}`.slice(0, 2000), language ?? null),
  }
}

function publisherOf({ publisher, url }: { publisher?: string | null | undefined; url?: string | null | undefined }) {
  const address = [publisher, url].find((each) => each && URL.canParse(each))
  return address ? registrableDomain(address) : publisher?.trim() || null
}

/** ISO 8601's basic format: 20240726, 20240726T162412Z. */
const BASIC = /^(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)Z?)?$/

/** Milliseconds since 1970; a bare number is that, or seconds, and dates without a zone are UTC. NaN for no date. */
function instantOf(date: string | number | null | undefined): number | null {
  if (typeof date === 'number') return date < 1e11 ? date * 1000 : date
  const written = date?.trim()
  if (!written) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = BASIC.exec(written) ?? []
  if (year) return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (/^\d{9,13}$/.test(written)) return instantOf(Number(written))
  return Date.parse(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(written) ? `${written}Z` : written)
}

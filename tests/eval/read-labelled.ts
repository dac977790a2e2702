/** Labelled articles from a file of JSON lines, for measuring clustering. Missing fields are made up for, wrong lines named. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { detectLanguage } from '../../src/domain/language.ts'

export interface LabelledArticle {
  title: string
  text: string
  language: string | null
  at: number
  label: string
}

const word = z.union([z.string(), z.number()]).transform(String)
const Line = z.object({
  title: z.string().nullish(),
  text: z.string().nullish(),
  language: z.string().nullish(),
  published_at: z.union([z.string(), z.number()]).nullish(),
  timestamp_ms: z.number().nullish(),
  event: word.nullish(),
  story: word.nullish(),
})

/** In order of time. Throws with all that is wrong, by line. */
export function readLabelled(path: string): LabelledArticle[] {
  const faults: string[] = []
  const articles: LabelledArticle[] = []
  for (const [i, line] of readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue
    const read = readLine(line, articles.at(-1)?.at ?? 0)
    if (typeof read === 'string') faults.push(`${path}:${i + 1}: ${read}`)
    else articles.push(read)
  }
  if (articles.length === 0 && faults.length === 0) faults.push(`${path}: no lines`)
  if (faults.length > 0) throw new Error(summary(faults))
  return articles.sort((a, b) => a.at - b.at)
}

const MOST_SHOWN = 10
const summary = (faults: string[]) =>
  [
    ...faults.slice(0, MOST_SHOWN),
    ...(faults.length > MOST_SHOWN ? [`and ${faults.length - MOST_SHOWN} more`] : []),
  ].join('\n')

/** A line without a date is taken to come with the one before it. */
function readLine(json: string, before: number): LabelledArticle | string {
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
    at: at ?? before,
    language: detectLanguage(`${head}. ${body}`.slice(0, 2000), language ?? null),
  }
}

/** Milliseconds since 1970; a bare number is that, or seconds. */
function instantOf(date: string | number | null | undefined): number | null {
  if (date === null || date === undefined || date === '') return null
  if (typeof date === 'string') return Date.parse(date)
  return date < 1e11 ? date * 1000 : date
}

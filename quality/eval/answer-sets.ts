/** Sets of answers for measuring the checks: read, with the rules of the language that they are in. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { detectLanguage } from '../../src/news/articles/rules/detect-language.ts'
import { loadVerifyRules } from '../../src/news/texts/load-rules.ts'
import { type CitedClaim, claimsAs, textOf, titled } from '../../src/news/texts/verify/cited.ts'
import { checkCopying } from '../../src/news/texts/verify/copying.ts'
import { checkLength, type LengthRule, SUMMARY_LENGTH } from '../../src/news/texts/verify/length.ts'
import type { VerifyRules } from '../../src/news/texts/verify/running-text.ts'
import { readSource, type SourceText } from '../../src/news/texts/verify/source.ts'
import { readLanguages } from '../../src/platform/languages/language-files.ts'
import { readSite } from '../../src/platform/site/site-file.ts'
import { type SentenceEnds, sentences } from '../../src/platform/text/sentences.ts'

/** One a line. `fault` names what is wrong with the answer; null or missing for a good one. */
const Line = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  half: z.enum(['tuning', 'held-out']).optional(),
  source: z.object({
    title: z.string().nullish(),
    text: z.string(),
    language: z.string().nullable().default(null),
    publisher: z.string().nullable().default(null),
    author: z.string().nullable().default(null),
    published_at: z.coerce.date().nullish(),
  }),
  answer: z.unknown(),
  fault: z.string().nullish(),
})

export interface Pair {
  id: string
  half: string
  source: SourceText
  /** Its headline and sentences; null where it is of neither shape. */
  answer: CitedClaim[] | null
  fault: string | null
  /** The part of a faulty answer that no good answer to the same source says; all of it where that is nothing. */
  falseTexts: ReadonlySet<string>
}

export interface AnswerSet {
  file: string
  pairs: Pair[]
  rules: VerifyRules
  length: LengthRule
  mayCopy: boolean
  /** That of the answers, which the site would be in. */
  language: string
  /** Checks that ask for our form, where the set has another. */
  leftOut: string[]
}

const HOME = 'sv'

/** Every nth pair of a file, from the first. Throws for a line that cannot be read, with its number. */
export async function readAnswerSet(
  file: string,
  { every = 1, language, content: folder = 'content' }: ReadingRules = {},
): Promise<AnswerSet> {
  const lines = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').split(/\r?\n/)
  const selected = lines.flatMap((line, at) => (line.trim() === '' || at % every > 0 ? [] : [{ line, at }]))
  const isTokenised = isMost(selected, ({ line }) => TOKENS.test(line))
  const read = selected.map(({ line, at }) => ({
    ...parse(isTokenised ? joinTokens(line) : line, `${file}:${at + 1}`),
    at,
  }))
  const content = resolve(folder)
  const languages = readLanguages(content)
  const site = language ?? mostOf(read.map(({ answer }) => detectLanguage(wordsOf(answer))))
  const code = languages.find(site)?.code ?? HOME
  const rules = await loadVerifyRules(content, code, [readSite(content).topic])
  const unmarked = read.map(({ id, half = 'all', source, answer, fault = null, at }) => {
    const { published_at: publishedAt = null, ...rest } = source
    return {
      id: String(id ?? at + 1),
      half,
      fault,
      source: { ...rest, title: source.title ?? '', publishedAt },
      answer: readClaims(withHeadline(answer), rules.languages.siteReading.ends),
    }
  })
  const pairs = unmarked.map((pair): Pair => ({ ...pair, falseTexts: falseTextsOf(pair, unmarked) }))
  return { file, pairs, rules, language: code, ...formOf(pairs, rules) }
}

function falseTextsOf({ source, answer, fault }: Unmarked, all: readonly Unmarked[]): Set<string> {
  if (fault === null || !answer) return new Set()
  const good = all.filter((one) => one.fault === null && one.source.text === source.text)
  const accepted = new Set(good.flatMap((one) => one.answer?.map(({ text }) => text) ?? []))
  const texts = answer.map(({ text }) => text)
  const distinct = texts.filter((text) => !accepted.has(text))
  return new Set(distinct.length > 0 ? distinct : texts)
}

type Unmarked = Omit<Pair, 'falseTexts'>

/** As old corpora come: words, signs and the groups of a number apart, quotation marks as two signs. */
const TOKENS = /\p{L} - \p{L}|``|\( \p{L}| ['’]s /u

const joinTokens = (line: string) =>
  line
    .replace(/``\s*/g, '“')
    .replace(/\s*''/g, '”')
    .replace(/`/g, '‘')
    .replace(/(\d), (?=\d{3}(?!\d))/g, '$1,')
    .replace(/(\d)\. (?=\d)/g, '$1.')
    .replace(/([$£€]) (?=\d)/g, '$1')
    .replace(/(?<=[\p{L}\d]) - (?=[\p{L}\d])/gu, '-')
    .replace(/ (?=['’]s )/g, '')

const isMost = <T>(all: readonly T[], is: (one: T) => boolean, share = 0.5) =>
  all.filter(is).length > share * all.length

interface ReadingRules {
  every?: number
  /** That of the answers; found out where it is not said. */
  language?: string | undefined
  /** The folder that the site is made of. */
  content?: string | undefined
}

function parse(line: string, place: string): z.infer<typeof Line> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Error(`${place}: not JSON`)
  }
  const parsed = Line.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error(
    `${place}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
  )
}

const Summary = z.object({ title: z.string().nullish(), summary: z.string() })

const wordsOf = (answer: unknown): string => {
  const { data } = Summary.safeParse(answer)
  return data ? data.summary : JSON.stringify(answer ?? '')
}

const MAX_HEADLINE_LENGTH = 120

/** A summary that came without a headline has its beginning for one. */
function withHeadline(answer: unknown): unknown {
  const { data } = Summary.safeParse(answer)
  return data && !data.title?.trim() ? { ...data, title: data.summary.slice(0, MAX_HEADLINE_LENGTH) } : answer
}

function mostOf(found: readonly (string | null)[]): string | null {
  const counts = [...Map.groupBy(found, (language) => language)].map(([language, all]) => ({
    language,
    count: all.length,
  }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.language ?? null
}

// What others have measured with: sentences without evidence, or the whole as one text.
const Loose = z.object({
  title: z.string(),
  sentences: z
    .array(z.union([z.string(), z.object({ text: z.string(), evidence: z.array(z.string()).default([]) })]))
    .optional(),
  summary: z.string().optional(),
})

/** Reads an answer of the present shape or the old one (`title`, `summary`); null for anything else. */
function readClaims(answer: unknown, ends: SentenceEnds): CitedClaim[] | null {
  const { data } = Loose.safeParse(answer)
  const given = data?.sentences ?? (data?.summary === undefined ? [] : sentences(data.summary, ends))
  if (!data || given.length === 0) return null
  const told = given.map((one) => (typeof one === 'string' ? { text: one, evidence: [] } : one))
  const cited = told.map(({ text, evidence }) => ({ text, evidence: evidence.map((quote) => ({ source: 1, quote })) }))
  return [titled(data.title), ...claimsAs('sentence', cited)]
}

const runningTextOf = ([, ...told]: readonly CitedClaim[]): string => textOf(told)

/** Rules of length and of copying that many of a set's good answers break are not what it was written by. */
function formOf(pairs: readonly Pair[], { languages }: VerifyRules) {
  const good = pairs.flatMap(({ source, answer, fault }) => (fault === null && answer ? [{ source, answer }] : []))
  const isOtherLength = isMost(
    good,
    ({ answer }) =>
      checkLength(answer[0]?.text ?? '', runningTextOf(answer), SUMMARY_LENGTH, languages.siteReading.ends) !== null,
    MANY,
  )
  const mayCopy = isMost(
    good,
    ({ source, answer }) => checkCopying(runningTextOf(answer), readSource(source, languages)) !== null,
    MANY,
  )
  return {
    length: isOtherLength ? ANY_LENGTH : SUMMARY_LENGTH,
    mayCopy,
    leftOut: [...(isOtherLength ? ['length'] : []), ...(mayCopy ? ['copying'] : [])],
  }
}

const MANY = 0.1

const ANY_LENGTH = { words: [1, 10_000], sentences: [1, 1_000] } as const

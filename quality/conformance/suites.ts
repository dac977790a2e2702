/** Runs the parser over the test data folder and collects figures. Prints nothing. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseFeed } from '../../src/news/feeds/parse.ts'
import type { ParsedFeed } from '../../src/news/feeds/rules/feed.ts'
import { AppError } from '../../src/platform/errors.ts'
import { plainText } from '../../src/platform/text/text.ts'
import { agrees, type Check, fieldOf } from './checks.ts'
import { activeIn } from './survivors.ts'

/** Where the suite expects its documents to be served. */
const ORIGIN = 'http://127.0.0.1:8097'

export interface Figures {
  files: number
  /** Errors other than the one that says "no feed". */
  thrown: string[]
  /** By processor time: a busy machine is no fault of the parser. */
  slowest: { path: string; ms: number }
  survivors: string[]
  fields: Map<string, { passed: number; failures: string[] }>
  items: { passed: number; failures: string[] }
  real: { passed: number; failures: string[] }
}

interface Line {
  path: string
  group: string
  core?: Check[]
  http_headers?: Record<string, string>
  n_items_regex?: number | null
  expected?: string
  items?: number
  title?: string
}

/** `share`: the lines of each suite that are run. */
export function runSuites(data: string, share = (lines: Line[]) => lines): Figures {
  const figures: Figures = {
    files: 0,
    thrown: [],
    slowest: { path: '', ms: 0 },
    survivors: [],
    fields: new Map(),
    items: { passed: 0, failures: [] },
    real: { passed: 0, failures: [] },
  }
  const feeds = join(data, 'feeds')
  const linesIn = (name: string) => share(linesOf(feeds, name))
  for (const line of linesIn('conformance/feedparser.jsonl')) runFeedparser(line, join(feeds, 'conformance'), figures)
  for (const line of linesIn('conformance/others.jsonl')) runOther(line, join(feeds, 'conformance'), figures)
  for (const line of linesIn('real.jsonl')) runReal(line, feeds, figures)
  return figures
}

function linesOf(folder: string, name: string): Line[] {
  const text = readFileSync(join(folder, name), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

function parse(line: Line, folder: string, figures: Figures): ParsedFeed | null {
  const bytes = readFileSync(join(folder, line.path))
  const headers = new Headers(line.http_headers)
  const started = process.cpuUsage()
  try {
    return parseFeed(bytes, {
      url: `${ORIGIN}/${line.path}`,
      contentType: headers.get('content-type'),
      contentLocation: headers.get('content-location'),
      contentLanguage: headers.get('content-language'),
    })
  } catch (error) {
    if (!(error instanceof AppError)) figures.thrown.push(`${line.path}: ${error}`)
    return null
  } finally {
    const { user, system } = process.cpuUsage(started)
    const ms = (user + system) / 1000
    figures.files += 1
    if (ms > figures.slowest.ms) figures.slowest = { path: line.path, ms }
  }
}

function runFeedparser(line: Line, folder: string, figures: Figures): void {
  const feed = parse(line, folder, figures)
  for (const item of feed?.items ?? [])
    for (const survivor of activeIn(item.contentHtml)) figures.survivors.push(`${line.path}: ${survivor}`)
  for (const check of line.core ?? []) {
    const field = fieldOf(check)
    if (field) tally(figures, field, line, check, feed)
  }
}

function tally(figures: Figures, field: string, line: Line, check: Check, feed: ParsedFeed | null): void {
  const row = figures.fields.get(field) ?? { passed: 0, failures: [] }
  figures.fields.set(field, row)
  const { ok, actual } = feed ? agrees(check, feed) : { ok: false, actual: 'no feed' }
  if (ok) row.passed += 1
  else row.failures.push(`${line.path}: expected ${JSON.stringify(check.value)}, got ${JSON.stringify(actual)}`)
}

/** Counts and titles where the other parser's own expected output has them, else a count of item tags. */
function runOther(line: Line, folder: string, figures: Figures): void {
  const feed = parse(line, folder, figures)
  const titles = line.expected ? expectedTitles(join(folder, line.expected)) : null
  // The counts were made on the bytes as they are, so for compressed files they say nothing.
  const expected = titles?.length ?? (isCompressed(join(folder, line.path)) ? null : line.n_items_regex)
  const actual = feed?.items.map((item) => item.title)
  const wrong = titles?.findIndex((title, at) => fold(title) !== fold(actual?.[at] ?? '')) ?? -1
  const problem =
    typeof expected === 'number' && expected !== (actual?.length ?? 0)
      ? `${expected} items expected, got ${feed ? actual?.length : 'no feed'}`
      : wrong >= 0 &&
        `title ${wrong}: expected ${JSON.stringify(titles?.[wrong])}, got ${JSON.stringify(actual?.[wrong])}`
  if (problem) figures.items.failures.push(`${line.path}: ${problem}`)
  else figures.items.passed += 1
}

/** The lists were made without decoding, so only ASCII letters and digits are compared. */
const fold = (text: string) => plainText(plainText(text)).replace(/[^a-z0-9]+/gi, '')

function isCompressed(path: string): boolean {
  return readFileSync(path)[0] === 0x1f
}

function expectedTitles(path: string): string[] | null {
  const output = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  const feed = (output.feed ?? output) as Record<string, unknown>
  const items = feed.items ?? feed.entries
  if (!Array.isArray(items)) return null
  return items.map(({ title }: { title?: unknown }) => String((title as { value?: string })?.value ?? title ?? ''))
}

function runReal(line: Line, folder: string, figures: Figures): void {
  const feed = parse(line, folder, figures)
  const problems = feed ? realProblems(feed, line) : ['no feed']
  if (problems.length > 0) figures.real.failures.push(`${line.path}: ${problems.join('; ')}`)
  else figures.real.passed += 1
}

/** Every item of a real feed has a title or a text, and an identity. */
function realProblems(feed: ParsedFeed, line: Line): string[] {
  const problems: string[] = []
  if (feed.items.length !== line.items) problems.push(`${line.items} items expected, got ${feed.items.length}`)
  if (line.title && !fold(feed.title).startsWith(fold(line.title)))
    problems.push(`title ${JSON.stringify(line.title)} is ${JSON.stringify(feed.title)}`)
  const empty = feed.items.filter((item) => item.title === '' && item.summary === '').length
  const nameless = feed.items.filter((item) => item.guid === null && item.url === null).length
  const undated = feed.items.filter((item) => item.publishedAt === null).length
  if (empty > 0) problems.push(`${empty} items without any text`)
  if (nameless > 0) problems.push(`${nameless} items without identity`)
  if (undated > 0 && undated < feed.items.length)
    problems.push(`${undated} items without a date, though others have one`)
  return problems
}

/**
 * `npm run eval:copies -- FILE…`: the ten pairs of publishers with most copies in labelled sets together, with some of the texts, to
 * be read by eye. A line of a set has title, publisher and time; `event` or `story` groups reports.
 */
import { readFileSync } from 'node:fs'
import { argv } from 'node:process'
import { casesOf, type Report } from '../../src/features/publisher-record/cases.ts'
import { addPairs, type Pairs, pairsOf } from '../../src/features/publisher-record/figures.ts'

interface Line {
  title: string
  text?: string
  publisher: string
  event?: string
  story?: string
  published_at?: string
  timestamp_ms?: number
}

const SHOWN = 10
const EXAMPLES = 3

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

const toReport = (line: Line, id: number): Report => {
  const at = new Date(line.timestamp_ms ?? line.published_at ?? 0)
  const { publisher, text = '' } = line
  const dates = { publishedAt: at, discoveredAt: at, early: false }
  return { id, publisher, creditedPublisher: null, ...dates, excerpt: text, tagIds: [] }
}

const groups = argv
  .slice(2)
  .flatMap((file) => [...Map.groupBy(linesOf(file), ({ event, story }) => event ?? story).values()])
const pairs: Record<string, Pairs> = {}
const examples = new Map<string, string[]>()
const keyOf = (publisher: string, other: string) => `${publisher} < ${other}`
for (const [id, group] of groups.entries()) {
  const ofId = new Map(group.map((line, at) => [at, line]))
  const reports = group.map(toReport).sort((a, b) => +(a.publishedAt ?? 0) - +(b.publishedAt ?? 0) || a.id - b.id)
  for (const [publisher, one] of casesOf({ id, firstAt: new Date(0), points: [], settlements: [], reports })) {
    pairs[publisher] = addPairs([pairs[publisher] ?? {}, pairsOf([one])])
    if (one.copyOf === null) continue
    const textOf = (name: string) => {
      const report = reports.find((found) => found.publisher === name)
      return report ? `${ofId.get(report.id)?.title} | ${report.excerpt.slice(0, 120)}` : ''
    }
    const key = keyOf(publisher, one.copyOf)
    examples.set(key, [...(examples.get(key) ?? []), `    ${textOf(publisher)}\n    = ${textOf(one.copyOf)}`])
  }
}
const copied = Object.entries(pairs).flatMap(([publisher, others]) =>
  Object.entries(others).flatMap(([other, sums]) => (sums.copies > 0 ? { key: keyOf(publisher, other), ...sums } : [])),
)
console.log(`${groups.length} events, ${copied.length} pairs with a copy`)
for (const { key, copies, shared } of copied.sort((a, b) => b.copies - a.copies).slice(0, SHOWN)) {
  console.log(`${key}: ${copies} of ${shared}`)
  for (const one of examples.get(key)?.slice(0, EXAMPLES) ?? []) console.log(one)
}

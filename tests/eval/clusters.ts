/**
 * How well articles are joined to events: `npm run eval:clusters [-- --file X.jsonl] [--json]`.
 * Lines: id, title, text, publisher, url, language, published_at, event (in the UCI file: story, timestamp_ms). A line that
 * cannot be read is named, left out, and makes the exit code 2; a missed target makes it 1.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ClusterMemory, type Report } from '../support/cluster-memory.ts'
import { contentLexicon } from '../support/lexicon.ts'
import { bcubed, type Labelled, pairwise, type Score } from './cluster-scores.ts'
import { playedVector } from './played-embedder.ts'
import { type LabelledArticle, readLabelled } from './read-labelled.ts'
import { tunedBaseline } from './tfidf-baseline.ts'

interface Measured {
  articles: number
  events: number
  ours: Scores
  with_vectors: Scores
  baseline: Scores & { threshold: number }
  /** BCubed of the two halves of the labelled events, parted by a hash of their names: they should agree. */
  halves: [Score, Score]
}
interface Scores {
  groups: number
  pairwise: Score
  bcubed: Score
}
interface Target {
  name: string
  value: number
  target: number
  met: boolean
}

const HOUR = 3_600_000
const lexicon = contentLexicon()
const { values: options } = parseArgs({
  options: { file: { type: 'string' }, json: { type: 'boolean', default: false } },
})

function measure(articles: LabelledArticle[]): Measured {
  const baseline = tunedBaseline(articles, lexicon.stop)
  const groups = group(articles, false)
  const grouped = label(articles, groups)
  const inFirst = ({ label }: { label: string }) => (createHash('md5').update(label).digest()[0] ?? 0) % 2 === 0
  return {
    articles: articles.length,
    events: new Set(articles.map((a) => a.label)).size,
    ours: scores(articles, groups),
    with_vectors: scores(articles, group(articles, true)),
    baseline: { threshold: baseline.threshold, ...scores(articles, baseline.groups) },
    halves: [bcubed(grouped, inFirst), bcubed(grouped, (a) => !inFirst(a))],
  }
}

/** In order of time, an hour's articles at once, as the service meets them. */
function group(articles: LabelledArticle[], vectors: boolean): number[] {
  const memory = new ClusterMemory(lexicon)
  const reports = articles.map(({ title, text, language, at }, i): Report => {
    return { id: i + 1, title, text, language, at, vector: vectors ? playedVector(`${title}. ${text}`) : null }
  })
  const hours = Map.groupBy(reports, (report) => Math.floor(report.at / HOUR))
  for (const hour of hours.values()) memory.add(hour)
  return reports.map((report) => memory.eventOf.get(report.id) ?? 0)
}

function label(articles: LabelledArticle[], groups: number[]): Labelled[] {
  return articles.map((article, i) => ({ label: article.label, group: groups[i] ?? -1 }))
}

function scores(articles: LabelledArticle[], groups: number[]): Scores {
  const labelled = label(articles, groups)
  return { groups: new Set(groups).size, pairwise: pairwise(labelled), bcubed: bcubed(labelled) }
}

function targetsOf({ own, uci }: Record<string, Measured>): Target[] {
  const target = (name: string, value: number, least: number) => ({ name, value, target: least, met: value >= least })
  return [
    ...(own ? [target('own set, BCubed F1', own.ours.bcubed.f1, 0.9)] : []),
    ...(own ? [target('own set, BCubed precision', own.ours.bcubed.precision, 0.95)] : []),
    ...(own ? [target('own set, weaker half, BCubed F1', Math.min(...own.halves.map((half) => half.f1)), 0.9)] : []),
    ...(uci ? [target('UCI, BCubed F1', uci.ours.bcubed.f1, uci.baseline.bcubed.f1 + 0.1)] : []),
  ]
}

function print(sets: Record<string, Measured>, checks: Target[]): void {
  for (const [name, set] of Object.entries(sets)) {
    console.log(`\n${name}: ${set.articles} articles, ${set.events} labelled events`)
    console.log(`${''.padEnd(34)}groups   BCubed P / R / F1       pairwise P / R / F1`)
    console.log(row('clustering', set.ours))
    console.log(row('clustering, played vectors', set.with_vectors))
    console.log(row(`TF-IDF single pass (best: ${set.baseline.threshold})`, set.baseline))
    console.log(`two halves of the labels, BCubed: ${set.halves.map(figures).join(' and ')}`)
  }
  console.log('\nPlayed vectors are a hashed random projection of words, no language model.')
  for (const { name, value, target, met } of checks)
    console.log(`${met ? 'ok    ' : 'MISSED'} ${name}: ${value.toFixed(3)} (at least ${target.toFixed(3)})`)
}

const figures = ({ precision, recall, f1 }: Score) => [precision, recall, f1].map((x) => x.toFixed(3)).join(' / ')
const row = (name: string, { groups, bcubed, pairwise }: Scores) =>
  `${name.padEnd(34)}${String(groups).padStart(6)}   ${figures(bcubed)}   ${figures(pairwise)}`

const own = new URL('./clusters.jsonl', import.meta.url).pathname
const uci = join(process.env.KARNHUSET_TEST_DATA ?? '../shared/data', 'clustering/uci-stories.jsonl')
const files: [string, string][] = options.file ? [['file', options.file]] : [['own', own]]
if (!options.file && existsSync(uci)) files.push(['uci', uci])
if (!options.file && !existsSync(uci)) console.error(`Skipped: ${uci} is missing (KARNHUSET_TEST_DATA).`)

const MOST_SHOWN = 10

function measureFile(path: string): Measured {
  const { articles, faults } = readLabelled(path)
  for (const fault of faults.slice(0, MOST_SHOWN)) console.error(fault)
  if (faults.length > MOST_SHOWN)
    console.error(`${path}: and ${faults.length - MOST_SHOWN} more lines that cannot be read`)
  if (faults.length > 0) process.exitCode = 2
  if (articles.length === 0) throw new Error(`${path}: no line that can be read`)
  return measure(articles)
}

try {
  const measured = Object.fromEntries(files.map(([name, path]) => [name, measureFile(path)]))
  const targets = targetsOf(measured)
  if (options.json) console.log(JSON.stringify({ ...measured, targets }))
  else print(measured, targets)
  if (targets.some((target) => !target.met)) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

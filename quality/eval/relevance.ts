/**
 * Measures relevance: `npm run eval:relevance [-- --data shared] [--file X.jsonl] [--content FOLDER] [--wrong] [--json]`.
 * Lines: id, title, text, publisher, label (1, 0 or "borderline", which is left out).
 * Own sets are relevance-*.jsonl beside this file and the demo's articles; `--data shared` (or KARNHUSET_TEST_DATA) adds the
 * real headlines. Each is split by its ids: rules are chosen on the tuning half.
 * Every source is taken as one that writes about other things too, with the headline alone and with the text.
 * `--wrong` lists the errors of the tuning half alone. The exit code is 1 where a target is missed, 2 without data.
 */
import { parseArgs } from 'node:util'
import { readContent } from '../../src/app/content.ts'
import { classifyArticle } from '../../src/news/articles/rules/classify-by-rules.ts'
import { measureRelevance, type RelevanceFigures } from '../../src/news/topic/rules/fit-relevance.ts'
import { randomFrom } from './cluster-scores.ts'
import { HALVES, type Labelled, type RelevanceSet, readRelevanceSets } from './relevance-sets.ts'

/** Precision and recall that the held-out half must reach, with the text. */
const FLOORS: Record<string, { precision: number; recall: number }> = {
  headlines: { precision: 0.93, recall: 0.96 },
  swedish: { precision: 0.88, recall: 0.92 },
  bicycles: { precision: 0.93, recall: 0.73 },
  railways: { precision: 0.83, recall: 0.88 },
  'bicycles, demo': { precision: 1, recall: 0.9 },
  'railways, demo': { precision: 1, recall: 0.92 },
}
const RESAMPLES = 1000

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string' },
    data: { type: 'string' },
    content: { type: 'string', default: 'content' },
    wrong: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

type Called = (example: Labelled) => boolean

function callsOf({ content, examples }: RelevanceSet): { called: Record<'headline' | 'text', Called>; ms: number } {
  const { rules } = readContent(content)
  const relevant = ({ title, publisher, language }: Labelled, text: string) =>
    classifyArticle(rules, {
      title,
      summary: '',
      text,
      language,
      feed: { publisher: publisher ?? '', language, relevance: 'model' },
    }).relevant
  const verdicts = (part: (example: Labelled) => string) =>
    new Map(examples.map((example) => [example, relevant(example, part(example))]))
  const alone = verdicts(() => '')
  const started = process.cpuUsage()
  const complete = verdicts(({ text }) => text)
  const { user, system } = process.cpuUsage(started)
  const ms = (user + system) / 1000 / examples.length
  return {
    called: {
      headline: (example) => alone.get(example) === true,
      text: (example) => complete.get(example) === true,
    },
    ms,
  }
}

function f1Of(examples: readonly Labelled[], called: Called): number {
  const { precision, recall } = measureRelevance(examples, called)
  return (2 * precision.hits) / Math.max(1, precision.of + recall.of)
}

/** The middle 95 % of the F1 of resamples, the same with each run. */
function intervalOf(examples: readonly Labelled[], called: Called): [number, number] {
  const random = randomFrom(1)
  const drawn = () => examples.flatMap(() => examples[Math.floor(random() * examples.length)] ?? [])
  const sorted = Array.from({ length: RESAMPLES }, () => f1Of(drawn(), called)).sort((a, b) => a - b)
  return [sorted[Math.floor(RESAMPLES * 0.025)] ?? 0, sorted[Math.floor(RESAMPLES * 0.975)] ?? 1]
}

const three = (value: number) => value.toFixed(3)
const shareOf = ({ hits, of, low, high }: RelevanceFigures['precision']) =>
  `${three(of === 0 ? 1 : hits / of)} [${three(low)}–${three(high)}]`

function measure(set: RelevanceSet) {
  const { called, ms } = callsOf(set)
  const rows = HALVES.flatMap((half) =>
    (['headline', 'text'] as const).map((read) => {
      const examples = set.examples.filter((example) => example.half === half)
      const figures = measureRelevance(examples, called[read])
      const f1 = { value: f1Of(examples, called[read]), interval: intervalOf(examples, called[read]) }
      return { half, read, examples: examples.length, ...figures, f1 }
    }),
  )
  return { name: set.name, ms, rows }
}

function print({ name, ms, rows }: ReturnType<typeof measure>): void {
  console.log(`\n${name}: ${three(ms)} ms of processor time an article`)
  for (const { half, read, examples, precision, recall, f1, wrong } of rows) {
    const taken = wrong.filter(({ relevant }) => !relevant).length
    console.log(
      `  ${half.padEnd(8)} ${read.padEnd(8)} ${String(examples).padStart(4)}  P ${shareOf(precision)}  R ${shareOf(recall)}  F1 ${three(f1.value)} [${f1.interval.map(three).join('–')}]  ${taken} wrongly taken, ${wrong.length - taken} missed`,
    )
    if (options.wrong && half === 'tuning' && read === 'text')
      for (const { title, relevant } of wrong) console.log(`    ${relevant ? 'missed' : 'wrongly taken'}: ${title}`)
  }
}

/** Names of the targets that are missed. */
const missed = ({ name, rows }: ReturnType<typeof measure>): string[] =>
  rows.flatMap(({ half, read, precision, recall }) => {
    const floor = FLOORS[name]
    if (!floor || half !== 'held-out' || read !== 'text') return []
    const kinds = { precision, recall }
    return (['precision', 'recall'] as const)
      .filter((kind) => kinds[kind].hits < floor[kind] * kinds[kind].of)
      .map((kind) => `MISSED ${name}, held-out half, ${kind}: at least ${floor[kind]}`)
  })

try {
  const measured = readRelevanceSets({ ...options, file: options.file ?? positionals[0] }).map(measure)
  if (options.json) console.log(JSON.stringify(measured))
  else for (const each of measured) print(each)
  const misses = measured.flatMap(missed)
  for (const miss of misses) console.error(miss)
  if (misses.length > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

/**
 * Measures calibration with forty answers: `npm run eval:calibrate -- --data shared [--seeds 20]`. Each set is replayed at every
 * line that a site may have. Pairs are drawn as the console draws them, answered from the labels, and the line moves as it
 * would there. Printed are BCubed F1 at each line, and what the chosen lines lose to the best one.
 */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AnsweredPair, calibrate, LINES, MIN_ANSWERS } from '../../src/features/calibration/calibrate.ts'
import { drawPairs, type EventsByLine, pairsBetween } from '../../src/features/calibration/pairs.ts'
import { MAX_REPLAYED, replayLines } from '../../src/features/calibration/replay.ts'
import { DEFAULT_LINE } from '../../src/news/events/clustering/line.ts'
import { featuresOf } from '../../src/news/events/clustering/pair-features.ts'
import { contentLexicon } from '../../tests/support/content.ts'
import { selectedData } from '../../tests/support/test-data.ts'
import { bcubed, randomFrom } from './cluster-scores.ts'
import { type LabelledArticle, readLabelled } from './read-labelled.ts'

/** F1 that may be lost to the best line. */
const MAX_LOSS = 0.01
const lexicon = contentLexicon()
const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    file: { type: 'string', multiple: true },
    seeds: { type: 'string', default: '20' },
  },
})

function filesOf(): string[] {
  if (options.file) return options.file
  const shared = selectedData(options.data, 'clustering')
  const folder = shared ? join(shared, 'clustering') : import.meta.dirname
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl') && (shared || file.startsWith('clusters')))
  return files.sort().map((file) => join(folder, file))
}

async function measure(name: string, articles: LabelledArticle[]): Promise<void> {
  const items = articles.map(({ at, publisher, ...article }, id) => {
    const item = { id, at, publisher, features: featuresOf(lexicon, article) }
    return item
  })
  const all = await replayLines(items, { lexicon, vectors: null })
  const newest = items.slice(-MAX_REPLAYED)
  const seen = newest.length < items.length ? await replayLines(newest, { lexicon, vectors: null }) : all
  const f1 = new Map(LINES.map((line) => [line as number, f1Of(articles, all, line)]))
  const best = Math.max(...f1.values())
  const lines = Array.from({ length: Number(options.seeds) }, (_, seed) => calibratedLine(articles, seen, seed + 1))
  const lost = lines.map((line) => best - (f1.get(line) ?? 0))
  const mean = lost.reduce((sum, each) => sum + each, 0) / lost.length
  console.log(`\n${name}: F1 ${[...f1].map(([line, each]) => `${line}: ${each.toFixed(3)}`).join(', ')}`)
  console.log(`${mean <= MAX_LOSS ? 'ok    ' : 'MISSED'} best ${best.toFixed(4)}, default ${f1.get(DEFAULT_LINE)?.toFixed(4)}; \
chosen lose ${mean.toFixed(4)} in the mean, ${Math.max(...lost).toFixed(4)} at most; ${lost.filter((each) => each <= MAX_LOSS).length} of \
${lines.length} within ${MAX_LOSS}; lines ${lines.toSorted((a, b) => a - b).join(' ')}`)
}

const f1Of = (articles: LabelledArticle[], events: EventsByLine, line: number) =>
  bcubed(articles.map(({ label }, id) => ({ label, group: events.get(line)?.get(id) ?? -1 }))).f1

function calibratedLine(articles: LabelledArticle[], events: EventsByLine, seed: number): number {
  const facts = new Map(articles.map(({ at, publisher }, id) => [id, { at, publisher }]))
  const random = randomFrom(7919 * seed)
  const drawn = drawPairs(pairsBetween(events), { facts, line: DEFAULT_LINE, limit: MIN_ANSWERS, random })
  const answered = drawn.map(({ pair: [a, b], ...found }): AnsweredPair => {
    return { ...found, same: articles[a]?.label === articles[b]?.label, byModel: false }
  })
  if (answered.length < MIN_ANSWERS) console.log(`only ${answered.length} pairs near the line`)
  return calibrate(answered)?.line ?? DEFAULT_LINE
}

for (const file of filesOf()) await measure(basename(file, '.jsonl'), readLabelled(file).articles)

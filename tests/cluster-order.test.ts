/** Replays thirty days of the labelled set in many orders: the order of arrival must leave no trace. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ClusterMemory, type Report } from './support/cluster-memory.ts'
import { contentLexicon } from './support/lexicon.ts'

interface Line {
  title: string
  text: string
  language: string
  published_at: string
}

const WINDOW_MS = 96 * 3_600_000
const lexicon = contentLexicon()
const reports = readFileSync(new URL('./eval/clusters.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
  .map((line, i): Report => ({ ...line, id: i + 1, at: Date.parse(line.published_at) }))
const start = reports[0]?.at ?? 0
const month = reports.filter((report) => report.at < start + 30 * 86_400_000)

function replay(order: Report[]): ClusterMemory {
  const memory = new ClusterMemory(lexicon)
  for (const report of order) memory.add([report])
  return memory
}

const eventsOf = (memory: ClusterMemory) =>
  new Set([...memory.events.values()].map((members) => [...members].sort((a, b) => a - b).join(' ')))

/** Shuffled inside each window's length of time, the same for the same seed. */
function shuffled(seed: number): Report[] {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return month
    .map((report) => ({ report, block: Math.floor((report.at - start) / WINDOW_MS), key: random() }))
    .sort((a, b) => a.block - b.block || a.key - b.key)
    .map(({ report }) => report)
}

const once = replay(month)

test('twenty orders of arrival give the same events, at least 99 in 100', () => {
  const straight = eventsOf(once)
  expect(straight.size).toBeGreaterThan(100)
  const shares = Array.from({ length: 20 }, (_, seed) => {
    const events = eventsOf(replay(shuffled(seed + 1)))
    return [...straight].filter((event) => events.has(event)).length / straight.size
  })
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.99)
})

test('the same order gives the same ids', () => {
  expect([...replay(month).eventOf]).toEqual([...once.eventOf])
})

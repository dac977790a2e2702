/** Replays five days of the labelled set in two more orders; `npm run eval:clusters -- --orders 20` does it with twenty. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agreementInOrders, agreementOf } from '../../../../quality/eval/orders.ts'
import { contentLexicon } from '../../../../tests/support/content.ts'
import { ClusterMemory, type Report } from '../../../../tests/support/stages.ts'
import { openMsOf } from './decide.ts'

interface Line {
  title: string
  text: string
  language: string
  published_at: string
}

const reports = readFileSync(new URL('../../../../quality/eval/clusters.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
  .map((line, i): Report => ({ ...line, id: i + 1, at: Date.parse(line.published_at) }))
const start = reports[0]?.at ?? 0
const days = reports.filter((report) => report.at < start + 5 * 86_400_000)

test('two orders of arrival leave 99.5 in 100 articles in the same event, each of them 99', { tags: 'slow' }, () => {
  expect(days.length).toBeGreaterThan(80)
  const shares = agreementInOrders(days, 2).map(({ exact }) => exact)
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.995)
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.99)
})

test('a straggler counts for all of its event where the same members are asked for, and once by BCubed', () => {
  const inOne = (ids: number[], event: number) => ids.map((id): [number, number] => [id, event])
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const before = new Map([...inOne(ten, 1), ...inOne([11, 12], 2)])
  const after = new Map([...inOne(ten.slice(1), 7), [1, 8], ...inOne([11, 12], 9)] as [number, number][])
  const { exact, f1 } = agreementOf(before, after)
  expect(exact).toBeCloseTo(2 / 12)
  // Nine find nine of ten, one finds itself alone; everyone else is where it was, and nobody is with a stranger.
  const recall = (9 * 0.9 + 0.1 + 2) / 12
  expect(f1).toBeCloseTo((2 * recall) / (1 + recall))
  expect(agreementOf(before, before)).toEqual({ exact: 1, f1: 1 })
})

test('the same order gives the same ids', { tags: 'slow' }, () => {
  const lexicon = contentLexicon()
  const replay = () => {
    const memory = new ClusterMemory(lexicon)
    for (const report of days) memory.add([report])
    return [...memory.eventOf]
  }
  expect(replay()).toEqual(replay())
})

test('an event takes in what follows for as long as the settings say, and by itself for as long as it goes on', () => {
  const day = 86_400_000
  const text = 'Epic Games vann i dag mot Apple i domstolen i Sydney om avgifterna i App Store.'
  const said = (n: number): Report => ({
    id: n,
    title: 'Epic vann mot Apple i Sydney',
    text,
    language: 'sv',
    at: start + n * day,
  })
  const sizes = (days?: number) => {
    const memory = new ClusterMemory(contentLexicon(), { openMs: openMsOf(days) })
    for (let n = 0; n < 4; n++) memory.add([said(n + 1)])
    return [...memory.events.values()].map((members) => members.length).sort()
  }
  expect(sizes()).toEqual([4])
  expect(sizes(1)).toEqual([2, 2])
  expect(sizes(2)).toEqual([1, 3])
})

import { expect, test } from 'vitest'
import { type AnsweredPair, calibrate, LINES, MODEL_WEIGHT } from './calibrate.ts'
import { drawPairs, type Found, pairsBetween } from './pairs.ts'

/** `times` answers about pairs that part at a line, so many of which are one event. */
const answers = (joinsTo: number, times: number, same: number, byModel = false): AnsweredPair[] =>
  Array.from({ length: times }, (_, i) => ({ joinsTo, stepWeight: 0.1, same: i < same, byModel }))

test.each([
  ['too few answers', answers(0.9, 39, 39), null],
  ['models alone', answers(0.9, 400, 400, true), null],
  ['all that part below the default are one event', LINES.slice(0, 7).flatMap((line) => answers(line, 6, 6)), 0.7],
  ['none is', LINES.slice(0, 7).flatMap((line) => answers(line, 6, 0)), 1.4],
  ['those from the default on are', LINES.slice(0, 7).flatMap((line) => answers(line, 6, line < 1 ? 0 : 6)), 1],
  ['those from 1.2 on are', LINES.slice(0, 7).flatMap((line) => answers(line, 6, line < 1.2 ? 0 : 6)), 1.2],
  ['no pair tells of lines but 1.3, which is as good as the default', answers(1.3, 40, 40), 1],
])('where %s', (_name, given, line) => {
  expect(calibrate(given)?.line ?? null).toBe(line)
})

test('a model counts a third of a person', () => {
  const people = LINES.slice(3, 7).flatMap((line) => answers(line, 10, 10))
  const lineWith = (times: number) =>
    calibrate([...people, ...answers(0.9, 2, 2), ...answers(0.9, times, 0, true)])?.line
  expect(MODEL_WEIGHT).toBeCloseTo(1 / 3)
  expect(lineWith(6)).toBe(0.9)
  expect(lineWith(12)).toBe(1)
})

test('tells precision and recall on what people answered', () => {
  const given = [...answers(0.7, 20, 2), ...answers(1.2, 20, 18), ...answers(1.2, 99, 0, true).slice(0, 3)]
  expect(calibrate(given)).toMatchObject({
    answers: 40,
    precision: { hits: 18, of: 20 },
    recall: { hits: 18, of: 20 },
  })
})

/** Events by line from groups of articles: `{ 0.7: ['1 2 3'] }` reads "1, 2 and 3 are one event at 0.7". */
const eventsOf = (groups: (line: number) => string[], articles: number) =>
  new Map(
    LINES.map((line) => {
      const eventOf = new Map(Array.from({ length: articles }, (_, i) => [i + 1, -(i + 1)]))
      for (const [event, group] of groups(line).entries())
        for (const id of group.split(' ')) eventOf.set(Number(id), event)
      return [line, eventOf]
    }),
  )

test('finds the pairs that the line decides about, each with the line up to which it joins', () => {
  const events = eventsOf((line) => (line <= 0.8 ? ['1 2 3', '4 5'] : line <= 1.1 ? ['3 2', '4 5'] : ['4 5']), 5)
  const found = pairsBetween(events)
  expect(found.map(({ pair, joinsTo }) => [...pair, joinsTo])).toEqual(
    expect.arrayContaining([
      [1, 2, 0.8],
      [1, 3, 0.8],
      [2, 3, 1.1],
    ]),
  )
  expect(found).toHaveLength(3)
  // Five articles and the certain pair 4 5 are 2.5 + 0.5; the two pairs of an event of three weigh a third each.
  expect(found.find(({ joinsTo }) => joinsTo === 0.8)?.stepWeight).toBeCloseTo(2 / 3 / 3)
})

test('draws each pair once, the nearest to the line first, spread over publishers', () => {
  const found = LINES.slice(0, 7).flatMap((joinsTo, step) =>
    Array.from({ length: 4 }, (_, i): Found => {
      const first = step * 100 + i * 2
      return { pair: [first, first + 1], joinsTo, weight: 0.5, stepWeight: 0.1 }
    }),
  )
  // In each step three pairs are of one publisher, one of others.
  const facts = new Map(
    found.flatMap(({ pair }, i) => pair.map((id) => [id, { publisher: i % 4 === 3 ? `${id}` : 'one', at: 0 }])),
  )
  let state = 1
  const random = () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
  const drawn = drawPairs(found, { facts, line: 1.2, limit: 26, random })
  expect(new Set(drawn.map(({ pair }) => pair.join())).size).toBe(26)
  expect(drawn.slice(0, 3).map(({ joinsTo }) => joinsTo)).toEqual([1.2, 1.1, 1.3])
  const ones = drawn.slice(1, 7).filter(({ pair }) => facts.get(pair[0])?.publisher === 'one')
  expect(ones).toEqual([])
})

test('of a huge event a part is paired, so that the work does not grow with its square', () => {
  const all = Array.from({ length: 4000 }, (_, n) => n + 1).join(' ')
  const pairs = pairsBetween(eventsOf((line) => (line < 0.8 ? [all] : []), 4000))
  expect(pairs.length).toBeGreaterThan(1000)
  expect(pairs.length).toBeLessThan(20_000)
})

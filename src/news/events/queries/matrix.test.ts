import { expect, it } from 'vitest'
import { sourceMatrix } from './matrix.ts'
import type { EventPoint, EventSource } from './views.ts'

const source = (publisher: string, copiesOf: string | null = null, read = true): EventSource => ({
  publisher,
  name: publisher,
  articleId: 1,
  url: '',
  publishedAt: null,
  copiesOf,
  first: false,
  read,
})
const point = (matter: number | undefined, ...sides: string[]): EventPoint => ({
  status: sides.length > 1 ? 'disputed' : 'single',
  judged: true,
  statements: sides.map((by) => ({
    text: by,
    sources: [source(by)],
    quotes: [],
  })) as unknown as EventPoint['statements'],
  ...(matter !== undefined && { matter }),
})
const cells = (sources: EventSource[], ...points: EventPoint[]) =>
  sourceMatrix({ sources, points }).rows.map((row) => row.cells.join(' '))

it('is silent of a source only where no row of the same question has it', () => {
  const sources = [source('a'), source('b'), source('c')]
  expect(cells(sources, point(0, 'a'), point(0, 'b'), point(undefined, 'c'))).toEqual([
    'says adds silent',
    'adds says silent',
    'silent silent says',
  ])
  expect(cells(sources, point(undefined, 'a'), point(undefined, 'b'))).toEqual([
    'says silent silent',
    'silent says silent',
  ])
})

it('says nothing of a source whose articles the text was not written from', () =>
  expect(cells([source('a'), source('b', null, false), source('c')], point(0, 'a'))).toEqual(['says unread silent']))

it('has a dispute and what adds to it as one question', () =>
  expect(cells([source('a'), source('b'), source('c')], point(3, 'a', 'b'), point(3, 'c'))).toEqual([
    'says differs adds',
    'adds adds says',
  ]))

it('has a source with the text of another where that one is', () => {
  const sources = [source('a'), source('b'), source('copy', 'a'), source('echo', 'b'), source('wire', 'nobody')]
  expect(cells(sources, point(undefined, 'a', 'b'), point(1, 'b'), point(1, 'a'))).toEqual([
    'says differs copies differs silent',
    'adds says adds copies silent',
    'says adds copies adds silent',
  ])
})

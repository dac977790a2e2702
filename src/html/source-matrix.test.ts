import { describe, expect, it } from 'vitest'
import type { EventSource, MatrixCell, SourceMatrix } from '../read/events/views.ts'
import { matrixImage, timeImage } from './source-matrix.ts'

const source = (publisher: string, minute: number | null, copiesOf: string | null = null) =>
  ({
    ...{ publisher, name: publisher, copiesOf, first: false },
    publishedAt: minute === null ? null : new Date(Date.UTC(2026, 10, 21, 8, minute)),
  }) as EventSource

const attributesOf = (svg: string, name: string) =>
  [...svg.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value)

describe('points by publishers', () => {
  const image = (rows: MatrixCell[][], columns = rows[0]?.length ?? 0) => {
    const matrix = { columns: Array(columns).fill(null), rows: rows.map((cells) => ({ point: null, cells })) }
    return matrixImage(matrix as unknown as SourceMatrix, 'Tre & fyra')?.toString()
  }

  it.each([
    ['no points', [], 3],
    ['one publisher', [['says']], 1],
  ] as [string, MatrixCell[][], number][])('have no image with %s', (_, rows, columns) =>
    expect(image(rows, columns)).toBeUndefined(),
  )

  it('are a path for each kind of cell, at its row and column', () => {
    const svg = image([
      ['says', 'silent', 'copies'],
      ['differs', 'says', 'silent'],
    ])
    expect(svg).toContain('aria-label="Tre &amp; fyra" viewBox="0 0 25 16" width="25" height="16"')
    const paths = [...(svg ?? '').matchAll(/<path class="mx-(\w+)" [^>]*d="([^"]+)"/g)].map(([, cell, d]) => [cell, d])
    expect(paths).toEqual([
      ['says', 'M0 0h7v7h-7zM9 9h7v7h-7z'],
      ['silent', 'M9.5 0.5h6v6h-6zM18.5 9.5h6v6h-6z'],
      ['copies', 'M18 0h7v7h-7z'],
      ['differs', 'M0 11.2h7m-7 2.6h7m-1.5-4.8-4 7'],
    ])
  })

  it('are six at most, of twelve publishers', () => {
    const svg = image(Array(9).fill(Array(20).fill('says')))
    expect(svg?.match(/M\d/g)).toHaveLength(6 * 12)
    expect(svg).toContain('viewBox="0 0 106 52"')
  })
})

describe('reports by time', () => {
  const three = [source('a', 0), source('b', 30, 'a'), source('c', 60)]
  const image = (sources: EventSource[], strip = false) => timeImage(sources, 'När', strip)?.toString() ?? ''

  it('are none of one publisher', () => expect([image([source('a', 0)]), image([])]).toEqual(['', '']))

  it('stand between the first and the last, one below the other, with a line from the text that was copied', () => {
    const svg = image(three)
    expect([attributesOf(svg, 'cx'), attributesOf(svg, 'cy')]).toEqual([
      ['4', '60', '116'],
      ['4', '13', '22'],
    ])
    expect(attributesOf(svg, 'd')).toEqual(['M4 4V13H60'])
    expect(attributesOf(svg, 'class')).toEqual(['times', 'mx-silent', 'mx-says', 'mx-copies', 'mx-says'])
    expect(svg).toContain('viewBox="0 0 120 27"')
  })

  it('are one row as a strip, without lines', () => {
    const svg = image(three, true)
    expect([attributesOf(svg, 'cy'), attributesOf(svg, 'd')]).toEqual([['4', '4', '4'], []])
    expect(svg).toContain('viewBox="0 0 120 9"')
  })

  it.each([
    ['at the end without a time', [source('a', 0), source('b', null), source('c', 60)], ['4', '116', '116']],
    ['at the start where all came at once', [source('a', 5), source('b', 5)], ['4', '4']],
  ])('stand %s', (_, sources, places) => expect(attributesOf(image(sources), 'cx')).toEqual(places))

  it('have no line where nothing was copied, or from one that is not shown', () => {
    for (const copiesOf of [null, 'z'])
      expect(attributesOf(image([source('a', 0), source('b', 9, copiesOf)]), 'd')).toEqual([])
  })

  it('are those of twelve publishers', () => {
    const many = Array.from({ length: 15 }, (_, n) => source(`s${n}`, n))
    expect(attributesOf(image(many), 'cx')).toHaveLength(12)
  })
})

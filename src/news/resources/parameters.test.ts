/** Parameters as they are sent → as they are understood; undefined: refused. */
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { formatListCursor } from '../../platform/site/pages.ts'
import {
  anyId,
  cursors,
  numericId,
  oneOf,
  option,
  pages,
  relevance,
  sluggedId,
  textId,
  time,
  upTo,
} from './parameters.ts'

const day = (text: string) => new Date(text)
const place = { at: day('2026-11-21T09:00:00.000Z'), id: 12 }

const TABLE: Record<string, [schema: z.ZodType, rows: [sent: unknown, understood: unknown][]]> = {
  'a time': [
    time(''),
    [
      ['2026-11-21', day('2026-11-21T00:00:00Z')],
      ['2026-11-21T09:00:00Z', day('2026-11-21T09:00:00Z')],
      ['2026-11-21T09:00:00+02:00', day('2026-11-21T07:00:00Z')],
      ['2026-11-21T09:00:00 02:00', day('2026-11-21T07:00:00Z')],
      ['2026-11-21T09:00:00-05:30', day('2026-11-21T14:30:00Z')],
      ['0001-01-01', day('1970-01-01')],
      ['9999-12-31', day('9999-01-01')],
      ...['2026-11-31', '2026-11-21 09:00', '2026-11-21T09:00:00', 'i går', '', '1764000000'].map(refused),
    ],
  ],
  'a limit': [
    upTo(100, 20, ''),
    [
      [undefined, 20],
      ['1', 1],
      ['100', 100],
      ['101', 100],
      ['9'.repeat(40), 100],
      ...['0', '-1', '1.5', '', 'x', '1e1', ' 1'].map(refused),
    ],
  ],
  'a page': [pages.page, [[undefined, 1], ['1', 1], ['99999', 99_999], ...['0', '-1', '1.5', '', 'x'].map(refused)]],
  'an id': [
    numericId(''),
    [['1', 1], ['2147483647', 2_147_483_647], ...['0', '2147483648', '-1', '', 'x'].map(refused)],
  ],
  'an id or none': [anyId(''), [[undefined, null], ['7', 7], ...['0', '2147483648', 'x'].map(refused)]],
  'an id with a slug': [
    sluggedId('thing'),
    [['12', 12], ['12-en-rubrik', 12], ['12-', 12], ...['x', '-12', '12x', '', '1'.repeat(16)].map(refused)],
  ],
  'a text id': [textId(/^[a-z]+$/, ''), [['abc', 'abc'], ...['', 'A', 'a b'].map(refused)]],
  'one of some': [oneOf(['a', 'b'], ''), [[undefined, null], ['a', 'a'], ...['c', 'A', ''].map(refused)]],
  'an option': [option(''), [[undefined, false], ['true', true], ['false', false], ...['1', 'TRUE', ''].map(refused)]],
  'a flag': [
    relevance.relevant,
    [[undefined, null], ['true', true], ['false', false], ...['0', 'yes', ''].map(refused)],
  ],
  'a cursor by time': [
    cursors.time,
    [[undefined, null], [formatListCursor(place), place], ...['', 'x', '12'].map(refused)],
  ],
  'another cursor': [cursors.key, [[undefined, null], ['x', 'x'], ...['', 'x'.repeat(201)].map(refused)]],
}

function refused(sent: string): [string, undefined] {
  return [sent, undefined]
}

it.each(Object.entries(TABLE))('%s', (_, [schema, rows]) => {
  const understood = rows.map(([sent]) => {
    const { success, data } = schema.safeParse(sent)
    return [sent, success ? (data ?? null) : undefined]
  })
  expect(understood).toEqual(rows)
})

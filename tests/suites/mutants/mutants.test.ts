/** Mutants of SQL are those that a person could write, and nothing that is no TypeScript is tried. */
import { expect, it } from 'vitest'
import { drawMutants } from './draw.ts'
import { applied, codeMutants, sqlMutants } from './mutants.ts'

it.each([
  ["db.where('a', '=', of(1)).execute()", 'where dropped', 'db.execute()'],
  ["db.orderBy('a')", 'order turned', "db.orderBy('a', 'desc')"],
  ["db.orderBy('a', 'desc')", 'order turned', "db.orderBy('a', 'asc')"],
  ['db.limit(10)', 'limit less one', 'db.limit(10 - 1)'],
  ["db.leftJoin('a', 'b')", 'left join made inner', "db.innerJoin('a', 'b')"],
  ['sql`select 1 where a and b = 2`', 'condition dropped', 'sql`select 1 where a `'],
  ['sql`select 1 order by a desc`', 'order turned', 'sql`select 1 order by a asc`'],
  ['sql<{ n: number }>`select 1 limit 5`', 'limit less one', 'sql<{ n: number }>`select 1 limit 5 - 1`'],
  ['sql`select 1 from a left join b on true`', 'left join made inner', 'sql`select 1 from a join b on true`'],
  ['sql`select 1 where a <= 5`', 'or equal dropped', 'sql`select 1 where a < 5`'],
])('%s: %s', (text, operator, mutated) => {
  const found = sqlMutants('a.ts', text).filter((mutant) => mutant.operator === operator)
  expect(found.map((mutant) => applied(text, mutant))).toEqual([mutated])
})

it('those of code are placed where they are', async () => {
  const text = 'export const f = (a: number) =>\n  a > 1 && a < 5\n'
  const mutants = await codeMutants('a.ts', text)
  expect(mutants.map((mutant) => applied(text, mutant))).toContain(
    'export const f = (a: number) =>\n  a > 1 && a <= 5\n',
  )
})

it('are drawn room by room, the same for the same seed', () => {
  const mutant = (file: string, start: number) => ({ file, start, end: start + 1, replacement: '', operator: '' })
  const many = Array.from({ length: 90 }, (_, at) => mutant('src/store/a.ts', at))
  const few = Array.from({ length: 10 }, (_, at) => mutant('src/http/a.ts', at))
  const drawn = drawMutants([...many, ...few], 50, 'a')
  expect([drawn.length, drawn.filter(({ file }) => file === 'src/http/a.ts').length]).toEqual([50, 5])
  expect(drawMutants([...many, ...few], 50, 'a')).toEqual(drawn)
  expect(drawMutants([...many, ...few], 50, 'b')).not.toEqual(drawn)
})

/** Mutants of SQL are those that a person could write, and nothing that is no TypeScript is tried. */
import { mkdtempSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { drawMutants } from './draw.ts'
import { applied, codeMutants, sqlMutants } from './mutants.ts'
import { LIST, placeOf, readLists, withProbes } from './probes.ts'

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

it('a probe is in the innermost block or arrow function', async () => {
  const text =
    'export const f = (a: number) => a > 1\nexport function g() {\n  if (f(1)) { return 3 + 1 }\n  return 4\n}\n'
  const all = await codeMutants('a.ts', text)
  const places = new Set(all.flatMap((mutant) => placeOf(mutant, all) ?? []))
  const probed = withProbes(text, all, places)
  const { f, g } = await import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(probed))}`)
  const list = join(mkdtempSync(join(tmpdir(), 'karnhuset-probes-')), 'some%2Fa.test.ts')
  vi.stubEnv(LIST, list)
  expect([f(2), g()]).toEqual([true, 4])
  vi.unstubAllEnvs()
  const reached = readLists(dirname(list))
  expect([...places].filter((place) => reached.get(place)?.includes('some/a.test.ts')).length).toBe(places.size - 1)
  expect(places.size).toBe(3)
})

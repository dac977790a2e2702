/** The import check on small trees of files: each breaks one rule. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkImports } from './imports.ts'

/** Enough files for the check to believe that it sees them. */
const filler = Object.fromEntries(
  Array.from({ length: 10 }, (_, n) => [`platform/text/n${n}.ts`, 'export const n = 1']),
)

async function problemsIn(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'imports-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [file, text] of Object.entries({ ...filler, ...files })) {
    await mkdir(dirname(join(folder, 'src', file)), { recursive: true })
    await writeFile(join(folder, 'src', file), text)
  }
  await writeFile(join(folder, 'tsconfig.json'), '{}')
  return (await checkImports(folder)).problems.join('\n')
}

const type = 'export type T = 1'

test.for<[string, Record<string, string>, RegExp]>([
  [
    'a type of news in the platform',
    { 'platform/text/a.ts': "import type { T } from '../../news/tags/t.ts'", 'news/tags/t.ts': type },
    /^the platform knows no news/,
  ],
  [
    'a type of one surface in another',
    { 'surfaces/a/a.ts': "import type { T } from '../b/t.ts'", 'surfaces/b/t.ts': type },
    /^a surface reads/,
  ],
  [
    'a write in a query',
    { 'news/tags/queries/a.ts': "import type { T } from '../writes/t.ts'", 'news/tags/writes/t.ts': type },
    /^queries read/,
  ],
  [
    'a subject of news in one before it',
    { 'news/tags/a.ts': "import type { T } from '../events/t.ts'", 'news/events/t.ts': type },
    /^tags may import subjects of news that are before it/,
  ],
  [
    'a cycle of values',
    { 'platform/text/a.ts': "import './b.ts'", 'platform/text/b.ts': "import './a.ts'" },
    /^no cycles/,
  ],
  [
    'a cycle of types',
    {
      'platform/text/a.ts': `import type { T } from './b.ts'; ${type}`,
      'platform/text/b.ts': `import type { T } from './a.ts'; ${type}`,
    },
    /^no cycles/,
  ],
  [
    'a cycle of a type passed on and a later import',
    {
      'platform/text/a.ts': "export type { T } from './b.ts'",
      'platform/text/b.ts': `import('./c.ts'); ${type}`,
      'platform/text/c.ts': "import './a.ts'",
    },
    /^no cycles/,
  ],
  ['a room without a row', { 'odds/a.ts': 'export const a = 1' }, /^src\/odds\/a\.ts: its room/],
  ['a file beside the rooms', { 'odds.ts': 'export const a = 1' }, /^src\/odds\.ts: its room/],
  ['a file beside the surfaces', { 'surfaces/a.ts': 'export const a = 1' }, /^src\/surfaces\/a\.ts: its room/],
])('refuses %s', { tags: 'slow' }, async ([, files, problem]) => {
  expect(await problemsIn(files)).toMatch(problem)
})

test('accepts imports that the table allows', async () => {
  const files = {
    'news/tags/queries/a.ts': "import type { T } from '../rules/t.ts'; import '../../../platform/text/t.ts'",
    'news/tags/rules/t.ts': type,
    'platform/text/t.ts': type,
  }
  expect(await problemsIn(files)).toBe('')
})

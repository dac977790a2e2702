import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { currentNames } from './earlier-names.ts'

const dump = gunzipSync(readFileSync('tests/fixtures/release-0.2.0.sql.gz')).toString()
const release = [...dump.matchAll(/INTO public\.kysely_migration VALUES \('([^']+)'/g)].map(([, name]) => name ?? '')
const names = ['0001-baseline', '0002-alerts', '0003-lines', '0029-alerts-by-mail']

it.each<[string, string[], string[] | null]>([
  ['nothing', [], []],
  ['this version', ['0001-baseline', '0002-alerts'], ['0001-baseline', '0002-alerts']],
  ['a later version', ['0001-baseline', '0099-later'], ['0001-baseline', '0099-later']],
  ['another program', ['0001-users'], ['0001-users']],
  ['0.2.0', release, ['0001-baseline']],
  ['0.2.0, in any order', release.toReversed(), ['0001-baseline']],
  ['a number that others have now', [...release, '0029-alerts'], ['0001-baseline', '0002-alerts']],
  ['a subject that is unknown', [...release, '0029-zebra'], ['0001-baseline', '0029-zebra']],
  ...release.map((name): [string, string[], null] => [
    `0.2.0 without ${name}`,
    release.filter((n) => n !== name),
    null,
  ]),
  ...release.map((name): [string, string[], null] => [`${name} alone`, [name], null]),
])('reads the record of %s', (_, recorded, expected) => {
  expect(currentNames(recorded, names)).toEqual(expected)
})

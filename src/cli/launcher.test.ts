/** Programs that the launcher chooses among. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const SOURCES = 'src/main.ts'
const BUNDLE = 'dist/program/main.mjs'
const PACKED = 'dist/src/main.js'

function packageWith(programs: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-launcher-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(import.meta.dirname, '../../bin'), join(folder, 'bin'), { recursive: true })
  for (const path of [...programs, 'src/news/other.ts', 'src/news/other.test.ts', 'demo/world.ts']) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), `export const run = () => console.log('${path}')`)
  }
  for (const path of ['package.json', 'package-lock.json']) writeFileSync(join(folder, path), '{ "type": "module" }')
  const past = new Date(Date.now() - 60_000)
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(folder, path), past, past)
  return folder
}

const programIn = (folder: string, env: Record<string, string> = {}) =>
  execFileSync(process.execPath, ['bin/karnhuset'], { cwd: folder, env, encoding: 'utf8' }).trim()

it.each<[string, string[], (folder: string) => void, string, Record<string, string>?]>([
  ['the bundle', [SOURCES, BUNDLE], () => {}, BUNDLE],
  ['the sources where there is no bundle', [SOURCES], () => {}, SOURCES],
  ['the sources in development', [SOURCES, BUNDLE], () => {}, SOURCES, { NODE_ENV: 'development' }],
  [
    'what the service runs that it is a process of',
    [SOURCES, BUNDLE],
    () => {},
    SOURCES,
    { KARNHUSET_PROGRAM: `../${SOURCES}` },
  ],
  ['the sources where that has gone', [SOURCES], () => {}, SOURCES, { KARNHUSET_PROGRAM: `../${BUNDLE}` }],
  [
    'the sources after one has changed',
    [SOURCES, BUNDLE],
    (folder) => writeFileSync(join(folder, 'src/news/other.ts'), ''),
    SOURCES,
  ],
  [
    'the bundle after a test has changed',
    [SOURCES, BUNDLE],
    (folder) => writeFileSync(join(folder, 'src/news/other.test.ts'), ''),
    BUNDLE,
  ],
  ['the sources after one has gone', [SOURCES, BUNDLE], (folder) => rmSync(join(folder, 'src/news/other.ts')), SOURCES],
  [
    'the sources after other packages were chosen',
    [SOURCES, BUNDLE],
    (folder) => writeFileSync(join(folder, 'package-lock.json'), '{}'),
    SOURCES,
  ],
])('runs %s', { tags: 'slow' }, (_, programs, change, chosen, env) => {
  const folder = packageWith(programs)
  const built = new Date(Date.now() - 30_000)
  if (programs.includes(BUNDLE)) utimesSync(join(folder, BUNDLE), built, built)
  change(folder)
  expect(programIn(folder, env)).toBe(chosen)
})

it('runs what an installed package has', () => {
  const folder = packageWith([PACKED])
  rmSync(join(folder, 'src'), { recursive: true })
  expect(programIn(folder)).toBe(PACKED)
})

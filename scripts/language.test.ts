import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from './language.ts'

const thirtyOne = Array.from({ length: 31 }, () => 'word').join(' ')

it.each([
  ['a.ts', '/** Where the feed is. */', ['1 beginnings']],
  ['a.ts', '/**\n * Feed. When it is due.\n */', []],
  ['a.ts', '/**\n * Which feed is due.\n */', ['2 beginnings']],
  ['a.ts', '// A feed.\n/** Which is due. */', ['2 beginnings']],
  ['a.ts', '// When it is due.\n// Which feed it is.', ['1 beginnings']],
  ['a.ts', 'run() // nobody reads it', ['1 terms']],
  ['a.ts', "const url = 'http://nobody.example/' + name", []],
  ['a.ts', '// `nobody` and "nobody" are samples, https://x.example/nobody too.', []],
  ['a.ts', '/** Feed.\n * It\n * stands here. */', ['3 terms']],
  ['a.ts', '// It stands for another.', []],
  ['a.ts', `// Short.\n// Long:\n// ${thirtyOne}.`, ['2 sentences']],
  ['a.ts', `/** ${thirtyOne.slice(5)}. X ${thirtyOne.slice(10)}. */`, []],
  [
    'a.ts',
    'const mostFaults = 1\nfunction ask(feed: Feed) {}\nlet nobody',
    ['1 terms', '1 terms', '2 terms', '3 terms'],
  ],
  ['a.ts', 'interface Row {\n  troubles?: number\n  default: number\n}', ['2 terms']],
  ['a.ts', 'interface Row {\n  faults?: number\n}', []],
  ['a.ts', 'const { faults } = row\nreturn told(row)', []],
  ['a.sh', '#!/bin/sh\n# Who runs it.\nkept=1', ['2 beginnings']],
  ['a.md', 'Nobody reads.\n\n```sh\nnobody\n```\n', ['1 terms']],
  ['a.md', `- One.\n- ${thirtyOne}.\n\n| a | ${thirtyOne} |`, ['2 sentences', '4 sentences']],
  ['a.md', 'When it is due.', []],
  [
    'src/a.ts',
    "z.int().describe(\n  'What waits.',\n)\nconst a = { summary: `Who waits` }",
    ['1 beginnings', '4 beginnings'],
  ],
  ['src/a.ts', "z.int().describe('Articles that wait. When empty: none.')", []],
  ['tests/a.ts', "const article = { summary: 'What comes' }", []],
])('%s, sample %#', (path, text, found) => {
  expect(findViolations(path, text).map(({ kind, line }) => `${line} ${kind}`)).toEqual(found)
})

describe('the check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'language-'))
  const origin = join(folder, 'origin')
  const COUNTS = 'scripts/language-counts.json'
  const write = (path: string, text: string, at = origin) => {
    mkdirSync(dirname(join(at, path)), { recursive: true })
    writeFileSync(join(at, path), text)
  }
  const git = (at: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x.example', ...args], { cwd: at, stdio: 'pipe' })
  const commit = (subject: string, at = origin) => {
    git(at, 'add', '-A')
    git(at, 'commit', '-q', '--allow-empty', '-m', subject)
  }
  const check = (at = origin, ...args: string[]) => {
    const script = resolve(import.meta.dirname, 'check-language.ts')
    const { status, stdout } = spawnSync(process.execPath, [script, ...args], { cwd: at, encoding: 'utf8' })
    return { status, stdout }
  }
  const counts = () => JSON.parse(readFileSync(join(origin, COUNTS), 'utf8'))

  beforeAll(() => {
    mkdirSync(origin)
    git(origin, 'init', '-q', '-b', 'main')
    write('src/ai/old.ts', '/** Told to nobody. */\nexport const old = 1\n')
    commit(`a subject from before the check, which may be as long as it was: ${'x'.repeat(40)}`)
    write('scripts/check-language.ts', '')
    write(COUNTS, '{}')
    expect(check(origin, '--write', '--raise').status).toBe(0)
    commit('test: add the check')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('accepts what is counted', () => {
    expect(counts()).toEqual({ 'terms in src/ai': 2 })
    expect(check()).toEqual({ status: 0, stdout: 'language: 2 places left\n' })
  })

  it('names what is new, not what was there, committed or not, and is not told to accept it by --write', {
    tags: 'slow',
  }, () => {
    write(
      'src/ai/old.ts',
      '/** Told to nobody. */\nexport const old = 1\n/** Whether it is known. */\nexport const isOld = 1\n',
    )
    write('src/ai/deep/new.ts', '/** Sent to nobody. */\n')
    for (const act of [() => {}, () => commit('feat: add more')]) {
      act()
      for (const args of [[], ['--write']]) {
        const { status, stdout } = check(origin, ...args)
        expect(status).toBe(1)
        expect(stdout).toContain('src/ai/old.ts:3  Whether …: begin with the subject, a noun or a verb\n')
        expect(stdout).toContain('src/ai/deep/new.ts:1  nobody: no client, the operator, any\n')
        expect(stdout).not.toContain('old.ts:1')
      }
    }
    write('src/ai/deep/new.ts', '')
    write('src/ai/old.ts', '/** Told to clients. */\n')
  })

  it('asks to lower the counts where there is less, and lowers them', { tags: 'slow' }, () => {
    expect(check()).toEqual({ status: 0, stdout: expect.stringContaining('npm run check:language -- --write') })
    expect(check(origin, '--write').status).toBe(0)
    expect(counts()).toEqual({ 'terms in src/ai': 1 })
    commit('docs(ai): write to clients')
  })

  it('refuses names of files that are to go, and three files of one name', { tags: 'slow' }, () => {
    write('src/store/heirs.ts', '')
    for (const room of ['a', 'b', 'c']) for (const name of ['same', 'routes']) write(`src/${room}/${name}.ts`, '')
    const { stdout } = check()
    expect(stdout).toContain('src/store/heirs.ts:1  write merge-targets\n')
    expect(stdout).toContain('src/c/same.ts:1  3 files have this name, at most 2 may\n')
    expect(stdout).not.toContain('routes.ts')
    git(origin, 'clean', '-fdq')
  })

  it('works in a fresh and in a shallow clone, and counts subjects since the check alone', { tags: 'slow' }, () => {
    for (const depth of [[], ['--depth', '1']]) {
      const clone = join(folder, `clone${depth.length}`)
      git(folder, 'clone', '-q', ...depth, `file://${origin}`, clone)
      expect(check(clone)).toEqual({ status: 0, stdout: 'language: 1 places left\n' })
      commit(`fix: ${'x'.repeat(68)}`, clone)
      const { status, stdout } = check(clone)
      expect([status, stdout]).toEqual([1, expect.stringContaining(`  73 characters, at most 72: fix: xxx`)])
    }
  })
})

/** What the documentation names is there, and what it tells one to write works as it stands. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { readContent } from '../src/app/content.ts'
import { buildProgram } from '../src/cli/program.ts'
import { classify } from '../src/news/articles/rules/classify.ts'
import { parseOpml } from '../src/news/feeds/formats/opml.ts'
import { writeDocsTopic } from './support/content.ts'
import { absentFeatures, isGone } from './support/features.ts'
import { recordedIo } from './support/recorded-io.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = globSync('docs/{,adr/}*.md', { cwd: root })
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pages]
const rooms = ['', 'src/', 'docs/', 'content/', ...globSync('src/**/', { cwd: root }).map((room) => `${room}/`)]

const wentWithFeature = (file: string) =>
  absentFeatures.some((name) => file.startsWith(`src/features/${name}/`)) ||
  // Tests of several go with any of them.
  (absentFeatures.length > 0 && file.endsWith('.test.ts'))

it.each(documents)('%s names files, commands and pages that exist', (document) => {
  const text = read(document).replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/`/g, ' '))
  const files = [...text.matchAll(/`((?:src|scripts|tests|quality|docs|demo|content)\/[\w./-]+\.\w+)`/g)].map((match) =>
    String(match[1]),
  )
  // Capitals stand for something that one chooses.
  const missing = files.filter(
    (file) => !/[A-Z]{3,}/.test(file) && !wentWithFeature(file) && !existsSync(join(root, file)),
  )
  expect(missing).toEqual([])
  const links = [...text.matchAll(/(?:\]\(|src="|srcset=")([^")#:]+)(?:#[^)]*)?[)"]/g)].map((match) =>
    join(dirname(document), String(match[1])),
  )
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = [...read(document).matchAll(/npm run (?:-s )?([\w:]+)/g)].map((match) => String(match[1]))
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
})

/** As GitHub makes them, and docs/site. */
const anchorsOf = (document: string) =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )

it.each(documents)('%s links to sections that exist', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
  const targets = links.map(([, file = '', anchor = '']) => [file ? join(dirname(document), file) : document, anchor])
  expect(targets.filter(([file = '', anchor = '']) => !anchorsOf(file).includes(anchor))).toEqual([])
})

it('the indexes list each page once, in one of their parts', () => {
  for (const folder of ['docs', 'docs/adr']) {
    const index = read(`${folder}/index.md`)
    const listed = [...index.matchAll(/^\| \[[^\]]+\]\(([\w/-]+\.md)\)/gm)].map((match) =>
      join(folder, String(match[1])),
    )
    const files = pages.filter((page) => dirname(page) === folder && page !== `${folder}/index.md`)
    expect(listed.filter((page) => dirname(page) === folder).sort()).toEqual(files.sort())
  }
})

it('the README is at most 120 lines, with the two commands first', () => {
  const lines = read('README.md').split('\n')
  expect(lines.length).toBeLessThanOrEqual(121)
  expect(lines.filter((line) => line.startsWith('npm ci')).slice(0, 2)).toEqual([
    'npm ci && npm start',
    'npm ci && npm test',
  ])
})

it('the table of docs/commands.md has every command, and none that is not there', async () => {
  const commands: Command[] = [await buildProgram(recordedIo().io, () => {})]
  for (const command of commands) commands.push(...command.commands)
  const named = commands.slice(1).filter(({ commands }) => commands.length === 0)
  const known = named.map((command) => {
    const group = command.parent?.parent ? `${command.parent.name()} ` : ''
    return group + command.name()
  })
  const [, table = ''] = /^\| command \| does \|\n((?:\|.*\n)+)/m.exec(read('docs/commands.md')) ?? []
  const listed = table.split('\n').flatMap((row) => {
    const cell = row.split(/(?<!\\)\|/)[1] ?? ''
    const all = [...cell.matchAll(/`([a-z-]+(?: [a-z]+)?)[^`]*`/g)].map(([, name]) => String(name))
    // In a row of several, the group is named once.
    const group = all[0]?.includes(' ') ? all[0].split(' ')[0] : undefined
    return all.map((name) => (group === undefined || name.includes(' ') ? name : `${group} ${name}`))
  })
  expect(listed.filter((name) => !isGone(name)).sort()).toEqual(known.sort())
})

it('the threat model names a test for each threat, and none that is not there', () => {
  const rows = read('docs/threat-model.md')
    .split('\n')
    .filter((line) => /^\| (?!threat|---)/.test(line))
  expect(rows.length).toBeGreaterThan(25)
  const untested = rows.filter(
    (row) => !/`(?:src|tests|quality)\/[\w./-]+\.test\.ts`|`npm run [\w:]+`/.test(row.split('|').at(-2) ?? ''),
  )
  expect(untested).toEqual([])
})

it('the architecture names functions that exist', { tags: 'slow' }, () => {
  const source = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n')
  const names = [...read('docs/architecture.md').matchAll(/`([a-z]+[A-Z]\w+)/g)].map((match) => String(match[1]))
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([])
  const files = [...read('docs/architecture.md').matchAll(/`([\w/-]+\.ts)`/g)].map((match) => String(match[1]))
  const known = (file: string) => rooms.some((room) => existsSync(join(root, room, file)))
  expect(files.filter((file) => !/^(foo|routes)/.test(file) && !known(file))).toEqual([])
})

it('the topic that docs/your-own-topic.md builds from nothing is one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-topic-'))
  try {
    expect(writeDocsTopic(folder)).toHaveLength(5)
    const content = readContent(folder)
    expect(content.site).toMatchObject({ name: 'Potting Shed', language: 'en' })
    expect(parseOpml(readFileSync(join(folder, 'sources.opml'), 'utf8')).sources).toHaveLength(2)
    const judge = (title: string) => classify(content.rules, { title, text: '', feedRelevance: 'model' })
    expect(judge('How to keep slugs from your allotment')).toMatchObject({ relevant: true, kind: 'how-to' })
    expect(judge('Minister opens a kindergarten').relevant).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const promising = pages.filter((page) => /^\| section \| promise \| shown by \|$/m.test(read(page)))

it.each(promising)('each section of %s that promises something names the tests that show it', (page) => {
  const [promises = '', shown = ''] = read(page).split('\n## What shows it\n')
  const sections = new Set([...promises.matchAll(/^## (.+)$/gm)].map((match) => match[1]))
  const rows = [...shown.matchAll(/^\| ([^|]+) \|[^|]+\| (.*`(?:src|tests|quality)\/[\w./-]+\.test\.ts`.*) \|$/gm)]
  expect(new Set(rows.map((row) => row[1]))).toEqual(sections)
})

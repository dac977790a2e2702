/** A site of one's own from addresses alone: `topic new`, played with sources in three languages. */
// @module-tag slow
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { contentViolations, readContent } from '../../app/content.ts'
import { execute } from '../../main.ts'
import { classify } from '../../news/articles/rules/classify.ts'
import { parseOpml } from '../../news/feeds/formats/opml.ts'

/** Title of the feed → its headlines. */
const FEEDS: Record<string, string[]> = {
  Cykelbladet: [
    'Ny cykelsti over Lillebælt åbner i maj',
    'Sådan gør du din cykel klar til vinteren',
    'Holdet Velora henter Anna Holm til Tour of Fyn',
    'Tilbud på elcykler hos Pedalkompagniet',
    'Kommunen fjerner parkering for biler i Odense',
    'Håndbold: Odense vandt igen over Esbjerg',
  ],
  Radnachrichten: [
    'Velora ruft die Kettenblätter des Modells Velora 12 zurück',
    'Im Test: das neue Lastenrad von Pedalkompagniet',
    'Radweg an der Elbe wird im Mai gesperrt',
    'Anna Holm fährt für Velora bei der Tour of Fyn',
    'Fußball: Hamburg verliert gegen Bremen',
  ],
  Pyörälehti: [
    'Anna Holm siirtyy Velora-talliin ennen Tour of Fyniä',
    'Arvostelu: Velora 12 on kevyt maantiepyörä',
    'Pyörätie Oulussa avataan toukokuussa',
    'Jääkiekko: Tappara voitti Ilveksen',
  ],
}

const publishers: Publisher[] = []
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-topic-'))
const content = join(folder, 'content')
const sources = () => publishers.map((publisher) => publisher.at('/feed.xml'))
const read = (name: string) => readFileSync(join(content, name), 'utf8')

beforeAll(async () => {
  for (const [title, headlines] of Object.entries(FEEDS)) {
    const publisher = await startPublisher()
    const items = headlines.map((headline, at) => ({ title: headline, link: publisher.at(`/${at}`) }))
    publisher.serve('/feed.xml', { body: rssDocument(title, items) })
    publishers.push(publisher)
  }
  vi.stubEnv('FETCH_ALLOW', '127.0.0.1/32')
  vi.stubEnv('BASE_URL', 'http://localhost:3000')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const publisher of publishers) await publisher.close()
  rmSync(folder, { recursive: true })
})

async function run(args: string[], answers?: string[]) {
  const { io, lines, notes } = recordedIo({ ...(answers && { answers, isTTY: true }) })
  const code = await execute(['topic', ...args], { ...io, cwd: folder })
  return { code, lines, notes }
}

/** The folder's verdict on a headline. */
function judge(title: string) {
  const { relevant, kind, tagSlugs } = classify(readContent(content).rules, { title, text: '', feedRelevance: 'model' })
  return { relevant, kind, tagSlugs }
}

it('asks at a terminal, and writes a folder without a fault', async () => {
  const about = /cyk|rad|pyör|velora|tour of|parkering/i
  const rounds = [0, 1, 2, 3, 4, 5].flatMap((at) => Object.values(FEEDS).flatMap((headlines) => headlines[at] ?? []))
  const { code, lines, notes } = await run(
    ['new'],
    [
      ...[
        'Cykler',
        'Hjulet',
        '',
        'cykel*, elcykel*, Radweg*, Lastenrad, pyörä*, maantiepyörä',
        sources().join(', '),
        '',
      ],
      ...['all', ...rounds.map((headline) => (about.test(headline) ? 'y' : 'n'))],
      ...['#1d4ed8', 'Anna Holm', 'anna@example.org'],
    ],
  )
  expect([code, notes.at(-1)]).toEqual([0, expect.stringContaining('karnhuset serve starts it')])
  expect(contentViolations(content)).toEqual([])
  expect(lines.join('\n')).toMatch(
    /1 {2}Cykelbladet \(da, 6 articles\)[\s\S]*Velora[\s\S]*content\/site\.yaml[\s\S]*precision \d+ of \d+/,
  )
  const { site } = readContent(content)
  expect(site).toMatchObject({ name: 'Hjulet', language: 'da', topic: 'Cykler', languages: ['da', 'de', 'fi'] })
  expect(parseOpml(read('sources.opml')).sources.map(({ title, language }) => [title, language])).toEqual([
    ['Cykelbladet', 'da'],
    ['Radnachrichten', 'de'],
    ['Pyörälehti', 'fi'],
  ])
  expect(read('brand/favicon.svg')).toMatch(/#1d4ed8[\s\S]*>H</)
  expect(parseEnv(readFileSync(join(folder, '.env'), 'utf8'))).toEqual({
    PUBLISHER_NAME: 'Anna Holm',
    PUBLISHER_CONTACT: 'anna@example.org',
  })
})

it.each([
  ['Velora ruft noch ein Modell zurück', true, 'news'],
  ['Sådan gør du din elcykel hurtigere', true, 'how-to'],
  ['Arvostelu: uusi pyörä kaupunkiin', true, 'review'],
  ['Fußball: Bremen verliert', false, 'news'],
  ['Håndbold i Odense', false, 'news'],
])('tells what %s is about', (title, relevant, kind) => {
  expect(judge(title)).toMatchObject({ relevant, kind })
})

it('gives a part the tag of its whole', () => {
  expect(judge('Anna Holm vandt').tagSlugs).toEqual(['anna-holm', 'cykler'])
})

it('measures what somebody judged, and names what is wrong', async () => {
  writeFileSync(join(folder, 'judged.tsv'), '# mine\n1\tVelora vinder\n0\tHåndbold i Odense\n1\tNy rulleskøjte\n')
  vi.stubEnv('CONTENT_DIR', content)
  const { code, lines } = await run(['check', 'judged.tsv'])
  vi.stubEnv('CONTENT_DIR', undefined)
  expect([code, lines]).toEqual([
    0,
    ['Relevance: precision 1 of 1 (21–100 %), recall 1 of 2 (9–91 %).', '  missed: Ny rulleskøjte'],
  ])
})

it('changes of a folder that is there only what is named', async () => {
  const names = ['site.yaml', 'vocabulary.yaml', 'relevance.yaml', 'kinds.yaml', 'sources.opml', 'brand/mark.svg']
  const before = new Map(names.map((name) => [name, read(name)]))
  const changed = () => names.filter((name) => read(name) !== before.get(name))
  expect((await run(['new', '--words', 'rulleskøjte*'])).code).toBe(0)
  expect([changed(), judge('Ny rulleskøjte')]).toEqual([
    ['vocabulary.yaml'],
    expect.objectContaining({ relevant: true }),
  ])
  expect((await run(['new', '--timezone', 'Europe/Copenhagen'])).code).toBe(0)
  writeFileSync(join(content, 'brand/mark.svg'), '<svg><g>drawn by hand</g></svg>')
  expect((await run(['new', '--name', 'Cykelhjulet'])).code).toBe(0)
  expect([readContent(content).site.name, read('brand/mark.svg')]).toEqual([
    'Cykelhjulet',
    '<svg><g>drawn by hand</g></svg>',
  ])
  writeFileSync(join(content, 'brand/mark.svg'), before.get('brand/mark.svg') ?? '')
  expect(changed()).toEqual(['site.yaml', 'vocabulary.yaml'])
  expect((await run(['new', '--only-topic', String(sources()[0])])).code).toBe(0)
  expect(parseOpml(read('sources.opml')).sources.map(({ relevance }) => relevance)).toEqual(['all', 'model', 'model'])
  expect(contentViolations(content)).toEqual([])
})

it('leaves comments, groups and lines of others in the list of sources', async () => {
  const before = read('sources.opml')
  const [first = '', second = '', third = ''] = before.match(/<outline[^>]*>/g) ?? []
  const noted = second.replace('/>', ' note="x > y"/>')
  const list = before
    .replace(first, `<!-- <outline> > -->\n<outline text='A "b" > c'>${first}</outline>`)
    .replace(second, `<outline text="No feed"/>\n${noted}`)
    .replace(third, '')
  writeFileSync(join(content, 'sources.opml'), list)
  const [, two, three] = sources() as [string, string, string]
  expect((await run(['new', '--source', three, '--only-topic', `1,${two}`])).code).toBe(0)
  const after = read('sources.opml')
  expect(parseOpml(after).sources.at(-1)).toMatchObject({ url: three, relevance: 'all', category: null })
  const line = after.split('\n').find((one) => one.includes(three))
  expect(after.replace(`${line}\n`, '').replace('note="x > y" relevance="all"/>', 'note="x > y"/>')).toBe(list)
  expect(after).toContain('note="x > y" relevance="all"/>')
  writeFileSync(join(content, 'sources.opml'), before)
})

it('adds words and tags below the root that the folder has, whatever its slug is', async () => {
  const files = ['vocabulary.yaml', 'relevance.yaml', 'site.yaml']
  const before = new Map(files.map((name) => [name, read(name)]))
  for (const name of files.slice(0, 2)) writeFileSync(join(content, name), read(name).replaceAll(/\bcykler\b/g, 'hjul'))
  for (const args of [
    ['--words', 'ladcykel*'],
    ['--topic', 'To hjul', '--words', 'løbehjul*'],
    ['--source', sources().join(), '--tags', '1'],
  ])
    expect([args, (await run(['new', ...args])).code]).toEqual([args, 0])
  for (const title of ['Ny ladcykel', 'Nyt løbehjul']) expect(judge(title)).toMatchObject({ relevant: true })
  const { tags } = parse(read('vocabulary.yaml')) as { tags: { slug: string; parent?: string }[] }
  expect(tags.filter(({ parent }) => parent === undefined).map(({ slug }) => slug)).toEqual(['hjul'])
  expect(contentViolations(content)).toEqual([])
  for (const [name, text] of before) writeFileSync(join(content, name), text)
})

it('refuses what names no source of the folder, and takes all of them', async () => {
  const before = read('sources.opml')
  const { code, notes } = await run(['new', '--only-topic', '1'])
  expect([code, notes.join(), read('sources.opml')]).toEqual([1, expect.stringMatching(/"1" is neither/), before])
  expect((await run(['new', '--only-topic', 'all'])).code).toBe(0)
  expect(parseOpml(read('sources.opml')).sources.map(({ relevance }) => relevance)).toEqual(['all', 'all', 'all'])
  writeFileSync(join(content, 'sources.opml'), before)
})

it('writes a publisher with quotation marks as it is read back', async () => {
  expect((await run(['new', '--publisher', 'Karen "Kay" Lund'])).code).toBe(0)
  expect(parseEnv(readFileSync(join(folder, '.env'), 'utf8'))).toMatchObject({ PUBLISHER_NAME: 'Karen "Kay" Lund' })
})

it('leaves a folder as it was where a change would make it invalid', async () => {
  const before = read('site.yaml')
  const { code, notes } = await run(['new', '--timezone', 'Nowhere/City', '--name', 'Andet'])
  expect([code, notes.join(), read('site.yaml')]).toEqual([1, expect.stringMatching(/time zone/), before])
  expect(readdirSync(folder).filter((name) => name.startsWith('content'))).toEqual(['content'])
})

it.each([
  [['--topic', 'X', '--source', '{0}', '--timezone', 'Nowhere/City'], 1, /time zone/],
  [['--topic', 'X', '--source', '{0}', '--language', 'danish!'], 1, /"danish!" is no language/],
  [['--topic', 'Cykler'], 1, /needs a source/],
  [['--source', 'http://127.0.0.1:1/'], 1, /^http:\/\/127\.0\.0\.1:1\/: /],
  [['--topic', 'X', '--source', '{0}', '--tags', '99'], 1, /--tags: "99"/],
  [['--topic', 'X', '--source', '{0}', '--colour', 'red'], 1, /"red" is no colour/],
  [['--topic', 'X', '--source', '{0}', '--publisher', '\'a\' "b" `c`'], 1, /this value of PUBLISHER_NAME/],
  [['--topic', 'X', '--source', '{0}', '--only-topic', '9'], 1, /--only-topic: "9" is neither/],
  [
    ['--topic', 'X', '--source', '{0}', '--only-topic', '1,http://127.0.0.1:1/'],
    1,
    /--only-topic: "http:.* is neither/,
  ],
  [['--topic', 'X', '--source', '{0}', '--answers', 'none.tsv'], 1, /There is no file/],
])('writes nothing for %j', async (args, code, said) => {
  const given = args.map((arg) => arg.replace('{0}', String(sources()[0])))
  const { notes, ...answer } = await run(['new', 'other', ...given])
  expect([answer.code, notes.some((note) => said.test(note)), existsSync(join(folder, 'other'))]).toEqual([
    code,
    true,
    false,
  ])
})

/** Guides from folder to database: what goes up, what stays up, and what is reported. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { listGuideViolations, listStoredGuides } from './guide-store.ts'
import { syncGuides } from './sync.ts'

let database: Database
let dir: string
const now = new Date('2026-11-21T09:00:00Z')
const sync = (tagSlugs?: Set<string>) =>
  syncGuides({ database, clock: { now: () => now }, language: 'sv', ...(tagSlugs && { tagSlugs }) }, dir)
const put = (file: string, text: string | Buffer) => writeFile(join(dir, file), text)
const titles = async () => (await listStoredGuides(database.db)).map(({ guide }) => `${guide.slug}: ${guide.title}`)
const version = async () =>
  (
    await database.db
      .selectFrom('data_versions')
      .select('version')
      .where('name', '=', 'content')
      .executeTakeFirstOrThrow()
  ).version

const words = Array.from({ length: 220 }, () => 'ord').join(' ')
const family = (title = 'Cyklar', links = '[a](/stadscykel)') => `---
title: ${title}
slug: cyklar
page_type: family_hub
tags: [cyklar]
updated: 2026-11-21
summary: Allt om cyklar, samlat på en enda sida.
---
${words} ${links}
`
const product = (title = 'Stadscykel', slug = 'stadscykel') => `---
title: ${title}
slug: ${slug}
page_type: product_hub
family: cyklar
tags: [cyklar]
updated: 2026-11-21
summary: En cykel för staden, med korg och lås.
---
${words} [familjen](/cyklar)
`

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('guides').execute()
  await database.db.deleteFrom('guide_faults').execute()
  const temporary = await mkdtemp(join(tmpdir(), 'karnhuset-guides-'))
  dir = temporary
  await put('cyklar.md', family())
  await put('stadscykel.md', product())
  return () => rm(temporary, { recursive: true })
})

describe('syncing guides', () => {
  it('takes new, changed and deleted files in, and raises the content version only for a change', async () => {
    expect(await sync()).toEqual({
      guides: 2,
      saved: ['cyklar', 'stadscykel'],
      removed: [],
      refused: [],
      faults: [],
    })
    const before = await version()
    expect(await sync()).toMatchObject({ saved: [], removed: [], faults: [] })
    expect(await version()).toBe(before)

    await put('stadscykel.md', product('Stadscykeln'))
    expect(await sync()).toMatchObject({ saved: ['stadscykel'] })
    expect(await version()).toBe(before + 1)

    await rm(join(dir, 'stadscykel.md'))
    await put('cyklar.md', family('Cyklar', ''))
    expect(await sync()).toMatchObject({ guides: 1, saved: ['cyklar'], removed: ['stadscykel'] })
    expect(await version()).toBe(before + 2)
    expect(await titles()).toEqual(['cyklar: Cyklar'])
  })

  it('keeps the last good version of a broken file up, tells its line, and forgets the fault once it is mended', async () => {
    await sync()
    await put('stadscykel.md', product('Trasig').replace('page_type: product_hub', 'page_type: produkt'))
    const broken = await sync()
    expect(broken).toMatchObject({ guides: 2, saved: [], removed: [], refused: ['stadscykel.md'] })
    expect(await titles()).toEqual(['cyklar: Cyklar', 'stadscykel: Stadscykel'])
    expect(await listGuideViolations(database.db)).toEqual([
      { file: 'stadscykel.md', line: 4, message: expect.stringMatching(/^page_type: /), refused: true },
    ])
    const before = await version()
    await sync()
    expect(await version()).toBe(before)

    await put('stadscykel.md', product('Hel igen'))
    expect(await sync()).toMatchObject({ saved: ['stadscykel'], refused: [], faults: [] })
    expect(await titles()).toEqual(['cyklar: Cyklar', 'stadscykel: Hel igen'])
    expect(await listGuideViolations(database.db)).toEqual([])
  })

  it.each([
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80]), /cannot be read/],
    ['an empty file', '', /must begin with front matter/],
    ['a file cut in its front matter', product().slice(0, 60), /no closing line/],
    ['a far too large file', product() + 'ord '.repeat(100_000), /larger than/],
  ])('keeps the last good version up against %s', async (_name, content, message) => {
    await sync()
    await put('stadscykel.md', content)
    expect((await sync()).faults).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })])
    expect(await titles()).toEqual(['cyklar: Cyklar', 'stadscykel: Stadscykel'])
  })

  it('takes no new guide from a broken file', async () => {
    await put('ny.md', product('Ny', 'admin'))
    expect(await sync()).toMatchObject({ guides: 2, refused: ['ny.md'] })
    expect(await titles()).toEqual(['cyklar: Cyklar', 'stadscykel: Stadscykel'])
  })

  it('leaves a slug with the file that has it when another asks for it too', async () => {
    await sync()
    await put('aaa.md', product('Tjuv'))
    expect(await sync()).toMatchObject({
      refused: ['aaa.md'],
      faults: [{ file: 'aaa.md', line: 3, message: 'slug "stadscykel" is taken by stadscykel.md', refused: true }],
    })
    expect(await titles()).toContain('stadscykel: Stadscykel')
  })

  it('follows a renamed file, a changed slug, and two files that swap slugs', async () => {
    await put('lastcykel.md', product('Lastcykel', 'lastcykel'))
    await sync()
    await rm(join(dir, 'cyklar.md'))
    await put('familj.md', family('Cyklar', '[a](/stadscykel) [b](/lastcykel)'))
    await put('stadscykel.md', product('Lastcykel', 'lastcykel'))
    await put('lastcykel.md', product('Stadscykel', 'stadscykel'))
    expect(await sync()).toMatchObject({ guides: 3, removed: [], refused: [], faults: [] })
    expect((await listStoredGuides(database.db)).map(({ guide }) => `${guide.file}=${guide.slug}`)).toEqual([
      'familj.md=cyklar',
      'lastcykel.md=stadscykel',
      'stadscykel.md=lastcykel',
    ])
  })

  it('publishes a guide with a dead link or a tag nobody knows, but tells of it', async () => {
    await put('cyklar.md', family('Cyklar', '[a](/stadscykel) [b](/moped)'))
    expect(await sync(new Set(['bilar']))).toMatchObject({
      guides: 2,
      refused: [],
      faults: [
        { file: 'cyklar.md', line: 5, message: 'the vocabulary has no tag "cyklar"', refused: false },
        { file: 'cyklar.md', line: 9, message: 'link "/moped": there is no such guide', refused: false },
        { file: 'stadscykel.md', line: 6, message: 'the vocabulary has no tag "cyklar"', refused: false },
      ],
    })
  })

  it('takes nothing down when the folder itself cannot be read', async () => {
    await sync()
    const there = dir
    dir = join(there, 'gone')
    expect(await sync()).toMatchObject({ guides: 2, removed: [], refused: ['.'] })
    expect(await titles()).toHaveLength(2)
    dir = there
    expect(await sync()).toMatchObject({ guides: 2, saved: [], faults: [] })
  })

  it('takes a drawing in with its guide, and keeps the last good one up when the file breaks', async () => {
    const svg = '<svg viewBox="0 0 320 200"><path d="M0 0h9"/></svg>'
    const drawn = product().replace('summary:', 'picture: cykel\npicture_alt: En cykel från sidan\nsummary:')
    await mkdir(join(dir, 'pictures'))
    await put('pictures/cykel.svg', svg)
    await put('stadscykel.md', drawn)
    expect(await sync()).toMatchObject({ saved: ['cyklar', 'stadscykel'], faults: [] })
    const image = async () => (await listStoredGuides(database.db))[1]?.guide.picture
    const first = await image()
    expect(first).toMatchObject({ name: 'cykel', alt: 'En cykel från sidan', svg: expect.stringContaining('M0 0h9') })

    await put('pictures/cykel.svg', svg.replace('h9', 'h8'))
    expect(await sync()).toMatchObject({ saved: ['stadscykel'] })
    await put('pictures/cykel.svg', svg.replace('<path', '<script>alert(1)</script><path'))
    expect(await sync()).toMatchObject({
      refused: expect.arrayContaining(['stadscykel.md']),
      faults: [{ file: 'pictures/cykel.svg', line: 1 }, { file: 'stadscykel.md' }],
    })
    expect((await image())?.svg).toContain('h8')
  })

  it('notices a change in a source alone', async () => {
    const sourced = (supports: string) =>
      product().replace(
        'summary:',
        `checked: 2026-11-20\nsources:\n  - title: Bladet\n    url: https://a.example/x\n    read: 2026-11-20\n    supports: ${supports}\nsummary:`,
      )
    await put('stadscykel.md', sourced('vikt'))
    await sync()
    await put('stadscykel.md', sourced('korg'))
    expect(await sync()).toMatchObject({ saved: ['stadscykel'] })
    expect((await listStoredGuides(database.db))[1]?.guide).toMatchObject({
      checked: '2026-11-20',
      sources: [{ title: 'Bladet', url: 'https://a.example/x', read: '2026-11-20', supports: 'korg' }],
    })
  })

  it('has nothing to say where a topic has no guides at all', async () => {
    dir = join(dir, 'none')
    expect(await sync()).toEqual({ guides: 0, saved: [], removed: [], refused: [], faults: [] })
  })

  it('may run twice at once', async () => {
    const both = await Promise.all([sync(), sync()])
    expect(both.map(({ guides }) => guides)).toEqual([2, 2])
    expect(await titles()).toHaveLength(2)
  })
})

/** The guides that the product ships: complete, linked, dated, and none in the way of a path. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { guidesCheck } from '../src/cli/guides.ts'
import { findCitations } from '../src/domain/guides/citations.ts'
import { checkGuideFolder } from '../src/pipeline/guides/guide-folder.ts'

const { guides } = await checkGuideFolder('content/guides')

it('pass the check without a complaint, tags of the vocabulary included', async () => {
  const lines: string[] = []
  expect(await guidesCheck('content', { line: (text = '') => lines.push(text) })).toBe(0)
  expect(lines).toEqual(['68 guides (10 family_hub, 10 generation_hub, 41 product_hub, 7 rumor), 0 errors'])
})

it('say how far their facts reach, never past the day they were gone through', () => {
  expect(guides.filter(({ factsUntil, updated }) => factsUntil === null || factsUntil > updated)).toEqual([])
})

it('say where their facts come from, and when the sources were read, or mark their facts as unchecked', () => {
  const lacking = guides.filter(
    ({ sources, checked, body }) =>
      (sources.length === 0 || checked === null) && !findCitations(body).some(({ source }) => source === null),
  )
  expect(lacking.map(({ slug }) => slug)).toEqual([])
})

it('price what they describe in kronor, and call a price in dollars American', () => {
  const priced = guides.flatMap(({ slug, specs }) => specs.map(({ price }) => ({ slug, currency: price?.currency })))
  expect(priced.filter(({ currency }) => currency !== undefined && currency !== 'SEK')).toEqual([])
  const dollars = guides.filter(({ body }) =>
    body.split('\n').some((line) => /dollar/i.test(line) && !/USA/.test(line)),
  )
  expect(dollars.map(({ slug }) => slug)).toEqual([])
})

it('cite every source that they list', () => {
  const idle: string[] = []
  for (const { slug, body, specs, releases, sources } of guides) {
    const listed = [...specs, ...releases].flatMap((row) => row.sources)
    const cited = new Set([...findCitations(body).map(({ source }) => source), ...listed])
    for (const [index, { url }] of sources.entries()) if (!cited.has(index + 1)) idle.push(`${slug}: ${url}`)
  }
  expect(idle).toEqual([])
})

it('show a drawing each, described in words, and no drawing lies unused', () => {
  expect(guides.filter(({ picture }) => picture === null).map(({ slug }) => slug)).toEqual([])
  const drawn = readdirSync('content/guides/pictures').map((file) => file.replace('.svg', ''))
  expect([...new Set(guides.map(({ picture }) => picture?.name))].sort()).toEqual(drawn.sort())
})

it('speak of a rumor as a rumor', () => {
  const rumors = guides.filter(({ pageType }) => pageType === 'rumor')
  for (const { title, body } of rumors) expect(`${title} ${body}`).toMatch(/rykte/i)
})

it('do not repeat a sentence from page to page', () => {
  const seen = new Map<string, string>()
  const repeated: string[] = []
  for (const { slug, body } of guides)
    for (const sentence of body.split(/(?<=[.?!])\s+/).filter((text) => text.split(' ').length > 7)) {
      const first = seen.get(sentence)
      if (first !== undefined && first !== slug) repeated.push(`${first}, ${slug}: ${sentence}`)
      seen.set(sentence, slug)
    }
  expect(repeated).toEqual([])
})

it('stand in files that git stores as they are read', () => {
  for (const { file } of guides) expect(readFileSync(`content/guides/${file}`, 'utf8')).not.toMatch(/\r|\t| $/m)
})

/** The guides that the product ships: complete, linked, dated, and none in the way of a path. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { guidesCheck } from '../src/cli/guides.ts'
import { checkGuideFolder } from '../src/pipeline/guides/guide-folder.ts'

const { guides } = await checkGuideFolder('content/guides')

it('pass the check without a complaint, tags of the vocabulary included', async () => {
  const lines: string[] = []
  expect(await guidesCheck('content', { line: (text = '') => lines.push(text) })).toBe(0)
  expect(lines).toEqual(['64 guides (10 family_hub, 10 generation_hub, 37 product_hub, 7 rumor), 0 faults'])
})

it('say how far their facts reach, never past the day they were gone through', () => {
  expect(guides.filter(({ factsUntil, updated }) => factsUntil === null || factsUntil > updated)).toEqual([])
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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseGuide } from './parse.ts'

const lines = (
  changes: Record<string, string | null> = {},
  body = '## Vad det är\n\nEn telefon. Se [familjen](/iphone).',
) => {
  const matter: Record<string, string | null> = {
    title: 'iPhone 17',
    slug: 'iphone-17',
    page_type: 'product_hub',
    family: 'iphone',
    generation: 'iphone-17-serien',
    tags: '[iphone]',
    updated: '2026-11-21',
    facts_until: '2026-06-30',
    summary: 'En sammanfattning som är lång nog att vara till nytta.',
    ...changes,
  }
  const keys = Object.entries(matter).flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`]))
  return ['---', ...keys, '---', '', body].join('\n')
}
const faultsOf = (text: string) => {
  const parsed = parseGuide('x.md', text)
  return 'faults' in parsed ? parsed.faults.map(({ line, message }) => `${line}: ${message}`) : []
}

describe('a guide file', () => {
  it('becomes a guide with its own lines remembered', () => {
    const parsed = parseGuide('iphone-17.md', lines())
    expect(parsed).toEqual({
      guide: {
        file: 'iphone-17.md',
        title: 'iPhone 17',
        slug: 'iphone-17',
        pageType: 'product_hub',
        family: 'iphone',
        generation: 'iphone-17-serien',
        tags: ['iphone'],
        updated: '2026-11-21',
        factsUntil: '2026-06-30',
        summary: 'En sammanfattning som är lång nog att vara till nytta.',
        body: '## Vad det är\n\nEn telefon. Se [familjen](/iphone).',
        bodyLine: 13,
        lines: expect.objectContaining({ title: 2, slug: 3, summary: 10 }),
      },
    })
  })

  it('reads Windows line ends and a byte order mark alike', () => {
    expect(parseGuide('x.md', `\uFEFF${lines().replaceAll('\n', '\r\n')}`)).toEqual(parseGuide('x.md', lines()))
  })

  it('lets hubs leave out what they are themselves', () => {
    const family = parseGuide(
      'x.md',
      lines({ slug: 'iphone', page_type: 'family_hub', family: null, generation: null }),
    )
    expect(family).toMatchObject({ guide: { family: 'iphone', generation: null } })
    const hub = parseGuide('x.md', lines({ slug: 'iphone-17-serien', page_type: 'generation_hub', generation: null }))
    expect(hub).toMatchObject({ guide: { family: 'iphone', generation: 'iphone-17-serien' } })
  })
})

describe('a faulty guide file is told by line', () => {
  it.each([
    ['no front matter', '# Hej', ['1: the file must begin with front matter between two lines of "---"']],
    ['an empty file', '', ['1: the file must begin with front matter between two lines of "---"']],
    ['front matter that never ends', '---\ntitle: x\n', ['1: the front matter has no closing line of "---"']],
    ['an unknown page type', lines({ page_type: 'product' }), [expect.stringMatching(/^4: page_type: .*product_hub/)]],
    ['a key that is missing', lines({ summary: null }), ['1: summary: is missing']],
    ['a key that nobody knows', lines({ sumary: 'x' }), ['11: sumary is not a known key']],
    [
      'a slug with Swedish letters',
      lines({ slug: 'hörlurar' }),
      [expect.stringMatching(/^3: slug: must be lower-case/)],
    ],
    ['a slug that climbs', lines({ slug: '../admin' }), [expect.stringMatching(/^3: slug: must be lower-case/)]],
    ['a reserved slug', lines({ slug: 'admin' }), [expect.stringMatching(/^3: slug: is a path of the service/)]],
    ['a day that does not exist', lines({ updated: '2026-11-31' }), ['8: updated: must be a date, YYYY-MM-DD']],
    ['facts from the future', lines({ facts_until: '2027-01-01' }), ['9: facts_until: is later than updated']],
    ['a product without family', lines({ family: null }), ['1: family: is needed on a page of type product_hub']],
    ['a tag named twice', lines({ tags: '[iphone, iphone]' }), ['7: tags: names a tag twice']],
    ['a title that is a number', lines({ title: '17' }), [expect.stringMatching(/^2: title: .*expected string/)]],
    [
      'a key given twice',
      lines({ summary: 'En lång nog sammanfattning.\ntitle: igen' }),
      [expect.stringMatching(/^11: .*unique/)],
    ],
    [
      'a colon that breaks YAML',
      lines({ title: 'iPhone: 17: Pro' }),
      [expect.stringMatching(/^2: front matter is not valid YAML/)],
    ],
    [
      'a tab that breaks YAML',
      lines({ tags: '[iphone' }),
      [expect.stringMatching(/^\d+: front matter is not valid YAML/)],
    ],
    ['an alias bomb', lines({ tags: '&a [iphone]', title: '*a' }), [expect.stringMatching(/^\d+: front matter/)]],
    [
      'code for another parser',
      lines({ title: '!!js/function "x"' }),
      [expect.stringMatching(/^2: front matter is not valid/)],
    ],
    ['no text', lines({}, ''), ['12: there is no text after the front matter']],
    [
      'a second main heading',
      lines({}, 'Text.\n\n# Rubrik'),
      [expect.stringMatching(/^15: the title is the only heading/)],
    ],
    [
      'raw HTML',
      lines({}, 'Text.\n\nMer\n<b>fet</b> text.'),
      expect.arrayContaining([expect.stringMatching(/^16: raw HTML/)]),
    ],
    [
      'several faults',
      lines({ slug: 'A', page_type: 'x' }),
      [expect.stringMatching(/^3: slug/), expect.stringMatching(/^4: page_type/)],
    ],
  ])('%s', (_name, text, expected) => {
    expect(faultsOf(text)).toEqual(expected)
  })

  it('whatever stands in it: nothing throws, and every line is one of the file', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('---', '---\n', 'title: ', '\n', '&a ', '*a', '<b>', '# x', '[a](b)'),
    )
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => `---\n${pieces.join('')}`),
        (text) => {
          const parsed = parseGuide('x.md', text)
          const last = text.split(/\r\n|\n|\r/).length + 1
          const faults = 'faults' in parsed ? parsed.faults : []
          return faults.every(({ line, message }) => line >= 1 && line <= last && message.length > 0)
        },
      ),
      { numRuns: 500 },
    )
  })
})

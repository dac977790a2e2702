import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBody } from './body.ts'
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
const violationsOf = (text: string) => {
  const parsed = parseGuide('x.md', text)
  return 'violations' in parsed ? parsed.violations.map(({ line, message }) => `${line}: ${message}`) : []
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
        checked: null,
        sources: [],
        specs: [],
        releases: [],
        rumors: [],
        picture: null,
        names: [],
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

const source = '{ title: Provbladet, url: https://a.example/x, read: 2026-11-20, supports: chip och pris }'
const drawings = new Map([['telefon', '<svg viewBox="0 0 1 1"></svg>']])

describe('a guide that tells where its facts come from', () => {
  it('has sources, specifications, a picture and names', () => {
    const text = lines(
      {
        checked: '2026-11-21',
        names: '[iPhone 17]',
        picture: 'telefon',
        picture_alt: 'En telefon framifrån',
        sources: `[${source}]`,
        specs:
          '[{ model: iPhone 17, year: 2025, price: { amount: 11995, currency: SEK, at: 2025-09-09 }, sources: [1] }]',
      },
      'Den kom 2025 [1]. Den räcker länge [?].',
    )
    expect(parseGuide('x.md', text, drawings)).toMatchObject({
      guide: {
        checked: '2026-11-21',
        names: ['iPhone 17'],
        picture: { name: 'telefon', alt: 'En telefon framifrån', svg: drawings.get('telefon') },
        sources: [{ title: 'Provbladet', url: 'https://a.example/x', read: '2026-11-20', supports: 'chip och pris' }],
        specs: [
          { model: 'iPhone 17', year: 2025, price: { amount: 11995, currency: 'SEK', at: '2025-09-09' }, sources: [1] },
        ],
      },
    })
  })

  const checked = { checked: '2026-11-21', sources: `[${source}]` }
  const rumor = '{ id: pris, on: 2026-01-02, claim: Den kostar, by: { name: Bladet, domain: bladet.example },'
  it.each([
    ['a number without a source', checked, 'Så är det [2].', /^15: there is no source 2$/],
    ['a check without sources', { checked: '2026-11-21' }, 'Text.', /^11: checked: without sources says nothing$/],
    ['sources without a check', { sources: `[${source}]` }, 'Text.', /^11: sources: need the day/],
    ['a check after the text', { ...checked, checked: '2026-11-22' }, 'Text.', /^11: checked: is later than updated$/],
    ['a source read after the check', { ...checked, checked: '2026-11-19' }, 'Text.', /^12: sources: were read later/],
    [
      'a source named twice',
      { ...checked, sources: `[${source}, ${source}]` },
      'Text.',
      /^12: sources: name an address/,
    ],
    [
      'an address that is none',
      { ...checked, sources: `[${source.replace('https:', 'javascript:')}]` },
      'Text.',
      /^12: sources: must be a full http address$/,
    ],
    ['a row without a source', { ...checked, specs: '[{ model: Ett, sources: [] }]' }, 'Text.', /^13: specs: needs/],
    [
      'a price of no day or month',
      { ...checked, specs: '[{ model: Ett, price: { amount: 1, currency: SEK, at: 2025-13 }, sources: [1] }]' },
      'Text.',
      /^13: specs: must be a date, YYYY-MM-DD or YYYY-MM$/,
    ],
    ['a row that cites nothing', { ...checked, specs: '[{ model: Ett, sources: [2] }]' }, 'Text.', /^13: specs: cite/],
    [
      'a column that nobody knows',
      { ...checked, specs: '[{ model: Ett, colour: red, sources: [1] }]' },
      'Text.',
      /colour is not a known key$/,
    ],
    ...Object.entries({
      '[{ date: 2025-09-09, sources: [2] }]': /^13: releases: cite a source/,
      '[{ date: 2026-11-22, sources: [1] }]': /^13: releases: are later than updated$/,
    }).map(([releases, violation]) => [`the releases ${releases}`, { ...checked, releases }, 'Text.', violation]),
    ...[
      ['verdict: wrong', /^11: rumors: is open, or is settled/],
      ['verdict: open, settled: { on: 2026-02-01, outcome: Nej }', /^11: rumors: is open, or is settled/],
      ['verdict: wrong, settled: { on: 2026-01-01, outcome: Nej }', /^11: rumors: is settled before it/],
      [`verdict: open }, ${rumor} verdict: open`, /^11: rumors: name an id twice$/],
    ].map(([end, violation]) => [`the rumor ${end}`, { rumors: `[${rumor} ${end} }]` }, 'Text.', violation]),
    [
      'a drawing that is not there',
      { picture: 'klocka', picture_alt: 'En klocka på en arm' },
      'Text.',
      /^11: picture: there is no drawing "klocka"$/,
    ],
    ['a picture without words', { picture: 'telefon' }, 'Text.', /^11: picture: and picture_alt go together$/],
    [
      'a picture that climbs',
      { picture: '../x', picture_alt: 'En klocka på en arm' },
      'Text.',
      /^11: picture: is the name/,
    ],
  ] as [string, Record<string, string>, string, RegExp][])('complains of %s', (_name, changes, body, violation) => {
    const parsed = parseGuide('x.md', lines(changes, body), drawings)
    const reported = 'violations' in parsed ? parsed.violations.map(({ line, message }) => `${line}: ${message}`) : []
    expect(reported).toEqual([expect.stringMatching(violation)])
  })

  it('counts its words without the marks', () => {
    const body = `${Array.from({ length: 200 }, () => 'ord').join(' ')} [1] [?]`
    expect(readBody(body).words).toBe(200)
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
    [
      'a family hub that belongs elsewhere',
      lines({ page_type: 'family_hub' }),
      ['5: family: of a family hub is its own slug', '6: generation: does not belong on a family hub'],
    ],
    [
      'a generation hub of another generation',
      lines({ page_type: 'generation_hub' }),
      ['6: generation: of a generation hub is its own slug'],
    ],
    ['a tag named twice', lines({ tags: '[iphone, iphone]' }), ['7: tags: names a tag twice']],
    ['a title that is a number', lines({ title: '17' }), [expect.stringMatching(/^2: title: .*expected string/)]],
    [
      'a key given twice',
      lines({ summary: 'En lång nog sammanfattning.\ntitle: igen' }),
      [expect.stringMatching(/^11: .*duplicated/)],
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
    expect(violationsOf(text)).toEqual(expected)
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
          const violations = 'violations' in parsed ? parsed.violations : []
          return violations.every(({ line, message }) => line >= 1 && line <= last && message.length > 0)
        },
      ),
      { numRuns: 500 },
    )
  })
})

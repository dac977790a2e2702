/** Without a judge: findings decide, and what is left of a text may be enough of it. */
import { describe, expect, it } from 'vitest'
import { readLanguages } from '../../platform/languages/language-files.ts'
import { acceptClaims, textOf } from './accept-claims.ts'
import { canLoseTitle, isCompleteSummary } from './summary.ts'
import type { ExaminedClaim } from './verify/examine.ts'
import { buildLanguageRules } from './verify/language-rules.ts'

const evidence = [{ start: 2, end: 9, text: 'passage', source: 1, lines: [] }]
const sentence = (text: string, more: Partial<ExaminedClaim> = {}): ExaminedClaim => ({
  part: 'sentence',
  section: 0,
  text,
  evidence,
  violation: null,
  findings: [],
  ...more,
})
const rulesOf = (site: string) => ({ languages: buildLanguageRules(readLanguages('content'), site) })
const accept = (claims: ExaminedClaim[], isEnough = true, articleIdOf?: (source: number) => number | undefined) =>
  acceptClaims(null, claims, {
    subject: {} as never,
    sources: [],
    rules: rulesOf('sv'),
    isComplete: () => isEnough,
    ...(articleIdOf ? { articleIdOf } : {}),
  })
const violation = { check: 'quotes', reason: 'nobody spoke' } as const
const finding = { kind: 'numbers', text: '64' } as const

describe('without a judge', () => {
  it('publishes what no check is against', async () =>
    expect(await accept([sentence('Ett.')])).toEqual({
      ok: true,
      claims: [
        {
          part: 'sentence',
          section: 0,
          sentence: 'Ett.',
          verdict: 'stands',
          droppedBy: null,
          reason: null,
          evidence: [{ start: 2, end: 9, text: 'passage' }],
          judged: null,
          decidingWords: null,
        },
      ],
    }))

  it.each([
    ['a violation', { violation }, 'quotes', 'nobody spoke'],
    ['a finding', { findings: [finding] }, 'numbers', expect.stringContaining('64')],
    ['a violation rather than a finding', { violation, findings: [finding] }, 'quotes', 'nobody spoke'],
  ])('drops a sentence for %s', async (_, more, by, reason) => {
    const accepted = await accept([sentence('Ett.'), sentence('Två.', more)])
    expect(accepted !== 'paused' && accepted.ok && accepted.claims.map(({ verdict }) => verdict)).toEqual([
      'stands',
      'dropped',
    ])
    expect(accepted !== 'paused' && accepted.ok && accepted.claims[1]).toMatchObject({ droppedBy: by, reason })
  })

  it('refuses a text of which too little is left, with the first reason', async () =>
    expect(await accept([sentence('Ett.'), sentence('Två.', { violation })], false)).toEqual({
      ok: false,
      reason: 'quotes: nobody spoke: "Två."',
      sentence: 'Två.',
    }))

  it.each([
    ['that is known', 70, { articleId: 70 }],
    ['that has no number', undefined, {}],
  ])('keeps the article of a passage %s', async (_, id, more) => {
    const accepted = await accept([sentence('Ett.')], true, () => id)
    expect(accepted !== 'paused' && accepted.ok && accepted.claims[0]?.evidence).toEqual([
      { start: 2, end: 9, text: 'passage', ...more },
    ])
  })
})

it('the text of a part has its remaining sentences, of one section or of all', async () => {
  const accepted = await accept([
    ...[
      sentence('Ett.', { section: 1 }),
      sentence('Två.', { section: 2 }),
      sentence('Tre.', { section: 2, violation }),
    ],
    sentence('Rubrik', { part: 'title' }),
  ])
  const claims = accepted !== 'paused' && accepted.ok ? accepted.claims : []
  expect([textOf(claims, 'sentence'), textOf(claims, 'sentence', 2), textOf(claims, 'title')]).toEqual([
    ...['Ett. Två.', 'Två.', 'Rubrik'],
  ])
})

it.each([
  ['two sentences and their headline', ['title', 'sentence', 'sentence'], true, true],
  ['two sentences without', ['sentence', 'sentence'], false, true],
  ['one sentence', ['title', 'sentence'], false, false],
] as const)('%s are enough: %s; below a headline of the source: %s', (_, parts, alone, below) => {
  const accepted = parts.map((part) => ({ part }))
  expect([isCompleteSummary(false)(accepted), isCompleteSummary(true)(accepted)]).toEqual([alone, below])
})

it.each([
  ['sv', true],
  ['sv-SE', true],
  ['en', false],
  [null, false],
])('the headline of a source in %s may stand above a text: %s', (language, expected) => {
  const languages = buildLanguageRules(readLanguages('content'), 'sv')
  expect(canLoseTitle(language, { languages } as never)).toBe(expected)
})

describe('a sentence that goes on with the one before', () => {
  /** The sentences that remain; those with a `-` before them are refused by a check. */
  async function remaining(
    language: string,
    texts: string[],
    part: ExaminedClaim['part'] = 'sentence',
    isComplete = true,
  ) {
    const claims = texts.map((text) =>
      sentence(text.replace(/^-/, ''), { part, violation: text.startsWith('-') ? violation : null }),
    )
    const demands = { subject: {} as never, sources: [], rules: rulesOf(language) }
    const isEnough = (some: readonly unknown[]) => isComplete || some.length > 2
    const accepted = await acceptClaims(null, claims, { ...demands, isComplete: isEnough })
    if (accepted === 'paused' || !accepted.ok) return accepted
    return accepted.claims.flatMap((one) => (one.verdict === 'stands' ? one.sentence : []))
  }

  it.each([
    ['sv', 'Hon slutar i maj.'],
    ['sv', 'Det kostar mer.'],
    ['sv', 'De ska öppna fler.'],
    ['sv', 'Detta gäller alla.'],
    ['sv', 'Därför anställs fler.'],
    ['en', 'She leaves in May.'],
    ['en', 'This pleases Porto.'],
    ['de', 'Sie geht im Mai.'],
    ['de', 'Dadurch wird es teurer.'],
    ['nb', 'Hun slutter i mai.'],
    ['da', 'Det koster mere.'],
    ['nl', 'Zij vertrekt in mei.'],
    ['fr', 'Elle part en mai.'],
    ['es', 'Ella se va en mayo.'],
    ['it', 'Lei parte a maggio.'],
    ['pt', 'Ela sai em maio.'],
    ['pl', 'Ona odchodzi w maju.'],
    ['fi', 'Hän lähtee toukokuussa.'],
  ])('goes with a dropped one in %s: %s', async (language, text) => {
    expect(await remaining(language, ['-Maria Larkfield.', text, 'Porto.'])).toEqual(['Porto.'])
    expect(await remaining(language, ['Maria Larkfield.', text, '-Porto.'])).toEqual(['Maria Larkfield.', text])
    expect(await remaining(language, ['-Maria Larkfield.', 'Porto.', text])).toEqual(['Porto.', text])
  })

  it.each([
    ['sv', 'Den som vill veta mer hittar det där.'],
    ['sv', 'Det svenska bolaget växer.'],
    ['sv', 'De 41 000 paren återkallas.'],
    ['sv', 'Detta år blev det fler.'],
    ['sv', 'Hans Larkfield slutar.'],
    ['en', 'Those who want more find it there.'],
    ['en', 'This year there are more.'],
    ['de', 'Die Firma wächst.'],
    ['nb', 'Den nye sjefen slutter.'],
  ])('stays in %s where it stands alone: %s', async (language, text) =>
    expect(await remaining(language, ['-Maria.', text])).toEqual([text]),
  )

  it('goes with one that went so itself', async () =>
    expect(
      await remaining('sv', ['-Maria leder Larkfield.', 'Hon slutar.', 'Det gläder Porto.', 'Tern säljer.']),
    ).toEqual(['Tern säljer.']))

  it('stays among points, which stand alone', async () =>
    expect(await remaining('sv', ['-Maria slutar.', 'Hon började 2011.'], 'point')).toEqual(['Hon började 2011.']))

  it('has the text refused where too little remains', async () =>
    expect(await remaining('sv', ['-Maria.', 'Hon slutar.', 'Porto.', 'Tern.'], 'sentence', false)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('quotes'),
    }))

  it('says why', async () => {
    const accepted = await accept([sentence('Maria.', { violation }), sentence('Hon slutar.')])
    expect(accepted).toMatchObject({
      claims: [{}, { verdict: 'dropped', droppedBy: 'quotes', reason: 'it goes on with a sentence that is left out' }],
    })
  })
})

describe('a headline that is refused alone', () => {
  const isComplete = (some: readonly { part: string }[]) =>
    isCompleteSummary(false)(some as never) && some.some(({ part }) => part === 'title')
  const headed = async (...texts: string[]) => {
    const claims = [sentence('Fel', { part: 'title', violation }), ...texts.map((text) => sentence(text))]
    const accepted = await acceptClaims(null, claims, {
      subject: {} as never,
      sources: [],
      rules: rulesOf('sv'),
      isComplete,
    })
    return accepted !== 'paused' && accepted.ok ? textOf(accepted.claims, 'title') : accepted
  }
  const long = `Larkfield ${'öppnar '.repeat(12)}mer.`

  it('gives way to the first sentence that is short enough, and is kept as what was dropped', async () => {
    expect(await headed('Larkfield öppnar i Porto.', 'Ägarna är glada.')).toBe('Larkfield öppnar i Porto.')
    expect(await headed(long, 'Ägarna är glada.')).toBe('Ägarna är glada.')
  })

  it.each([
    ['all are long', [long, long]],
    ['the short one goes on with another', [long, 'Det kostar mer.']],
  ])('has the text refused where %s', async (_, texts) =>
    expect(await headed(...texts)).toMatchObject({ ok: false, sentence: 'Fel' }),
  )
})

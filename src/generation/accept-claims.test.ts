/** Without a judge: findings decide, and what is left of a text may be enough of it. */
import { describe, expect, it } from 'vitest'
import { readLanguages } from '../language-files.ts'
import { acceptClaims, textOf } from './accept-claims.ts'
import { canLoseTitle, isCompleteSummary } from './summary.ts'
import type { ExaminedClaim } from './verify/examine.ts'
import { buildLanguageRules } from './verify/language-rules.ts'

const evidence = [{ start: 2, end: 9, text: 'passage', source: 1, before: 'a', after: 'b' }]
const sentence = (text: string, more: Partial<ExaminedClaim> = {}): ExaminedClaim => ({
  part: 'sentence',
  section: 0,
  text,
  evidence,
  violation: null,
  findings: [],
  ...more,
})
const accept = (claims: ExaminedClaim[], isEnough = true, articleIdOf?: (source: number) => number | undefined) =>
  acceptClaims(null, claims, {
    subject: {} as never,
    sources: [],
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

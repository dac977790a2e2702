import { describe, expect, it } from 'vitest'
import { readLanguages } from '../../../platform/languages/language-files.ts'
import { sentenceEndsOf } from '../../../platform/text/sentences.ts'
import { textTimes } from './came.ts'
import type { EventRevision, EventStatement } from './views.ts'

const ends = sentenceEndsOf(readLanguages('content'), 'sv')
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute))

type Text = [summary: string, ...points: (string | [text: string, against: string])[]]

/** Newest first; each ten minutes before the one above it. */
const revisionsOf = (...texts: Text[]): EventRevision[] =>
  texts.map(([summary, ...points], place) => ({
    revision: texts.length - place,
    at: at(10 * (texts.length - place)),
    by: 'ai',
    model: null,
    title: 'Bron',
    reason: 'new_fact',
    broughtBy: [],
    added: [],
    summary,
    points: points.map((point) => {
      const [first, ...others] = [point].flat().map((text) => ({ text, sources: [], quotes: [] }))
      return { status: 'single', judged: true, statements: [first as EventStatement, ...others] }
    }),
  }))

describe('textTimes', () => {
  it.each<[name: string, revisions: Text[], came: Record<string, number>]>([
    ['has nothing of an event without a text', [], {}],
    ['gives the first text its own time', [['Ett. Två.', 'P.']], { 'Ett.': 10, 'Två.': 10, 'P.': 10 }],
    [
      'keeps the time of what stood before',
      [
        ['Ett. Nytt.', 'P.', 'Q.'],
        ['Ett.', 'P.'],
      ],
      { 'Ett.': 10, 'Nytt.': 20, 'P.': 10, 'Q.': 20 },
    ],
    ['takes what came back as new', [['Ett.', 'P.'], ['Två.'], ['Ett.', 'P.']], { 'Ett.': 30, 'P.': 30 }],
    [
      'takes what another source says instead as a text of its own',
      [
        ['Ett.', ['P.', 'Icke P.']],
        ['Ett.', 'P.'],
      ],
      { 'Ett.': 10, 'P.': 10, 'Icke P.': 20 },
    ],
    [
      'splits no sentence after an abbreviation',
      [['Den kostar t.ex. 9 kr. Bron öppnar.']],
      { 'Den kostar t.ex. 9 kr.': 10, 'Bron öppnar.': 10 },
    ],
  ])('%s', (_name, revisions, came) => {
    const times = textTimes(revisionsOf(...revisions), ends)
    expect(Object.fromEntries(times)).toEqual(
      Object.fromEntries(Object.entries(came).map(([text, minute]) => [text, at(minute)])),
    )
  })
})

/** A record in words: at most ten lines, each with its figure. Pure. */

import type { Translate } from '../../platform/site/messages.ts'
import type { Share } from '../../platform/text/wilson.ts'
import type { FigureName } from './figures.ts'
import { RUMORS } from './paths.ts'
import type { PairView, RecordSpan, RecordView } from './views.ts'

interface Words {
  t: Translate
}

export interface RecordLine {
  /** Leads to its events; null where it has none. */
  figure: FigureName | typeof RUMORS | null
  text: string
}

/** Order of the lines. */
const lineNames = [
  ...(['first', 'first_seen', 'alone', 'confirmed', 'copies', 'copied'] as const),
  ...(['settled_for', 'settled_against', 'corrected'] as const),
]
const MAX_LINES = 10
const percent = (share: number) => Math.round(share * 100)

/** "61 av 180, 34 % (28–41 %)" */
export const shareText = ({ t }: Words, share: Share): string => t('record.share', shareValues(share))

export const shareValues = ({ hits, of, low, high }: Share) => ({
  hits,
  of,
  share: percent(hits / of),
  low: percent(low),
  high: percent(high),
})

/** The events, then what is known by twenty cases or more. */
export function recordLines(words: Words, record: RecordView): RecordLine[] {
  const { t } = words
  const figures = lineNames.flatMap((figure): RecordLine[] => {
    const share = record.figures[figure]
    if (!share) return []
    const text = `${t(`record.figure.${figure}`)}: ${shareText(words, share)}`
    const after = record.correctedAfterMinutes
    return [
      { figure, text: figure === 'corrected' && after !== null ? `${text}. ${t('record.after', { n: after })}` : text },
    ]
  })
  const lines: RecordLine[] = [
    { figure: null, text: t('record.events', { n: record.events }) },
    ...(record.clock === 'right' ? [] : [{ figure: null, text: t(`record.clock.${record.clock}`) }]),
    ...figures,
    ...(record.rumors ? [{ figure: RUMORS, text: `${t('record.rumors')}: ${shareText(words, record.rumors)}` }] : []),
  ]
  return lines.slice(0, MAX_LINES)
}

/** "Bladet har Postens text i 45 av 50 …, 90 % (79–96 %)" */
export const pairText = (words: Words, { publisher, other, share, afterMinutes }: PairView): string =>
  [
    `${words.t('record.pair', { publisher: publisher.name, other: other.name })}: ${shareText(words, share)}`,
    ...(afterMinutes === null ? [] : [words.t('record.after', { n: afterMinutes })]),
  ].join('. ')

/** One line wherever its name is: how often first, and with whose texts; empty without figures. */
export function shortLine(words: Words, { figures }: Pick<RecordSpan, 'figures'>): string {
  const { first, first_seen: seen, copies } = figures
  const lead = first ?? seen
  return [
    ...(lead ? [words.t('record.short_first', { hits: lead.hits, of: lead.of })] : []),
    ...(copies && copies.hits > 0 ? [words.t('record.short_copies', { hits: copies.hits, of: copies.of })] : []),
  ].join(' · ')
}

/** A month's review, written by rules: a sentence for each outstanding figure. Pure. */

import type { Translate } from '../../platform/site/messages.ts'
import type { Share } from '../../platform/text/wilson.ts'
import type { FigureName } from './figures.ts'
import { shareValues } from './lines.ts'
import type { RecordSpan } from './views.ts'

interface Words {
  t: Translate
}

/** Figures of which the review names the outstanding publisher. */
const REVIEWED = ['first', 'alone', 'confirmed', 'copied', 'settled_for'] as const satisfies FigureName[]

export interface ReviewSentence {
  text: string
  /** Its subject; null for the month. */
  publisher: string | null
  figure: FigureName | null
}

export function reviewOf(words: Words, records: readonly RecordSpan[]): ReviewSentence[] {
  const { t } = words
  const counted = records.filter(({ events }) => events > 0)
  const busiest = counted.toSorted((a, b) => b.events - a.events || a.name.localeCompare(b.name))[0]
  if (!busiest) return []
  const reported = t('record.review_most', { name: busiest.name, n: busiest.events })
  const skewed = counted.filter(({ clock }) => clock !== 'right')
  return [
    { text: t('record.review_count', { n: counted.length }), publisher: null, figure: null },
    { text: reported, publisher: busiest.publisher, figure: null },
    ...REVIEWED.flatMap((figure) => outstanding(words, counted, figure) ?? []),
    ...skewed.map(({ name, publisher, clock }) => ({
      text: `${name}: ${t(`record.clock.${clock}`)}`,
      publisher,
      figure: null,
    })),
  ]
}

/** By the interval's lower bound; none where another's interval reaches as high by its middle. */
function outstanding(words: Words, records: readonly RecordSpan[], figure: FigureName): ReviewSentence | null {
  const [best, next] = records
    .flatMap(({ figures, ...record }) => {
      const share = figures[figure]
      return share && share.hits > 0 ? [{ ...record, share }] : []
    })
    .sort((a, b) => b.share.low - a.share.low)
  if (!best || (next && !isAbove(best.share, next.share))) return null
  const text = words.t(`record.review_figure.${figure}`, { name: best.name, ...shareValues(best.share) })
  return { text, publisher: best.publisher, figure }
}

const isAbove = (one: Share, other: Share) => one.low > other.hits / other.of

/** What readers lose of good answers that the gates refuse: sentences, or the whole. */
import type { Examination } from '../../src/ai/claims/examine.ts'

/** What a reader loses of an answer. */
export interface Loss {
  whole: boolean
  sentences: number
  dropped: number
}

/** Of the good ones of a half: with anything refused, refused as a whole, and their sentences, those of whole answers too. */
export interface Losses {
  half: string
  answers: number
  refused: number
  whole: number
  sentences: number
  dropped: number
}

interface Outcome {
  half: string
  fault: string | null
  refused: boolean
  loss: Loss
}

/** A headline gives way to the source's own where that is in the site's language. */
export function lossOf(examined: Examination, sentences: number, canLoseTitle: boolean): Loss {
  const standing = examined.ok ? examined.claims.filter(({ fault }) => fault === null) : []
  const whole = !examined.ok || !(canLoseTitle || standing.some(({ part }) => part === 'title'))
  const stand = standing.filter(({ part }) => part === 'sentence').length
  return { whole, sentences, dropped: whole ? sentences : sentences - stand }
}

export function lossesOf(outcomes: readonly Outcome[]): Losses[] {
  const good = Map.groupBy(
    outcomes.filter(({ fault }) => fault === null),
    ({ half }) => half,
  )
  return [...good].map(([half, some]) => {
    const sum = (pick: (one: Outcome) => number) => some.reduce((total, one) => total + pick(one), 0)
    return {
      half,
      answers: some.length,
      refused: sum(({ refused }) => Number(refused)),
      whole: sum(({ loss }) => Number(loss.whole)),
      sentences: sum(({ loss }) => loss.sentences),
      dropped: sum(({ loss }) => loss.dropped),
    }
  })
}

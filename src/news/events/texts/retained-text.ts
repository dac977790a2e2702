/** An event's text held against its reports as they are now: the claims whose passages still occur in them. Pure. */

import type { StoredPassage } from '../../../platform/database/stored-passage.ts'
import type { NewClaim } from '../../claims/writes/claims.ts'
import { withoutRemnants } from '../../texts/accept-claims.ts'
import { passageFinder } from '../../texts/verify/passages.ts'
import { findNovelty } from '../rules/novelty.ts'

export interface HeldText {
  retained: NewClaim[]
  /** Their evidence fell, or the sentence before them that they go on with. */
  fallen: NewClaim[]
  /** Reports that no longer hold a passage. */
  changed: ReadonlySet<number>
}

const MIN_SENTENCES = 2

/** A headline, a text of two sentences, and a point. */
export function isCompleteText(accepted: readonly Pick<NewClaim, 'part'>[]): boolean {
  const count = (...parts: NewClaim['part'][]) => accepted.filter(({ part }) => parts.includes(part)).length
  return count('title') > 0 && count('sentence') >= MIN_SENTENCES && count('point', 'against') > 0
}

interface HeldReport {
  articleId: number
  title: string
  text: string
}

const FALLEN = 'its passage is not in the report any more'

/** `claims`: those that were accepted, in the order of the text. A passage whose words are forgotten is as good as its report. */
export function heldText(
  claims: readonly NewClaim[],
  reports: readonly HeldReport[],
  continuing: RegExp | null,
): HeldText {
  const holds = passagesHeldBy(reports)
  const decided = claims.map((claim): NewClaim => {
    const evidence = claim.evidence.filter(holds)
    if (evidence.length === claim.evidence.length) return claim
    if (claim.part === 'title' && holdsHeadline(claim, evidence)) return { ...claim, evidence }
    return { ...claim, verdict: 'dropped', droppedBy: 'evidence', reason: FALLEN }
  })
  const all = withoutRemnants(decided, continuing)
  return {
    retained: all.filter(({ verdict }) => verdict === 'stands'),
    fallen: all.filter(({ verdict }) => verdict === 'dropped'),
    changed: new Set(
      claims.flatMap(({ evidence }) =>
        evidence.flatMap((passage) => (holds(passage) ? [] : (passage.articleId ?? []))),
      ),
    ),
  }
}

function passagesHeldBy(reports: readonly HeldReport[]): (passage: StoredPassage) => boolean {
  const finders = new Map(
    reports.map(({ articleId, title, text }) => [articleId, passageFinder(`${title}\n${text}`, 1)]),
  )
  return ({ articleId, text }) => {
    const find = finders.get(articleId ?? 0)
    // Stored JSON has no words once they are forgotten.
    const words: string | undefined = text
    return find !== undefined && (words === undefined || find(words) !== null)
  }
}

/** A headline rests on the passages of all sentences. It needs those that decided, and those of its numbers and names. */
function holdsHeadline({ sentence, judged, decidingWords }: NewClaim, left: readonly StoredPassage[]): boolean {
  const words = left.map(({ text }) => text ?? '')
  if (left.length === 0 || findNovelty(sentence, null, words) !== null) return false
  const find = passageFinder(words.join('\n').toLowerCase(), 1)
  const deciding = (decidingWords ?? '').toLowerCase().split(/\s*(?:…|\.{3})\s*/)
  return judged === null || (deciding.some(Boolean) && deciding.filter(Boolean).every((part) => find(part) !== null))
}

/** Times at which sentences and points of an event's text came: of the first revision that has had each ever since. Pure. */
import { type SentenceEnds, sentences } from '../../../platform/text/sentences.ts'
import type { EventRevision } from './views.ts'

/** By the sentence's or point's words. `revisions` newest first; empty for an event without a text of its own. */
export function textTimes(revisions: EventRevision[], ends: SentenceEnds): Map<string, Date> {
  const times = new Map<string, Date>()
  const [current, ...earlier] = revisions
  if (!current) return times
  let lasting = [...textsOf(current, ends)]
  for (const text of lasting) times.set(text, current.at)
  for (const revision of earlier) {
    const texts = textsOf(revision, ends)
    lasting = lasting.filter((text) => texts.has(text))
    for (const text of lasting) times.set(text, revision.at)
  }
  return times
}

const textsOf = ({ summary, points }: EventRevision, ends: SentenceEnds): Set<string> =>
  new Set([...sentences(summary, ends), ...points.flatMap(({ statements }) => statements.map(({ text }) => text))])

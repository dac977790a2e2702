/** Is an article about the topic because the other articles of its event are? Only where its own text leaves that open. Pure. */

export interface EventEvidence {
  /** Share of the threshold that its own text reaches; null where it was not measured. */
  score: number | null
  /** Other publishers whose articles of the event are about the topic by themselves. */
  publishers: number
}

/** Below it, a text that hardly names the topic stays out, whatever its event is about. */
const OPEN_FROM = 0.5
const MIN_PUBLISHERS = 2

export const isRelevantByEvent = ({ score, publishers }: EventEvidence): boolean =>
  score !== null && score >= OPEN_FROM && score < 1 && publishers >= MIN_PUBLISHERS

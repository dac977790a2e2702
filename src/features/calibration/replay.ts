/** Clusters articles again at each line, independent of the events that readers see. Pure. */
import { ClusterIndex } from '../../news/events/clustering/cluster-index.ts'
import { type Choices, decide, startDeciding } from '../../news/events/clustering/decide.ts'
import type { Vectors } from '../../news/events/clustering/similarity.ts'
import type { Item } from '../../news/events/clustering/weighing.ts'
import type { Lexicon } from '../../platform/text/thesaurus.ts'
import { LINES } from './calibrate.ts'
import type { EventsByLine } from './pairs.ts'

/** Articles of a replay, the newest: fewer would not show large events. Eight lines take some twenty seconds of one core. */
export const MAX_REPLAYED = 4000
const HOUR_MS = 3_600_000

export interface ReplayOptions {
  lexicon: Lexicon
  vectors: Vectors | null
  openMs?: Choices['openMs']
  /** Awaited after each article. */
  pause?: () => Promise<unknown>
}

/** The events of the articles at each line that a site may have, an hour's articles at once, as feeds bring them. */
export async function replayLines(items: readonly Item[], options: ReplayOptions): Promise<EventsByLine> {
  const byLine = new Map<number, ReadonlyMap<number, number>>()
  for (const line of LINES) byLine.set(line, await replay(items, line, options))
  return byLine
}

async function replay(
  items: readonly Item[],
  line: number,
  { lexicon, vectors, openMs, pause }: ReplayOptions,
): Promise<Map<number, number>> {
  const index = new ClusterIndex()
  const ordered = items.toSorted((a, b) => a.at - b.at || a.id - b.id)
  for (const hour of Map.groupBy(ordered, ({ at }) => Math.floor(at / HOUR_MS)).values()) {
    for (const item of hour) index.put(item)
    const deciding = startDeciding(index, lexicon, vectors, { line, openMs })
    for (const item of hour) {
      decide(deciding, item, true)
      await pause?.()
    }
  }
  return new Map(items.flatMap(({ id }) => [[id, index.eventOf(id) ?? -id] as const]))
}

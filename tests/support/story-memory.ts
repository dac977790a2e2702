/** The stage stories without a database, for evaluation: the same features, the same index, the same decisions. */

import { dissolve, joinOrOpen, type Link, merge, split, startDeciding } from '../../src/domain/stories/decide.ts'
import { featuresOf, type ReportedArticle } from '../../src/domain/stories/features.ts'
import { StoryIndex } from '../../src/domain/stories/story-index.ts'
import type { Lexicon } from '../../src/domain/text/thesaurus.ts'

export interface HappeningTold {
  id: number
  articles: (ReportedArticle & { at: number })[]
}

export class StoryMemory {
  readonly #lexicon: Lexicon
  readonly index = new StoryIndex()
  /** How each event came into its story. */
  readonly links = new Map<number, Link>()

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  /** Events by story, in the order of their happening. */
  get stories(): Map<number, number[]> {
    const ids = [...this.index.events].flatMap(({ storyId }) => storyId ?? [])
    return new Map([...new Set(ids)].map((id) => [id, this.index.members(id).map((event) => event.id)]))
  }

  /** Takes in what has happened since the last call, as the stage does. */
  add(happenings: HappeningTold[]): void {
    const events = happenings.map(({ id, articles }) => {
      const times = articles.map(({ at }) => at)
      const about = { id, firstAt: Math.min(...times), lastAt: Math.max(...times) }
      return this.index.put(about, featuresOf(this.#lexicon, articles))
    })
    const telling = events.filter(({ terms }) => terms.length > 0).sort((a, b) => a.firstAt - b.firstAt || a.id - b.id)
    const deciding = startDeciding(this.#lexicon, this.index, telling, Math.max(...events.map(({ lastAt }) => lastAt)))
    for (const event of telling) if (event.storyId === null) joinOrOpen(deciding, event)
    split(deciding)
    merge(deciding)
    dissolve(deciding)
    for (const [id, link] of deciding.links) this.links.set(id, link)
  }
}

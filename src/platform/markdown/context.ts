/** Context of a markdown page besides its view. Types only. */
import type { Translate } from '../site/messages.ts'
import type { Origin } from '../site/paths.ts'
import type { Site } from '../site/site.ts'

export interface MarkdownContext extends Origin {
  site: Pick<Site, 'name' | 'language' | 'description' | 'timezone'>
  t: Translate
}

/** Context of every page function beside its view. */
import type { Translate } from '../site/messages.ts'
import type { Origin } from '../site/paths.ts'
import type { Site } from '../site/site.ts'

/** Addresses of the site's own files; the version in them changes with their content. */
export type AssetUrl = (name: string) => string

export interface PageContext extends Origin {
  site: Site
  t: Translate
  asset: AssetUrl
  now: Date
}

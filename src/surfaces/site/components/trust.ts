/**
 * The line of trust: the number of sources that report an event, of points on which they agree, and of points where they
 * differ.
 */

import { trustOf } from '../../../news/events/queries/matrix.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import type { SitePage } from '../page.ts'
import { facts } from './fact-line.ts'

/** "10 källor · ≠ oense om 1", else "10 källor · överens om 4"; what is not known is left out. */
export function trustLine({ t }: Pick<SitePage, 't'>, event: EventView): Html {
  const { sources, agreed, disputed } = trustOf(event)
  const fact =
    disputed > 0
      ? html`<span class="parting">≠ ${t('trust.disputed', { n: disputed })}</span>`
      : agreed > 0 && t('trust.agree_on', { n: agreed })
  return html`<span class="meta">${facts(t('sources.count', { n: sources }), fact)}</span>`
}

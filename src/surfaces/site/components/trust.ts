/**
 * The line of trust: the number of sources that report an event, of points on which they agree, and of points where they
 * differ.
 */
import { type Html, html } from '../../../html/html.ts'
import { matrixImage, timeImage } from '../../../html/source-matrix.ts'
import { sourceMatrix, trustOf } from '../../../read/events/matrix.ts'
import type { EventView } from '../../../read/events/views.ts'
import type { SitePage } from '../page.ts'

const dot = html`<span class="dot"> · </span>`

/** "10 källor · eniga om 4 uppgifter · ≠ oense om 1"; what is not known is left out. */
export function trustLine({ t }: Pick<SitePage, 't'>, event: EventView): Html {
  const { sources, agreed, disputed } = trustOf(event)
  return html`${t('sources.count', { n: sources })}${agreed > 0 && html`${dot}${t('trust.agreed', { n: agreed })}`}${parting(t, disputed)}`
}

/** "10 källor · ≠ oense om 1" */
export function shortTrust({ t }: Pick<SitePage, 't'>, event: EventView): Html {
  const { sources, disputed } = trustOf(event)
  return html`${t('sources.count', { n: sources })}${parting(t, disputed)}`
}

const parting = (t: SitePage['t'], disputed: number) =>
  disputed > 0 && html`${dot}<span class="parting">≠ ${t('trust.disputed', { n: disputed })}</span>`

/** The event's thumbnail: its matrix, or its reports in time while it has no points. Null for one publisher. */
export const trustImage = ({ t }: Pick<SitePage, 't'>, event: EventView, strip = true): Html | null =>
  matrixImage(sourceMatrix(event), t('matrix.label')) ?? timeImage(event.sources, t('matrix.times'), strip)

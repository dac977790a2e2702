/** Content of the image by which an event is shared, and its address, which changes with it. */
import { createHash } from 'node:crypto'
import { trustOf } from '../../../news/events/queries/matrix.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { sourceNames } from '../../../platform/html/source-names.ts'
import { disputesOf } from '../components/disputes.ts'
import type { SitePage } from '../page.ts'

export function sharedEvent(page: SitePage, event: EventView) {
  const { t, site } = page
  const { sources, disputed } = trustOf(event)
  const parting = disputed > 0 ? ` · ${t('trust.disputed_long', { n: disputed })}` : ''
  const [dispute] = disputesOf(event)
  const shown = {
    title: event.title,
    line: `${t('sources.count', { n: sources })}${parting}`,
    siteName: site.name,
    heading: t('disputes.title'),
    sides: (dispute?.statements ?? []).map(({ text, sources: by }) => ({ who: sourceNames(page, by, 2), claim: text })),
  }
  const version = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12)
  return { ...shown, name: `event-${event.id}-${version}.png` }
}

export const shareImagePath = (page: SitePage, event: EventView): string =>
  `/img/events/${event.id}.png?v=${sharedEvent(page, event).name.split('-').at(-1)?.slice(0, 8)}`

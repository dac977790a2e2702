/** Content of the image by which an event is shared, and its address, which changes with it. */
import { createHash } from 'node:crypto'
import { trustOf } from '../../../read/events/matrix.ts'
import type { EventView } from '../../../read/events/views.ts'
import { trustImage } from '../components/trust.ts'
import type { SitePage } from '../page.ts'

export function sharedEvent(page: SitePage, event: EventView) {
  const { t, site } = page
  const { sources, disputed } = trustOf(event)
  const parting = disputed > 0 ? ` · ${t('trust.disputed_long', { n: disputed })}` : ''
  const drawing = trustImage(page, event, false)
  const shown = {
    title: event.title,
    line: `${t('sources.count', { n: sources })}${parting}`,
    siteName: site.name,
    drawing: drawing && String(drawing),
  }
  const version = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12)
  return { ...shown, name: `event-${event.id}-${version}.png` }
}

export const shareImagePath = (page: SitePage, event: EventView): string =>
  `/img/events/${event.id}.png?v=${sharedEvent(page, event).name.split('-').at(-1)?.slice(0, 8)}`

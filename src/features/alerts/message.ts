/** Content of an alert on a device: little, since it appears on a locked screen and passes a push service. Pure. */
import { addressOf } from '../../platform/site/addresses.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { eventPath, type Paths } from '../../platform/site/paths.ts'

interface AlertedEvent {
  id: number
  title: string
  sourceCount: number
}

/** Message for the service worker; a later one with the same `tag` replaces the earlier. */
export interface AlertMessage {
  title: string
  body: string
  url: string
  tag: string
}

const MAX_TITLE_LENGTH = 160
const MAX_TITLES = 5

/** "3 oberoende källor rapporterar", or the number of events. */
export const alertHeading = (t: Translate, events: Pick<AlertedEvent, 'sourceCount'>[]): string =>
  events.length === 1
    ? t('alerts.told_by', { n: events[0]?.sourceCount ?? 0 })
    : t('alerts.several', { n: events.length })

/** Null for nothing. */
export function alertMessage(t: Translate, paths: Paths, events: AlertedEvent[]): AlertMessage | null {
  const [first] = events
  if (!first) return null
  const tag = `alert-${events.map(({ id }) => id).join('-')}`.slice(0, 200)
  if (events.length === 1)
    return { title: cut(first.title), body: alertHeading(t, events), url: eventPath(paths, first), tag }
  const titles = events.slice(0, MAX_TITLES).map(({ title }) => cut(title))
  return { title: alertHeading(t, events), body: titles.join('\n'), url: addressOf(paths, '/account/alerts'), tag }
}

const cut = (text: string) =>
  text.length <= MAX_TITLE_LENGTH ? text : `${text.slice(0, MAX_TITLE_LENGTH - 1).toWellFormed()}…`

/** The caller's subscriptions as OPML, by folder, for any feed reader. */
import { generateOpml, type Opml } from 'feedsmith'
import { fitForXml } from '../../platform/text/text.ts'
import { labelOf, type MessageContext, type Subscription } from './present.ts'

export function subscriptionList(subscriptions: Subscription[], title: string, { t }: MessageContext): string {
  const folders = Map.groupBy(subscriptions, ({ kind }) => kind)
  const outlines = [...folders].flatMap(([kind, group]): Opml.Outline<Date, [], true>[] =>
    kind === null ? group.map(toOutline) : [{ text: labelOf(kind, t), outlines: group.map(toOutline) }],
  )
  return fitForXml(generateOpml({ head: { title }, body: { outlines } }, { strict: true }))
}

/** An event is a page without a feed of its own. */
const toOutline = ({ kind, title, url, htmlUrl }: Subscription): Opml.Outline<Date, [], true> =>
  kind === 'event'
    ? { text: title, title, type: 'link', url: htmlUrl }
    : { text: title, title, type: 'rss', xmlUrl: url, htmlUrl }

/** Row of an email for one event: the same for all readers, so that it is rendered once. */

import type { EventView } from '../../news/events/queries/views.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { eventPermalink } from '../../platform/site/paths.ts'
import { shorten } from '../../platform/text/text.ts'
import { ink, type MailContext } from './mail-html.ts'
import { pointsOf } from './points-mail.ts'

export type RowShape = 'lead' | 'long' | 'short'

export interface ReportedRow {
  /** Title and summary. */
  text: string
  /** Its paragraph is open: the reason for the event goes into it. */
  html: Html
  /** "4 källor" */
  sources: string
  /** Short: it leads to the event's page whatever its title becomes. */
  address: string
}

const sizes: Record<RowShape, number> = { lead: 24, long: 19, short: 17 }
const lengths: Record<RowShape, number> = { lead: 260, long: 180, short: 100 }

export function createRowWriter(
  context: MailContext,
): (event: EventView, shape: RowShape, pictured: boolean) => ReportedRow {
  const existing = new WeakMap<EventView, Map<string, ReportedRow>>()
  return (event, shape, pictured) => {
    const rows = existing.get(event) ?? new Map<string, ReportedRow>()
    existing.set(event, rows)
    const key = `${shape} ${pictured}`
    const row = rows.get(key) ?? textRow(context, event, shape, pictured)
    rows.set(key, row)
    return row
  }
}

function textRow(context: MailContext, event: EventView, shape: RowShape, pictured: boolean): ReportedRow {
  const address = context.baseUrl + eventPermalink(context.paths, event)
  const summary = shorten(event.summary, lengths[shape])
  const points = shape === 'short' ? null : pointsOf(context, event)
  const title = html`<h2 style="margin:0;font:${sizes[shape]}px/1.25 Georgia,serif"><a class="t" href="${address}" style="color:${ink.text}">${event.title}</a></h2>`
  return {
    text: [event.title, summary, points?.text ?? ''].filter((line) => line !== '').join('\n'),
    html: html`${pictured && imageOf(context, event, address)}${title}${points && html`<p style="margin:6px 0">${summary}</p>${points.html}`}<p style="margin:6px 0">${!points && summary && html`${summary}<br>`}`,
    sources: context.t('letters.sources', { n: event.sourceCount }),
    address,
  }
}

/** The one image: from our own address, the same for every reader. */
function imageOf({ baseUrl }: MailContext, event: EventView, address: string): Html {
  const of = event.entries.find(({ imageUrl }) => imageUrl === event.imageUrl) ?? event.lead
  return html`<a href="${address}" tabindex="-1" aria-hidden="true"><img src="${baseUrl}/img/${of.id}/640.jpg" width="536" alt="" style="display:block;width:100%;height:auto;border:0;margin:0 0 14px"></a>`
}

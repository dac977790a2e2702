/** Chooses the events of the latest that lead the front page. Pure. */
import type { EventView } from './views.ts'

const halfLifeHours = 10

/** Prominence of an event at `now`: by its sources, halved each ten hours since it was last reported. */
function rankAt(event: EventView, now: Date): number {
  const hours = Math.max(0, now.getTime() - lastReport(event).getTime()) / 3_600_000
  return Math.log2(1 + event.sourceCount) * 0.5 ** (hours / halfLifeHours)
}

/** Of its reports with a date, as long as there are any: one without may be old news found today. */
export const lastReport = ({ entries, lead }: EventView): Date =>
  (entries.findLast(({ publishedAt }) => publishedAt !== null) ?? entries.at(-1) ?? lead).sortAt
const isDated = ({ lead }: EventView) => lead.publishedAt !== null

/**
 * The `count` leading events, best first, and the rest as they were. An image decides between near equals. What has no
 * date may be old news found today: it leads only where there is nothing dated.
 */
export function pickLeading(
  events: EventView[],
  count: number,
  now: Date,
): { leading: EventView[]; rest: EventView[] } {
  const weight = (event: EventView) => rankAt(event, now) * (event.lead.imageUrl ? 1.15 : 1)
  const leading = events
    .toSorted((a, b) => Number(isDated(b)) - Number(isDated(a)) || weight(b) - weight(a))
    .slice(0, count)
  return { leading, rest: events.filter((event) => !leading.includes(event)) }
}

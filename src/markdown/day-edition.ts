/** `/dag/:day.md`: the edition of a day as a list of its events. */
import { dayPath } from '../domain/site/paths.ts'
import { formatDay } from '../domain/time/days.ts'
import type { NewsOfDay } from '../read/events/views.ts'
import type { MarkdownContext } from './context.ts'
import { inline, link } from './escape.ts'
import { eventLine } from './event.ts'
import { frontMatter } from './front-matter.ts'

export function dayPage({ events, total, previous, next, day }: NewsOfDay, ctx: MarkdownContext): string {
  const { baseUrl, paths, site, t } = ctx
  const head = frontMatter({
    title: formatDay(day, site.language),
    canonical_url: baseUrl + dayPath(paths, day),
    date: day,
    events_count: total,
    language: site.language,
  })
  const others = [previous, next].flatMap((one) =>
    one === null ? [] : link(formatDay(one, site.language), `${baseUrl}${dayPath(paths, one)}.md`),
  )
  const parts = [
    `# ${inline(`${site.name}: ${formatDay(day, site.language)}`)}`,
    inline(t('agents.events_cut')),
    events.map((event) => eventLine(event, ctx)).join('\n'),
    others.join(' · '),
  ]
  return `${head}\n${parts.filter(Boolean).join('\n\n')}\n`
}

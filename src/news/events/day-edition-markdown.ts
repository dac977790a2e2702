/** `/day/:day.md`: the edition of a day as a list of its events. */

import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline, link } from '../../platform/markdown/escape.ts'
import { frontMatter } from '../../platform/markdown/front-matter.ts'
import { dayPath } from '../../platform/site/paths.ts'
import { formatDay } from '../../platform/time/days.ts'
import { eventLine } from './markdown.ts'
import type { NewsOfDay } from './queries/views.ts'

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

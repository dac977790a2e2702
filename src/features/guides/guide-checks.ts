/** For `doctor`: violations in the files of guides, and facts that end before a release that our own articles report. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { type Report, warning } from '../../news/health/health-check.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import { checkGuideFolder } from './guide-folder.ts'
import { type LaterReport, type OverdueGuide, overdueGuides } from './rules/overdue.ts'
import { parseWording } from './rules/wording.ts'

export async function checkFiles({ CONTENT_DIR }: Config): Promise<Report> {
  const { guides, violations, missing } = await checkGuideFolder(join(CONTENT_DIR, 'guides'))
  if (missing) return 'there are none'
  if (violations.length === 0) return `${guides.length}, without an error`
  return violations.map(({ file, line, message }) => warning(`guides/${file}:${line}: ${message}`))
}

/** None where the folder has no words for a release, or words that cannot be read: the check of the files reports these. */
export async function listOverdueGuides({ CONTENT_DIR }: Pick<Config, 'CONTENT_DIR'>, db: Db): Promise<OverdueGuide[]> {
  const released = await readFile(join(CONTENT_DIR, 'guides/wording.yaml'), 'utf8')
    .then((text) => parseWording(text).released)
    .catch(() => null)
  return released ? overdueGuides(await listLaterReports(db), released) : []
}

export async function checkOverdueGuides(config: Pick<Config, 'CONTENT_DIR'>, db: Db): Promise<Report> {
  const overdue = await listOverdueGuides(config, db)
  if (overdue.length === 0) return 'no article reports a release that is newer than the facts of a guide'
  return overdue.map(({ file, factsUntil, title, at }) =>
    warning(`guides/${file}: its facts end on ${factsUntil}; reported on ${at.toISOString().slice(0, 10)}: ${title}`),
  )
}

/** News of at least two publishers, newest first, this many of each tag of a guide. */
const PER_TAG = 40

export async function listLaterReports(db: ReadDb): Promise<LaterReport[]> {
  const { rows } = await sql<LaterReport>`
    select g.slug, g.file, g.facts_until as "factsUntil", g.names, n.title, n.sort_at as at
    from guides g
    join tags t on t.slug = any (g.tags)
    cross join lateral (
      select a.title, x.sort_at
      from article_tags x join shown_articles a on a.id = x.article_id
      where x.tag_id = t.id and x.relevant and x.sort_at >= g.facts_until::date + 1
        and coalesce(a.kind, 'news') = 'news' and a.source_count > 1
      order by x.sort_at desc, x.article_id desc limit ${PER_TAG}
    ) n
    where g.facts_until is not null and g.page_type <> 'rumor'
    order by n.sort_at desc, g.slug`.execute(db)
  return rows
}

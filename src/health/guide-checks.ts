/** Health check of guides: whether our own articles report a release that a guide's facts do not reach. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type OverdueGuide, overdueGuides } from '../domain/guides/overdue.ts'
import { parseWording } from '../domain/guides/wording.ts'
import { listLaterReports } from '../read/content/later-reports.ts'
import type { Db } from '../store/database/database.ts'
import { type Report, warning } from './health-check.ts'

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

/** `karnhuset guides check` and `guides sync`: what they print and how they exit. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../app/services.ts'
import type { Io } from '../../cli/io.ts'
import { counted } from '../../platform/text/counted.ts'
import { parseVocabulary } from '../../platform/text/vocabulary.ts'
import { checkGuideFolder } from './guide-folder.ts'
import type { GuideViolation } from './rules/guide.ts'
import { syncContentGuides } from './sync.ts'

/** Reads the guides of a content folder without a database; exit code 1 when there is anything to complain of. */
export async function guidesCheck(contentDir: string, io: Pick<Io, 'line'>): Promise<number> {
  const folder = join(contentDir, 'guides')
  const { guides, violations, missing } = await checkGuideFolder(folder, await tagSlugs(contentDir))
  if (missing) {
    io.line(`There is no folder ${folder}, so there are no guides.`)
    return 0
  }
  for (const violation of violations) io.line(violationLine(violation))
  const types = Map.groupBy(guides, ({ pageType }) => pageType)
  const counts = [...types].map(([type, members]) => `${members.length} ${type}`).sort()
  io.line(`${counted(guides.length, 'guide')} (${counts.join(', ') || 'none'}), ${counted(violations.length, 'error')}`)
  return violations.length === 0 ? 0 : 1
}

/** Prints what a sync did; exit code 1 when a file was refused. */
export async function guidesSync(services: Services, io: Io): Promise<number> {
  const { guides, saved, removed, refused, faults: violations } = await syncContentGuides(services)
  for (const violation of violations)
    io.line(`${violationLine(violation)}${violation.refused ? '' : ' (published all the same)'}`)
  for (const file of refused) io.line(`${file} was not taken in; its last good version stays up`)
  io.line(
    `${counted(guides, 'guide')} up: ${saved.length} new or changed, ${removed.length} removed, ${refused.length} refused`,
  )
  return refused.length === 0 ? 0 : 1
}

/** Slugs of the vocabulary's tags; undefined where the content folder has no vocabulary. */
async function tagSlugs(contentDir: string): Promise<ReadonlySet<string> | undefined> {
  const path = join(contentDir, 'vocabulary.yaml')
  if (!existsSync(path)) return undefined
  return new Set(parseVocabulary(await readFile(path, 'utf8'), path).tags.keys())
}

function violationLine({ file, line, message }: GuideViolation): string {
  return `${file}:${line}: ${message}`
}

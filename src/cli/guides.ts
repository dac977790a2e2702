/** `karnhuset guides check` and `guides sync`: what they print and how they exit. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GuideFault, GuideSync } from '../domain/guides/guide.ts'
import { parseVocabulary } from '../domain/vocabulary.ts'
import { checkGuideFolder } from '../pipeline/guide-folder.ts'

type Write = (line: string) => void

/** Reads the guides of a content folder without a database; exit code 1 when there is anything to complain of. */
export async function guidesCheck(contentDir: string, write: Write): Promise<number> {
  const { guides, faults } = await checkGuideFolder(join(contentDir, 'guides'), await tagSlugs(contentDir))
  for (const fault of faults) write(faultLine(fault))
  const types = Map.groupBy(guides, ({ pageType }) => pageType)
  const counts = [...types].map(([type, members]) => `${members.length} ${type}`).sort()
  write(`${guides.length} guides (${counts.join(', ') || 'none'}), ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

/** Prints what a sync did; exit code 1 when a file was refused. */
export async function guidesSync(sync: () => Promise<GuideSync>, write: Write): Promise<number> {
  const { guides, saved, removed, refused, faults } = await sync()
  for (const fault of faults) write(`${faultLine(fault)}${fault.refused ? '' : ' (published all the same)'}`)
  for (const file of refused) write(`${file} was not taken in; its last good version stays up`)
  write(`${guides} guides up: ${saved.length} new or changed, ${removed.length} removed, ${refused.length} refused`)
  return refused.length === 0 ? 0 : 1
}

/** Slugs of the vocabulary's tags; undefined where the content folder has no vocabulary. */
export async function tagSlugs(contentDir: string): Promise<ReadonlySet<string> | undefined> {
  const path = join(contentDir, 'vocabulary.yaml')
  if (!existsSync(path)) return undefined
  return new Set(parseVocabulary(await readFile(path, 'utf8'), path).tags.keys())
}

function faultLine({ file, line, message }: GuideFault): string {
  return `${file}:${line}: ${message}`
}

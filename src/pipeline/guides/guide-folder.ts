/** Reads the guides' folder from disk. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../domain/errors.ts'
import { checkGuides } from '../../domain/guides/check.ts'
import { byFileAndLine, type Guide, type GuideFault } from '../../domain/guides/guide.ts'
import { parseGuide } from '../../domain/guides/parse.ts'

export interface GuideFolder {
  /** By file name. */
  guides: Guide[]
  faults: GuideFault[]
  /** There is no such folder. */
  missing?: boolean
}

/** Stands in a fault's `file` when it is the folder that cannot be read. */
export const wholeFolder = '.'

const maxBytes = 256 * 1024

/** Never throws: a folder or file that cannot be read is a fault. */
export async function readGuideFolder(dir: string): Promise<GuideFolder> {
  try {
    const names = (await readdir(dir)).filter((name) => /^[^.].*\.md$/.test(name)).sort()
    const read = await Promise.all(names.map((name) => readGuide(dir, name)))
    return {
      guides: read.flatMap((one) => ('guide' in one ? [one.guide] : [])),
      faults: read.flatMap((one) => ('faults' in one ? one.faults : [])),
    }
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const fault = { file: wholeFolder, line: 1, message: `cannot be read: ${messageOf(error)}` }
    return { guides: [], faults: [fault], missing }
  }
}

/** The folder's guides and all their faults, each alone and all together, without a database. */
export async function checkGuideFolder(dir: string, tagSlugs?: ReadonlySet<string>): Promise<GuideFolder> {
  const { guides, faults } = await readGuideFolder(dir)
  const together = checkGuides(guides, tagSlugs ? { tagSlugs } : {})
  return { guides, faults: [...faults, ...together].sort(byFileAndLine) }
}

async function readGuide(dir: string, file: string): Promise<ReturnType<typeof parseGuide>> {
  try {
    const bytes = await readFile(join(dir, file))
    if (bytes.length > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024} KiB`)
    return parseGuide(file, new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    return { faults: [{ file, line: 1, message: `cannot be read: ${messageOf(error)}` }] }
  }
}

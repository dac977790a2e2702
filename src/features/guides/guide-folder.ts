/** Reads the guides' folder from disk: guides, and beside them the drawings that they show. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../platform/errors.ts'
import { parseAllowedSources } from './rules/allowed-sources.ts'
import { checkGuides } from './rules/check.ts'
import { parseDrawing } from './rules/drawing.ts'
import { byFileAndLine, type Guide, type GuideViolation } from './rules/guide.ts'
import { type Drawings, parseGuide } from './rules/parse.ts'
import { parseWording, type Wording } from './rules/wording.ts'

export interface GuideFolder {
  /** By file name. */
  guides: Guide[]
  violations: GuideViolation[]
  /** There is no such folder. */
  missing?: boolean
}

/** A violation's `file` when the folder itself cannot be read. */
export const completeFolder = '.'

const maxBytes = 256 * 1024
const drawingFolder = 'pictures'

/** Never throws: a folder or file that cannot be read is a violation. */
export async function readGuideFolder(dir: string): Promise<GuideFolder> {
  try {
    const names = (await readdir(dir)).filter((name) => /^[^.].*\.md$/.test(name)).sort()
    const { drawings, violations } = await readDrawings(dir)
    const read = await Promise.all(names.map((name) => readGuide(dir, name, drawings)))
    return {
      guides: read.flatMap((one) => ('guide' in one ? [one.guide] : [])),
      violations: [...violations, ...read.flatMap((one) => ('violations' in one ? one.violations : []))],
    }
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const violation = { file: completeFolder, line: 1, message: `cannot be read: ${messageOf(error)}` }
    return { guides: [], violations: [violation], missing }
  }
}

/** The folder's guides and all their violations, each alone and all together, without a database. */
export async function checkGuideFolder(dir: string, tagSlugs?: ReadonlySet<string>): Promise<GuideFolder> {
  const folder = await readGuideFolder(dir)
  const sources = await readRules(dir, 'sources.yaml', parseAllowedSources)
  const wording = await readWording(dir)
  const together = checkGuides(folder.guides, {
    ...(tagSlugs && { tagSlugs }),
    ...(sources.rules && { allowedSources: sources.rules }),
    ...(wording.rules && { wording: wording.rules }),
  })
  const unread = [...sources.unread, ...wording.unread]
  return { ...folder, violations: [...folder.violations, ...unread, ...together].sort(byFileAndLine) }
}

interface Rules<T> {
  rules?: T
  unread: GuideViolation[]
}

export const readWording = (dir: string): Promise<Rules<Wording>> => readRules(dir, 'wording.yaml', parseWording)

/** A folder without the file has no such rules: every source is allowed, and no text is read. */
async function readRules<T>(dir: string, file: string, parse: (text: string) => T): Promise<Rules<T>> {
  const path = join(dir, file)
  if (!existsSync(path)) return { unread: [] }
  try {
    return { rules: parse(await readText(path)), unread: [] }
  } catch (error) {
    return { unread: [unreadable(file, error)] }
  }
}

async function readGuide(dir: string, file: string, drawings: Drawings): Promise<ReturnType<typeof parseGuide>> {
  try {
    return parseGuide(file, await readText(join(dir, file)), drawings)
  } catch (error) {
    return { violations: [unreadable(file, error)] }
  }
}

/** Violations of a text that is to become a file of the folder. */
export async function violationsIn(dir: string, file: string, text: string): Promise<GuideViolation[]> {
  const parsed = parseGuide(file, text, (await readDrawings(dir)).drawings)
  return 'violations' in parsed ? parsed.violations : []
}

/**
 * A drawing with a violation is reported and not drawn: the guides that show it are refused, and stay up as they were.
 */
async function readDrawings(dir: string): Promise<{ drawings: Drawings; violations: GuideViolation[] }> {
  const names = await readdir(join(dir, drawingFolder)).catch(() => [])
  const drawings = new Map<string, string>()
  const violations: GuideViolation[] = []
  for (const name of names.filter((one) => /^[a-z0-9-]+\.svg$/.test(one)).sort()) {
    const file = `${drawingFolder}/${name}`
    try {
      const parsed = parseDrawing(await readText(join(dir, file)))
      if ('svg' in parsed) drawings.set(name.slice(0, -4), parsed.svg)
      else violations.push(...parsed.violations.map((violation) => ({ file, ...violation })))
    } catch (error) {
      violations.push(unreadable(file, error))
    }
  }
  return { drawings, violations }
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path)
  if (bytes.length > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024} KiB`)
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

const unreadable = (file: string, error: unknown): GuideViolation => ({
  file,
  line: 1,
  message: `cannot be read: ${messageOf(error)}`,
})

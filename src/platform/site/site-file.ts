/**
 * Files of the content folder: read with a violation that names them; `site.yaml` alone, for commands that need no
 * more.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, messageOf } from '../errors.ts'
import { parseSite, type Site } from './site.ts'

/** Throws `bad_request` with a line for each violation, naming the file. */
export const readSite = (folder: string): Site =>
  parseSite(readText(join(folder, 'site.yaml')), (path) => existsSync(join(folder, 'guides', `${path.slice(1)}.md`)))

/** Throws `bad_request` naming the file. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new AppError('bad_request', `CONTENT_DIR: cannot read ${file}: ${messageOf(cause)}`, { cause })
  }
}

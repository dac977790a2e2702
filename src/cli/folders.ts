/** The content folder and the media beside a backup, as folders that carry its name. */
import { existsSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { AppError } from '../platform/errors.ts'
import { shippedContent } from '../platform/package/package-folder.ts'

export interface FolderOptions {
  withContent?: boolean
  withMedia?: boolean
}

interface Folder {
  /** Of the service. */
  local: string
  /** Beside the backup. */
  saved: string
}

/** The content that comes with the program is the program's: a site's own is in the working folder. */
const siteContent = ({ CONTENT_DIR }: Config, cwd: string): string =>
  CONTENT_DIR === shippedContent ? join(cwd, 'content') : CONTENT_DIR

function foldersOf(config: Config, file: string, { withContent, withMedia }: FolderOptions, cwd: string): Folder[] {
  return [
    ...(withContent ? [{ local: siteContent(config, cwd), saved: `${file}.content` }] : []),
    ...(withMedia ? [{ local: join(config.DATA_DIR, 'media'), saved: `${file}.media` }] : []),
  ]
}

/** Returns the folders that were written; one that does not exist is none. */
export async function saveFolders(
  config: Config,
  file: string,
  options: FolderOptions,
  cwd = process.cwd(),
): Promise<string[]> {
  const there = foldersOf(config, file, options, cwd).filter(({ local }) => existsSync(local))
  for (const { local, saved } of there) await replaceFolder(local, saved)
  return there.map(({ saved }) => saved)
}

/** Throws `bad_request` before anything is written, where a folder is missing or, without `replace`, one would be lost. */
export async function bringFolders(
  config: Config,
  file: string,
  { replace = false, ...options }: FolderOptions & { replace?: boolean },
  cwd = process.cwd(),
): Promise<string[]> {
  const folders = foldersOf(config, file, options, cwd)
  for (const { local, saved } of folders) {
    if (!existsSync(saved)) throw new AppError('bad_request', `There is no folder ${saved} beside the backup.`)
    if (!replace && existsSync(local))
      throw new AppError('bad_request', `${local} exists: --replace puts the one of the backup in its place.`)
  }
  for (const { local, saved } of folders) await replaceFolder(saved, local)
  return folders.map(({ local }) => local)
}

/** The copy is complete or not there; what it replaces is gone only then. */
async function replaceFolder(from: string, to: string): Promise<void> {
  const [partial, old] = [`${to}.partial`, `${to}.old`]
  await rm(partial, { recursive: true, force: true })
  await cp(from, partial, { recursive: true, preserveTimestamps: true })
  await rm(old, { recursive: true, force: true })
  if (existsSync(to)) await rename(to, old)
  await rename(partial, to)
  await rm(old, { recursive: true, force: true })
}

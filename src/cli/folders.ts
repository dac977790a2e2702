/** The content folder and the media beside a backup, as folders that carry its name. */
import { existsSync, realpathSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { AppError, messageOf } from '../platform/errors.ts'
import { shippedContent } from '../platform/package/package-folder.ts'
import { giveToOwner } from '../platform/settings/data-owner.ts'

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

/** Copies inside the folders that they are to replace: a folder may be a mount, which nothing can be renamed to. */
export interface StagedFolders {
  /** The content that is to come; undefined without. */
  content: string | undefined
  /** Returns the folders, whose entries are the new ones; where one cannot be moved, all are the old ones again. */
  put(): Promise<string[]>
  /** Removes what was not put. */
  discard(): Promise<void>
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
  for (const { local, saved } of there) await saveFolder(local, saved)
  return there.map(({ saved }) => saved)
}

/** The copy is complete or not there; what it replaces is gone only then. */
async function saveFolder(from: string, to: string): Promise<void> {
  const [partial, old] = [`${to}.partial`, `${to}.old`]
  try {
    await copyEntries(from, partial)
    await rm(old, { recursive: true, force: true })
    if (existsSync(to)) await rename(to, old)
    await rename(partial, to)
    await rm(old, { recursive: true, force: true })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** Throws `bad_request` with nothing written, where a folder is missing or may not be replaced, or one would be lost without `replace`. */
export async function stageFolders(
  config: Config,
  file: string,
  { replace = false, ...options }: FolderOptions & { replace?: boolean },
  cwd = process.cwd(),
): Promise<StagedFolders> {
  const folders = foldersOf(config, file, options, cwd)
  for (const folder of folders) checkFolder(folder, replace)
  const added = folders.filter(({ local }) => !existsSync(local))
  const discard = async () => {
    const staged = [...folders.map(({ local }) => stagedIn(local).partial), ...added.map(({ local }) => local)]
    for (const path of staged.filter(existsSync)) await rm(path, { recursive: true })
  }
  try {
    for (const folder of folders) await stageFolder(folder)
  } catch (error) {
    await discard()
    throw error
  }
  return {
    content: options.withContent ? stagedIn(siteContent(config, cwd)).partial : undefined,
    put: async () => {
      await putFolders(folders)
      added.length = 0
      return folders.map(({ local }) => local)
    },
    discard,
  }
}

function checkFolder({ local, saved }: Folder, replace: boolean): void {
  if (!existsSync(saved)) throw new AppError('bad_request', `There is no folder ${saved} beside the backup.`)
  if (!existsSync(local)) return
  if (realpathSync(local) === realpathSync(shippedContent))
    throw new AppError(
      'bad_request',
      `${local} is the content that comes with the program: set CONTENT_DIR to a folder of its own. Nothing was changed.`,
    )
  if (!replace) throw new AppError('bad_request', `${local} exists: --replace puts the one of the backup in its place.`)
}

const stagedIn = (folder: string) => ({ partial: join(folder, '.partial'), old: join(folder, '.old') })

/** Entries that are no part of a folder: those of a restore that was killed, and the file system's. */
const PASSED_OVER = ['.partial', '.old', 'lost+found']

async function copyEntries(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  const filter = (path: string) => dirname(path) !== from || !PASSED_OVER.includes(basename(path))
  await cp(from, to, { recursive: true, preserveTimestamps: true, filter })
}

async function stageFolder({ local, saved }: Folder): Promise<void> {
  try {
    const isNew = !existsSync(local)
    await mkdir(local, { recursive: true, mode: (await stat(saved)).mode })
    if (isNew) giveToOwner(local)
    const { partial } = stagedIn(local)
    await copyEntries(saved, partial)
    for (const path of await readdir(partial, { recursive: true })) giveToOwner(join(partial, path), local)
  } catch (cause) {
    throw new AppError('unprocessable', `${local} cannot be replaced (${messageOf(cause)}). Nothing was changed.`, {
      cause,
    })
  }
}

async function putFolders(folders: readonly Folder[]): Promise<void> {
  const moved: [from: string, to: string][] = []
  const move = async (names: string[], from: string, to: string) => {
    for (const name of names) {
      await rename(join(from, name), join(to, name))
      moved.push([join(from, name), join(to, name)])
    }
  }
  try {
    for (const { local } of folders) {
      const { partial, old } = stagedIn(local)
      await rm(old, { recursive: true, force: true })
      await mkdir(old, { mode: 0o700 })
      const names = await readdir(local)
      await move(
        names.filter((name) => !PASSED_OVER.includes(name)),
        local,
        old,
      )
      await move(await readdir(partial), partial, local)
    }
  } catch (cause) {
    for (const [from, to] of moved.reverse()) await rename(to, from)
    throw new AppError(
      'unprocessable',
      `The database was restored, and the folders are as they were (${messageOf(cause)}): mend that, and repeat the command with --replace.`,
      { cause },
    )
  } finally {
    for (const { local } of folders) await rm(stagedIn(local).old, { recursive: true, force: true })
  }
}

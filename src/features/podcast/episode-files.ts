/** The files of an episode in DATA_DIR/media/podd/ID: named by their content, so that an address never changes meaning. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { giveToOwner, makeOwnedFolder } from '../../platform/settings/data-owner.ts'

export type FileRole = 'audio' | 'cover' | 'thumb'

export interface IncomingFile {
  role: FileRole
  /** With its dot. */
  extension: string
  /** A path to copy from, or the bytes themselves. */
  content: string | Uint8Array
}

export interface RetainedFiles {
  /** Paths below the media folder, `ID/NAME`. */
  paths: Partial<Record<FileRole, string>>
  /** Rolls back: removes what was added when the episode is not saved. */
  undo(): Promise<void>
}

/** Seconds that a replaced file stays up for listeners who are in the middle of it. */
const GRACE = 24 * 3600

export async function storeFiles(mediaDir: string, episodeId: string, files: IncomingFile[]): Promise<RetainedFiles> {
  const folder = join(mediaDir, episodeId)
  makeOwnedFolder(folder)
  const added: string[] = []
  const paths: RetainedFiles['paths'] = {}
  const undo = async () => {
    for (const path of added) await rm(path, { force: true })
    // Fails, as it should, where an earlier version of the episode has its files.
    await rmdir(folder).catch(() => {})
  }
  try {
    for (const file of files) {
      const { name, isNew } = await storeFile(folder, file)
      if (isNew) added.push(join(folder, name))
      paths[file.role] = `${episodeId}/${name}`
    }
  } catch (error) {
    await undo()
    throw error
  }
  return { paths, undo }
}

/** Written under a temporary name, fsynced, then renamed: a file under its final name is always whole. */
async function storeFile(folder: string, file: IncomingFile): Promise<{ name: string; isNew: boolean }> {
  const passing = join(folder, `.incoming-${randomBytes(6).toString('hex')}`)
  const hash = createHash('sha256')
  const target = await open(passing, 'wx')
  giveToOwner(passing)
  try {
    const source = typeof file.content === 'string' ? createReadStream(file.content) : [file.content]
    for await (const part of source) {
      hash.update(part)
      await target.writeFile(part)
    }
    await target.sync()
  } catch (error) {
    await rm(passing, { force: true })
    throw error
  } finally {
    await target.close()
  }
  const name = `${file.role}-${hash.digest('hex').slice(0, 16)}${file.extension}`
  const isNew = await stat(join(folder, name)).then(
    () => false,
    () => true,
  )
  await rename(passing, join(folder, name))
  return { name, isNew }
}

/** Starts the grace period of files that were just replaced, and removes those whose grace period is over. */
export async function sweepFiles(
  mediaDir: string,
  episodeId: string,
  retained: string[],
  replaced: string[],
  now: Date,
) {
  const folder = join(mediaDir, episodeId)
  for (const name of await readdir(folder)) {
    const path = `${episodeId}/${name}`
    if (retained.includes(path)) continue
    if (replaced.includes(path)) await utimes(join(folder, name), now, now)
    else {
      // One that is still written may have another name by now.
      const file = await stat(join(folder, name)).catch(() => null)
      if (file && (now.getTime() - file.mtimeMs) / 1000 > GRACE) await rm(join(folder, name), { force: true })
    }
  }
}

/** The folder of articles' images: its path, and the images that have not been looked at for long. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export const imageFolder = (dataDir: string): string => join(dataDir, 'media', 'img')

/** Deletes images that were last served before `before`; how many. Each is made again when it is asked for. */
export async function pruneImages(folder: string, before: Date): Promise<number> {
  let pruned = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    // Serving one sets its time.
    const info = await stat(path).catch(() => null)
    if (!info?.isFile() || info.mtimeMs >= before.getTime()) continue
    await rm(path, { force: true })
    pruned++
  }
  return pruned
}

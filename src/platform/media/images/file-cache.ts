/** Files in one folder up to a sum of bytes: the least recently used are removed first. One per process and folder. */
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { giveToOwner, makeOwnedFolder } from '../../settings/data-owner.ts'

/** Another process may be writing a younger file. */
const ABANDONED_MS = 3_600_000

export class FileCache {
  readonly #folder: string
  readonly #maxBytes: number
  /** Name → bytes, the least recently used first. */
  #sizes: Promise<Map<string, number>> | null = null
  #temporary = 0

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  /** The file's bytes, or null where it is not cached. */
  async get(name: string): Promise<Buffer | null> {
    const sizes = await this.#cachedFiles()
    const path = join(this.#folder, name)
    try {
      const body = await readFile(path)
      sizes.delete(name)
      sizes.set(name, body.length)
      // The order survives a restart through the files' times.
      void utimes(path, new Date(), new Date()).catch(() => {})
      return body
    } catch {
      sizes.delete(name)
      return null
    }
  }

  async put(name: string, body: Buffer): Promise<void> {
    const sizes = await this.#cachedFiles()
    const path = join(this.#folder, name)
    const temporary = `${path}.${process.pid}.${this.#temporary++}.part`
    await writeFile(temporary, body)
    giveToOwner(temporary)
    await rename(temporary, path)
    sizes.delete(name)
    sizes.set(name, body.length)
    await this.#shrink(sizes)
  }

  async bytes(): Promise<number> {
    return sum(await this.#cachedFiles())
  }

  #cachedFiles(): Promise<Map<string, number>> {
    this.#sizes ??= this.#scan()
    return this.#sizes
  }

  async #scan(): Promise<Map<string, number>> {
    makeOwnedFolder(this.#folder)
    const names = await readdir(this.#folder)
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name)
        const info = await stat(path).catch(() => null)
        if (!info?.isFile()) return null
        if (!name.endsWith('.part')) return { name, size: info.size, at: info.mtimeMs }
        if (info.mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { force: true })
        return null
      }),
    )
    const retained = found.flatMap((one) => one ?? []).sort((a, b) => a.at - b.at)
    return new Map(retained.map(({ name, size }) => [name, size]))
  }

  async #shrink(sizes: Map<string, number>): Promise<void> {
    let total = sum(sizes)
    for (const [name, size] of sizes) {
      if (total <= this.#maxBytes) return
      sizes.delete(name)
      total -= size
      await rm(join(this.#folder, name), { force: true })
    }
  }
}

const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((total, size) => total + size, 0)

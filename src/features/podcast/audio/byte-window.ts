/** Random reads of a large file through one sliding window, so that a walk over it costs few system calls. */
import type { FileHandle } from 'node:fs/promises'

const WINDOW = 1 << 20

export interface ByteWindow {
  readonly size: number
  /** At most `length` bytes from `offset`; fewer at the end of the file. Valid until the next call. */
  read(offset: number, length: number): Promise<Buffer>
}

export async function openWindow(file: FileHandle): Promise<ByteWindow> {
  const { size } = await file.stat()
  const buffer = Buffer.allocUnsafe(WINDOW)
  let start = 0
  let filled = 0
  return {
    size,
    async read(offset, length) {
      const wanted = Math.min(length, WINDOW, Math.max(0, size - offset))
      if (offset < start || offset + wanted > start + filled) {
        start = offset
        filled = (await file.read(buffer, 0, WINDOW, offset)).bytesRead
      }
      return buffer.subarray(offset - start, offset - start + Math.min(wanted, filled))
    },
  }
}

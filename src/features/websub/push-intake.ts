/** Reads pushes of hubs: one of a source at a time, within a limit on the bytes that are held in all. */
import type { Readable } from 'node:stream'
import { AppError } from '../../platform/errors.ts'
import type { SignatureCheck } from './subscription.ts'

/** As much as a feed may have when it is fetched. */
const MAX_BYTES = 10 * 1024 * 1024
/** Buffered in this process, of all sources. */
const MAX_BUFFERED = 32 * 1024 * 1024

const later = (retryAfter: number) =>
  new AppError('unavailable', 'Other pushes are being read. Send it again shortly.', { retryAfter })

export interface PushIntake {
  /**
   * Hands `store` a body whose signature is right; false where it is not. One that cannot be right is not buffered. Throws
   * `unavailable` while another of the key is read or too much is buffered, `payload_too_large`, and `bad_request` where it
   * breaks off.
   */
  read(
    key: string,
    body: Readable,
    signature: SignatureCheck | null,
    store: (body: Buffer) => Promise<void>,
  ): Promise<boolean>
  /** Bytes that are buffered now. */
  buffered(): number
}

export function createPushIntake(): PushIntake {
  const keys = new Set<string>()
  let buffered = 0
  return {
    buffered: () => buffered,
    read: async (key, body, signature, store) => {
      if (keys.has(key)) throw later(10)
      keys.add(key)
      const chunks: Buffer[] = []
      let [size, ofPush] = [0, 0]
      try {
        for await (const chunk of chunksOf(body)) {
          size += chunk.length
          if (size > MAX_BYTES) throw new AppError('payload_too_large', 'A push has at most 10 MiB.')
          if (!signature) continue
          signature.update(chunk)
          ofPush += chunk.length
          buffered += chunk.length
          chunks.push(chunk)
          if (buffered > MAX_BUFFERED) throw later(60)
        }
        if (!signature?.matches()) return false
        await store(Buffer.concat(chunks.splice(0)))
        return true
      } finally {
        buffered -= ofPush
        keys.delete(key)
      }
    },
  }
}

/** Without an end to the connection, which is still answered. */
async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false })
  } catch (cause) {
    throw new AppError('bad_request', 'The push broke off.', { cause })
  }
}

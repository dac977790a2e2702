/** Reads pushes of hubs: one of a source at a time, within a limit on the bytes that are held in all. */
import type { Readable } from 'node:stream'
import { AppError } from '../../domain/errors.ts'
import type { SignatureCheck } from '../../domain/websub/subscription.ts'

/** As much as a feed may have when it is fetched. */
const MAX_BYTES = 10 * 1024 * 1024
/** Held in this process, of all sources. */
const MAX_HELD = 32 * 1024 * 1024

const later = (retryAfter: number) =>
  new AppError('unavailable', 'Other pushes are being read. Send it again shortly.', { retryAfter })

export interface PushIntake {
  /**
   * Hands `keep` a body whose signature is right; false where it is not. Of one that cannot be right, nothing is held. Throws
   * `unavailable` while another of the key is read or too much is held, `payload_too_large`, and `bad_request` where it breaks off.
   */
  read(
    key: string,
    body: Readable,
    signature: SignatureCheck | null,
    keep: (body: Buffer) => Promise<void>,
  ): Promise<boolean>
  /** Bytes that are held now. */
  held(): number
}

export function createPushIntake(): PushIntake {
  const keys = new Set<string>()
  let held = 0
  return {
    held: () => held,
    read: async (key, body, signature, keep) => {
      if (keys.has(key)) throw later(10)
      keys.add(key)
      const chunks: Buffer[] = []
      let [size, own] = [0, 0]
      try {
        for await (const chunk of chunksOf(body)) {
          size += chunk.length
          if (size > MAX_BYTES) throw new AppError('payload_too_large', 'A push has at most 10 MiB.')
          if (!signature) continue
          signature.update(chunk)
          own += chunk.length
          held += chunk.length
          chunks.push(chunk)
          if (held > MAX_HELD) throw later(60)
        }
        if (!signature?.matches()) return false
        await keep(Buffer.concat(chunks.splice(0)))
        return true
      } finally {
        held -= own
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

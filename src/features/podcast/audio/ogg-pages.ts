/** Walks the pages of an Ogg file (Vorbis or Opus): the real duration, and whether the file is whole. RFC 3533. */
import type { ByteWindow } from './byte-window.ts'

const END_OF_STREAM = 4

interface OggPage {
  bytes: number
  headerBytes: number
  flags: number
  granule: bigint
  serial: number
}

async function pageAt(file: ByteWindow, offset: number): Promise<OggPage | null> {
  const head = Buffer.from(await file.read(offset, 27 + 255))
  if (head.length < 27 || head.toString('latin1', 0, 4) !== 'OggS') return null
  const segments = head[26] ?? 0
  if (head.length < 27 + segments) return null
  const body = head.subarray(27, 27 + segments).reduce((sum, lacing) => sum + lacing, 0)
  return {
    bytes: 27 + segments + body,
    headerBytes: 27 + segments,
    flags: head[5] ?? 0,
    granule: head.readBigInt64LE(6),
    serial: head.readUInt32LE(14),
  }
}

interface Codec {
  sampleRate: number
  /** Samples at the start that are decoded but not heard. */
  preSkip: number
}

function codecOf(packet: Buffer): Codec | null {
  if (packet.toString('latin1', 0, 8) === 'OpusHead') return { sampleRate: 48_000, preSkip: packet.readUInt16LE(10) }
  if (packet.toString('latin1', 1, 7) === 'vorbis') return { sampleRate: packet.readUInt32LE(12), preSkip: 0 }
  return null
}

/** Seconds of sound in the file. Throws an Error with one sentence when it is cut off or holds none. */
export async function oggDuration(file: ByteWindow): Promise<number> {
  let sound: (Codec & { serial: number; granule: bigint; ended: boolean }) | null = null
  for (let offset = 0; offset < file.size; ) {
    const page = await pageAt(file, offset)
    if (!page || offset + page.bytes > file.size) throw new Error(cutAt(sound))
    if (!sound) {
      const codec = codecOf(Buffer.from(await file.read(offset + page.headerBytes, 64)))
      if (codec) sound = { ...codec, serial: page.serial, granule: 0n, ended: false }
    } else if (page.serial === sound.serial) {
      if (page.granule > sound.granule) sound.granule = page.granule
      sound.ended = (page.flags & END_OF_STREAM) !== 0
    }
    offset += page.bytes
  }
  if (!sound) throw new Error('it holds neither Vorbis nor Opus sound')
  if (!sound.ended) throw new Error(cutAt(sound))
  const seconds = secondsOf(sound)
  if (seconds <= 0) throw new Error('it holds no sound')
  return seconds
}

const secondsOf = (sound: Codec & { granule: bigint }) => (Number(sound.granule) - sound.preSkip) / sound.sampleRate

const cutAt = (sound: (Codec & { granule: bigint }) | null) =>
  sound
    ? `it is cut off or damaged after ${Math.max(0, secondsOf(sound)).toFixed(1)} seconds`
    : 'it is cut off before any sound'

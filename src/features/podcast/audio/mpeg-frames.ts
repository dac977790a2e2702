/** Walks the frames of an MP3: the real duration, and whether the file is whole. ISO/IEC 11172-3 and 13818-3. */
import type { ByteWindow } from './byte-window.ts'

const BITRATES: Record<'v1' | 'v2', Record<number, number[]>> = {
  v1: {
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  v2: {
    1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
}
const SAMPLE_RATES = [44_100, 48_000, 32_000]
/** Junk between frames that is skipped in search of the next one; players do the same. */
const MAX_JUNK = 64 * 1024

interface Frame {
  bytes: number
  samples: number
  sampleRate: number
}

/** The frame whose four header bytes stand at `at`, or null. */
function frameAt(bytes: Buffer, at = 0): Frame | null {
  const [b0 = 0, b1 = 0, b2 = 0] = bytes.subarray(at, at + 4)
  if (bytes.length - at < 4 || b0 !== 0xff || (b1 & 0xe0) !== 0xe0) return null
  const version = (b1 >> 3) & 3
  const layer = 4 - ((b1 >> 1) & 3)
  const baseRate = SAMPLE_RATES[(b2 >> 2) & 3]
  if (version === 1 || layer === 4 || baseRate === undefined) return null
  const kbps = BITRATES[version === 3 ? 'v1' : 'v2'][layer]?.[b2 >> 4]
  if (!kbps) return null
  const sampleRate = baseRate >> (version === 3 ? 0 : version === 2 ? 1 : 2)
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1152
  const padding = (b2 >> 1) & 1
  const length =
    layer === 1
      ? (Math.floor((12_000 * kbps) / sampleRate) + padding) * 4
      : Math.floor((samples * 125 * kbps) / sampleRate) + padding
  return { bytes: length, samples, sampleRate }
}

/** Start of the sound: behind ID3v2 tags, which declare their own length. Beyond the file's end when a tag is cut. */
async function skipTags(file: ByteWindow): Promise<number> {
  let offset = 0
  for (;;) {
    const head = Buffer.from(await file.read(offset, 10))
    if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return offset
    const size = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
    offset += 10 + size + ((head[5] ?? 0) & 0x10 ? 10 : 0)
  }
}

/** Offset of the next frame that is followed by another one (or ends the file), or null. */
async function nextFrame(file: ByteWindow, from: number): Promise<number | null> {
  const junk = Buffer.from(await file.read(from, MAX_JUNK))
  for (let at = junk.indexOf(0xff); at >= 0 && at < junk.length; at = junk.indexOf(0xff, at + 1)) {
    const frame = frameAt(junk, at)
    if (!frame) continue
    const end = from + at + frame.bytes
    if (end === file.size || frameAt(Buffer.from(await file.read(end, 4)))) return from + at
  }
  return null
}

/** True when the bytes at the head of a file are those of an MP3: an ID3 tag or two frames in a row. */
export async function isProbablyMpeg(file: ByteWindow): Promise<boolean> {
  const start = await skipTags(file)
  if (start > 0) return true
  const first = frameAt(Buffer.from(await file.read(0, 4)))
  return first !== null && frameAt(Buffer.from(await file.read(first.bytes, 4))) !== null
}

/** Frames that the encoder declared (Xing, Info or VBRI header in the first frame), or null. */
function declaredFrames(first: Buffer): number | null {
  for (const name of ['Xing', 'Info']) {
    const at = first.indexOf(name, 0, 'latin1')
    if (at < 0 || at > 64 || first.length < at + 12) continue
    return (first.readUInt32BE(at + 4) & 1) === 1 ? first.readUInt32BE(at + 8) : null
  }
  const vbri = first.indexOf('VBRI', 0, 'latin1')
  return vbri === 36 && first.length >= 54 ? first.readUInt32BE(vbri + 14) : null
}

const isSilentHeader = (first: Buffer) => /Xing|Info|VBRI/.test(first.toString('latin1', 0, 68))

const isTrailingTag = (bytes: Buffer) => /^(?:TAG|APETAGEX|LYRICSBEGIN|ID3|3DI)/.test(bytes.toString('latin1'))

/** Seconds of sound in the file. Throws an Error with one sentence when it is cut off or holds none. */
export async function mpegDuration(file: ByteWindow): Promise<number> {
  const tagsEnd = await skipTags(file)
  if (tagsEnd >= file.size) throw new Error('it ends inside its tag, before any sound')
  const start = await nextFrame(file, tagsEnd)
  if (start === null) throw new Error('no MP3 sound was found in it')
  const first = Buffer.from(await file.read(start, 256))
  const header = frameAt(first)
  const declared = declaredFrames(first)
  const walk = await walkFrames(file, isSilentHeader(first) ? start + (header?.bytes ?? 0) : start)
  if (walk.cut || (declared !== null && walk.frames < declared - 1))
    throw new Error(`it is cut off after ${walk.seconds.toFixed(1)} seconds${missing(declared, walk)}`)
  if (walk.frames === 0) throw new Error('no MP3 sound was found in it')
  return walk.seconds
}

interface Walk {
  frames: number
  seconds: number
  cut: boolean
}

const missing = (declared: number | null, walk: Walk) =>
  declared && walk.frames < declared ? ` (${walk.frames} of ${declared} frames are there)` : ''

async function walkFrames(file: ByteWindow, start: number): Promise<Walk> {
  const walk: Walk = { frames: 0, seconds: 0, cut: false }
  for (let offset = start; offset < file.size; ) {
    const head = await file.read(offset, 12)
    const frame = frameAt(head)
    if (frame) {
      walk.cut = offset + frame.bytes > file.size
      if (walk.cut) return walk
      walk.frames++
      walk.seconds += frame.samples / frame.sampleRate
      offset += frame.bytes
      continue
    }
    if (isTrailingTag(head)) return walk
    walk.cut = head.length < 4 && head[0] === 0xff
    const next = await nextFrame(file, offset)
    if (next === null) return walk
    offset = next
  }
  return walk
}

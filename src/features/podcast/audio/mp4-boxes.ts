/** Reads the boxes of an M4A: the real duration of its sound track, and whether the file is whole. ISO/IEC 14496-12. */
import type { ByteWindow } from './byte-window.ts'

/** An index larger than this is not one of a podcast episode. */
const MAX_MOOV = 64 << 20

interface Box {
  type: string
  start: number
  end: number
}

/** Boxes that stand side by side in `bytes`, positions relative to it. */
function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size })
    at += size
  }
  return boxes
}

const child = (bytes: Buffer, ...path: string[]): Buffer | undefined =>
  path.reduce<Buffer | undefined>((inside, type) => inside && children(inside, type)[0], bytes)

const children = (bytes: Buffer, type: string): Buffer[] =>
  boxesIn(bytes).flatMap((box) => (box.type === type ? [bytes.subarray(box.start, box.end)] : []))

interface Layout {
  moov: Buffer | null
  mediaBytes: number
  fragmented: boolean
}

async function layoutOf(file: ByteWindow, readAll: (offset: number, length: number) => Promise<Buffer>) {
  const layout: Layout = { moov: null, mediaBytes: 0, fragmented: false }
  for (let offset = 0; offset < file.size; ) {
    const head = Buffer.from(await file.read(offset, 16))
    if (head.length < 8) throw new Error('it is cut off in the middle')
    const small = head.readUInt32BE(0)
    const size = small === 1 && head.length >= 16 ? Number(head.readBigUInt64BE(8)) : small || file.size - offset
    const type = head.toString('latin1', 4, 8)
    if (size < 8) throw new Error('its structure is damaged')
    if (offset + size > file.size)
      throw new Error(`it is cut off in the middle (${offset + size - file.size} bytes are missing)`)
    if (type === 'mdat') layout.mediaBytes += size - 8
    if (type === 'moof') layout.fragmented = true
    if (type === 'moov' && size <= MAX_MOOV) layout.moov = await readAll(offset + 8, size - 8)
    offset += size
  }
  return layout
}

const isSoundTrack = (trak: Buffer) => child(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12) === 'soun'

function trackSeconds(trak: Buffer): number {
  const header = child(trak, 'mdia', 'mdhd')
  const times = child(trak, 'mdia', 'minf', 'stbl', 'stts')
  if (!header || !times) return 0
  const timescale = header.readUInt32BE(header[0] === 1 ? 20 : 12)
  let ticks = 0
  for (let i = 0; i < times.readUInt32BE(4) && 16 + i * 8 <= times.length; i++)
    ticks += times.readUInt32BE(8 + i * 8) * times.readUInt32BE(12 + i * 8)
  return timescale > 0 ? ticks / timescale : 0
}

function sampleBytes(trak: Buffer): number {
  const sizes = child(trak, 'mdia', 'minf', 'stbl', 'stsz')
  if (!sizes) return 0
  const same = sizes.readUInt32BE(4)
  const count = sizes.readUInt32BE(8)
  if (same > 0) return same * count
  let sum = 0
  for (let i = 0; i < count && 16 + i * 4 <= sizes.length; i++) sum += sizes.readUInt32BE(12 + i * 4)
  return sum
}

/** Seconds of sound in the file. Throws an Error with one sentence when it is cut off or holds none. */
export async function mp4Duration(
  file: ByteWindow,
  readAll: (offset: number, length: number) => Promise<Buffer>,
): Promise<number> {
  const layout = await layoutOf(file, readAll)
  if (!layout.moov) throw new Error('it is cut off or was never finished: its index (moov) is missing')
  const track = children(layout.moov, 'trak').find(isSoundTrack)
  if (!track) throw new Error('it holds no sound track')
  if (layout.fragmented) throw new Error('it is a fragmented MP4, made for streaming: save it as a plain M4A')
  if (sampleBytes(track) > layout.mediaBytes) throw new Error('it is cut off: part of its sound is missing')
  const seconds = trackSeconds(track)
  if (seconds <= 0) throw new Error('it holds no sound')
  return seconds
}

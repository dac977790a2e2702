/** Spoken segments → one levelled MP3 with ID3 chapters, and the times of its sentences. */

import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../../../platform/media/audio/programs.ts'
import { decodeSpeech, levelled, SAMPLE_RATE, secondsOf, silence } from '../../../platform/media/audio/sound.ts'

/** Seconds of silence between two lines of a segment, and between two segments. */
const LINE_PAUSE = 0.35
const SEGMENT_PAUSE = 1

export interface SpeechSegment {
  title: string
  /** Audio files, one a line. */
  lines: Uint8Array[]
}

export interface Span {
  startSeconds: number
  endSeconds: number
}

export interface JoinedSegment extends Span {
  lines: Span[]
}

type TitledSegment = JoinedSegment & { title: string }

export interface MusicTags {
  title: string
  artist: string
  album: string
  date: string
  /** Path of a JPEG. */
  cover: string | null
}

/**
 * Writes the MP3 to `target`; the segments come one at a time, so that only one is held in memory. `workDir` takes large
 * intermediate files and is the caller's to remove. Spans are sample-exact in the sound that is encoded.
 */
export async function joinSpeech(
  segments: AsyncIterable<SpeechSegment>,
  options: { target: string; workDir: string; tags: MusicTags; signal?: AbortSignal | undefined },
): Promise<JoinedSegment[]> {
  const rawPath = join(options.workDir, 'joined.pcm')
  const raw = await open(rawPath, 'w')
  const joined: TitledSegment[] = []
  let seconds = 0
  const append = async (pcm: Buffer) => {
    await raw.writeFile(pcm)
    seconds += secondsOf(pcm)
  }
  try {
    for await (const segment of segments) {
      if (joined.length > 0) await append(silence(SEGMENT_PAUSE))
      const { pcm, lines } = await recordSegment(segment, options.signal)
      joined.push({ title: segment.title, ...span(seconds, pcm), lines: lines.map((line) => shifted(line, seconds)) })
      await append(pcm)
    }
  } finally {
    await raw.close()
  }
  await encode(rawPath, joined, options)
  return joined.map(({ startSeconds, endSeconds, lines }) => ({ startSeconds, endSeconds, lines }))
}

const span = (startSeconds: number, pcm: Buffer): Span => ({ startSeconds, endSeconds: startSeconds + secondsOf(pcm) })

const shifted = (line: Span, by: number): Span => ({
  startSeconds: line.startSeconds + by,
  endSeconds: line.endSeconds + by,
})

async function recordSegment(segment: SpeechSegment, signal?: AbortSignal): Promise<{ pcm: Buffer; lines: Span[] }> {
  const parts: Buffer[] = []
  const lines: Span[] = []
  let seconds = 0
  for (const line of segment.lines) {
    const speech = await decodeSpeech(line, signal)
    const pause = silence(parts.length > 0 ? LINE_PAUSE : 0)
    const at = span(seconds + secondsOf(pause), speech)
    parts.push(pause, speech)
    lines.push(at)
    seconds = at.endSeconds
  }
  return { pcm: await levelled(Buffer.concat(parts), signal), lines }
}

async function encode(
  rawPath: string,
  chapters: TitledSegment[],
  {
    target,
    workDir,
    tags,
    signal,
  }: { target: string; workDir: string; tags: MusicTags; signal?: AbortSignal | undefined },
): Promise<void> {
  const tagsPath = join(workDir, 'tags.txt')
  await writeFile(tagsPath, ffmetadata(tags, chapters))
  const input = [
    '-f',
    's16le',
    '-ar',
    String(SAMPLE_RATE),
    '-ac',
    '1',
    '-i',
    rawPath,
    '-f',
    'ffmetadata',
    '-i',
    tagsPath,
  ]
  const cover = tags.cover ? ['-i', tags.cover] : []
  const image = tags.cover ? ['-map', '2:v', '-c:v', 'copy', '-disposition:v', 'attached_pic'] : []
  const output = ['-map', '0:a', ...image, '-map_metadata', '1', '-map_chapters', '1', '-c:a', 'libmp3lame']
  const format = ['-b:a', '96k', '-id3v2_version', '3', '-write_xing', '1', '-f', 'mp3', target]
  const args = ['-hide_banner', '-nostats', '-loglevel', 'error', '-y', ...input, ...cover, ...output, ...format]
  await runProgram('ffmpeg', args, { signal, timeoutMs: 600_000 })
}

/** https://ffmpeg.org/ffmpeg-formats.html#Metadata-2 */
function ffmetadata(tags: MusicTags, chapters: TitledSegment[]): string {
  const escaped = (text: string) => text.replace(/[\r\n]+/g, ' ').replace(/[=;#\\]/g, '\\$&')
  const head = ['title', 'artist', 'album', 'date'] as const
  const ms = (seconds: number) => Math.round(seconds * 1000)
  const chapterLines = chapters.map((chapter, i) => {
    const end = chapters[i + 1]?.startSeconds ?? chapter.endSeconds
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${ms(chapter.startSeconds)}\nEND=${ms(end)}\ntitle=${escaped(chapter.title)}\n`
  })
  return [';FFMETADATA1\n', ...head.map((name) => `${name}=${escaped(tags[name])}\n`), ...chapterLines].join('')
}

/** Transcripts in VTT, SRT, Podcasting 2.0 JSON, HTML and plain text → cues → one WebVTT and one plain text. Pure. */

import { AppError, messageOf } from '../../../platform/errors.ts'
import { type SentenceEnds, sentences } from '../../../platform/text/sentences.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { Cue } from '../episode.ts'
import { parseHtmlTranscript } from './html.ts'
import { parseJsonTranscript } from './json.ts'
import { parseTiming, parseVtt, writeVtt } from './vtt.ts'

export interface Transcript {
  vtt: string
  text: string
}

/** The recording: seconds that it lasts, and how sentences of its language end. */
export interface Recording {
  duration: number
  ends: SentenceEnds
}

const FORMATS: Record<string, (text: string, recording: Recording) => Cue[]> = {
  '.vtt': parseVtt,
  '.srt': parseSrt,
  '.json': parseJsonTranscript,
  '.html': parseHtmlTranscript,
  '.txt': parsePlainTranscript,
}

const endingOf = (name: string) => /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''

export const isTranscriptName = (name: string) => endingOf(name) in FORMATS

/** Seconds that a transcript may run beyond its audio before it is taken for another recording's. */
const TOLERANCE = 5

/** Throws `unprocessable` with the file's name and why. */
export function readTranscript(name: string, bytes: Uint8Array, recording: Recording): Transcript {
  const { duration } = recording
  const violation = (why: string) => new AppError('unprocessable', `${name}: ${why}`)
  const text = decode(bytes)
  if (text === null) throw violation('it is not text')
  if (text.trim() === '') throw violation('it is empty')
  let cues: Cue[]
  try {
    cues = inOrder((FORMATS[endingOf(name)] ?? parsePlainTranscript)(text, recording))
  } catch (error) {
    throw violation(messageOf(error))
  }
  const last = cues.at(-1)
  if (!last) throw violation('it has no words')
  if (last.startSeconds > duration + TOLERANCE)
    throw violation(`it speaks at ${Math.round(last.startSeconds)} s, but the audio ends at ${Math.round(duration)} s`)
  const estimated = endingOf(name) === '.txt' ? 'Times are estimated from the length of the text.' : undefined
  return { vtt: writeVtt(cues, estimated), text: writePlainText(cues) }
}

/** UTF-8 or UTF-16 by its mark, else UTF-8, else Windows-1252 as old subtitle programs wrote it; null for binary data. */
function decode(bytes: Uint8Array): string | null {
  const utf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe && 'utf-16le') || (bytes[0] === 0xfe && bytes[1] === 0xff && 'utf-16be')
  let text: string
  try {
    text = new TextDecoder(utf16 || 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  return text.includes('\0') ? null : text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}

const inOrder = (cues: Cue[]) =>
  cues
    .map((cue) => ({ ...cue, endSeconds: Math.max(cue.endSeconds, cue.startSeconds + 0.001) }))
    .sort((a, b) => a.startSeconds - b.startSeconds)

/** SubRip: number, time span, lines. Marks such as `<i>` and `{\an8}` are dropped. */
function parseSrt(text: string): Cue[] {
  if (text.startsWith('WEBVTT')) throw new Error('its name says SRT, but its content is WebVTT; name it .vtt')
  const cues = text.split(/\n\s*\n/).flatMap((block): Cue[] => {
    const lines = block.trim().split('\n')
    const at = lines.findIndex((line) => line.includes('-->'))
    if (at < 0) return []
    const timing = parseTiming(lines[at] ?? '')
    if (!timing) throw new Error(`this is no time span: "${lines[at]?.slice(0, 60)}"`)
    const cueText = lines
      .slice(at + 1)
      .join(' ')
      .replace(/<[^>]*>|\{\\[^}]*\}/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    return cueText ? [{ startSeconds: timing[0], endSeconds: timing[1], speaker: null, text: cueText }] : []
  })
  if (cues.length === 0) throw new Error('no line of it has a time span: it is not SRT')
  return cues
}

/** Sentences, each given a share of the audio by its length; better than none, and noted in the file. */
function parsePlainTranscript(text: string, { duration, ends }: Recording): Cue[] {
  const spoken = text.split(/\n{2,}/).flatMap((paragraph) => sentences(foldSpace(paragraph), ends))
  const total = spoken.reduce((sum, sentence) => sum + sentence.length, 0)
  let spokenLength = 0
  return spoken.map((sentence) => {
    const startSeconds = (spokenLength / total) * duration
    spokenLength += sentence.length
    return { startSeconds, endSeconds: (spokenLength / total) * duration, speaker: null, text: sentence }
  })
}

/** A paragraph ends where the speaker changes, after a pause, or at the first sentence end when it has grown long. */
const PAUSE = 2
const LONG = 500

function writePlainText(cues: Cue[]): string {
  const paragraphs: string[] = []
  let previous: Cue | undefined
  for (const cue of cues) {
    const current = paragraphs.at(-1) ?? ''
    const full = current.length > LONG && /[.!?…]["”»]?$/.test(current)
    const paused = previous !== undefined && cue.startSeconds - previous.endSeconds >= PAUSE
    if (!previous || cue.speaker !== previous.speaker)
      paragraphs.push(cue.speaker ? `${cue.speaker}: ${cue.text}` : cue.text)
    else if (full || paused) paragraphs.push(cue.text)
    else paragraphs[paragraphs.length - 1] = `${current} ${cue.text}`
    previous = cue
  }
  return `${paragraphs.join('\n\n')}\n`
}

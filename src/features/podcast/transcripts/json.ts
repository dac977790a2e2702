/** Podcasting 2.0 JSON transcripts: segments of a speaker, a sentence or a single word long. */
import { z } from 'zod'
import type { Cue } from '../episode.ts'

const Document = z.object({
  segments: z.array(
    z.object({
      speaker: z.string().nullish(),
      startTime: z.number().nonnegative(),
      endTime: z.number().nonnegative().nullish(),
      body: z.string(),
    }),
  ),
})

/** Longest line that words of one speaker are joined to; a gap of more than two seconds begins a new one. */
const LINE = 80
const GAP = 2

/** Throws an Error with one sentence when it is another kind of document. */
export function parseJsonTranscript(json: string): Cue[] {
  const parsed = Document.safeParse(readJson(json))
  if (!parsed.success)
    throw new Error('it is not a Podcasting 2.0 transcript (no list of segments with startTime and body)')
  const cues: Cue[] = []
  for (const { speaker, startTime, endTime, body } of parsed.data.segments) {
    const text = body.replace(/\s+/g, ' ').trim()
    if (!text) continue
    const cue = { startSeconds: startTime, endSeconds: endTime ?? startTime, speaker: speaker?.trim() || null, text }
    const last = cues.at(-1)
    if (last && continues(last, cue)) Object.assign(last, { endSeconds: cue.endSeconds, text: `${last.text} ${text}` })
    else cues.push(cue)
  }
  return cues
}

function continues(last: Cue, next: Cue): boolean {
  const word = !next.text.includes(' ')
  const near = next.startSeconds - last.endSeconds <= GAP
  return word && near && next.speaker === last.speaker && last.text.length + next.text.length < LINE
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Error('it is not JSON, or it is cut off')
  }
}

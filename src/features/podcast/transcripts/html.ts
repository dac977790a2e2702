/** HTML transcripts as Podcasting 2.0 describes them: `<cite>` speaker, `<time>` start, `<p>` speech. */
import { Parser } from 'htmlparser2'
import type { Cue } from '../episode.ts'

/** `0:05`, `12:05` or `1:12:05` in seconds, or null. */
function clockSeconds(text: string): number | null {
  if (!/^\d+(?::\d{1,2}){1,2}(?:\.\d+)?$/.test(text)) return null
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** A line lasts until the next begins, the last one to the end of the audio. Throws an Error when no times stand in it. */
export function parseHtmlTranscript(html: string, { duration }: { duration: number }): Cue[] {
  const cues: Cue[] = []
  let speaker: string | null = null
  let startSeconds: number | null = null
  let text = ''
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'cite' || name === 'time' || name === 'p') text = ''
    },
    ontext: (part) => {
      text += part
    },
    onclosetag: (name) => {
      const cueText = text.replace(/\s+/g, ' ').trim()
      if (name === 'cite') speaker = cueText.replace(/:$/, '') || null
      if (name === 'time') startSeconds = clockSeconds(cueText) ?? startSeconds
      if (name === 'p' && cueText && startSeconds !== null)
        cues.push({ startSeconds, endSeconds: duration, speaker, text: cueText })
    },
  })
  parser.end(html)
  if (cues.length === 0) throw new Error('no line of it has a time: it is not an HTML transcript')
  return cues.map((cue, i) => ({ ...cue, endSeconds: cues[i + 1]?.startSeconds ?? duration }))
}

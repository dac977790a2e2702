/** WebVTT: reading any, writing ours. https://www.w3.org/TR/webvtt1/ */
import type { Cue } from '../episode.ts'

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  quot: '"',
  '#39': "'",
}
const TIME = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`
const TIMING = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s.*)?$`)

/** Start and end in seconds of a timing line of WebVTT or SRT, or null. */
export function parseTiming(line: string): [start: number, end: number] | null {
  const found = TIMING.exec(line)
  if (!found) return null
  const seconds = (from: number) =>
    Number(found[from] ?? 0) * 3600 +
    Number(found[from + 1]) * 60 +
    Number(found[from + 2]) +
    Number((found[from + 3] ?? '').padEnd(3, '0')) / 1000
  return [seconds(1), seconds(5)]
}

const plain = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** One cue for each voice that speaks in the payload. */
function parseVoiceSpans(payload: string): { speaker: string | null; text: string }[] {
  return payload
    .split(/(?=<v[.\s])/)
    .map((part) => ({ speaker: /^<v[^\s>]*\s+([^>]+)>/.exec(part)?.[1], text: plain(part) }))
    .filter((span) => span.text !== '')
    .map((span) => ({ speaker: span.speaker ? plain(span.speaker) : null, text: span.text }))
}

/** Throws an Error with one sentence when it is not WebVTT or a cue is broken off. */
export function parseVtt(text: string): Cue[] {
  if (!/^WEBVTT(?:[ \t].*)?(?:\n|$)/.test(text)) throw new Error('it does not begin with WEBVTT')
  return text
    .split(/\n{2,}/)
    .slice(1)
    .flatMap((block) => cuesOf(block.split('\n')))
}

function cuesOf(lines: string[]): Cue[] {
  const at = lines.findIndex((line) => line.includes('-->'))
  if (at < 0 || at > 1 || /^(?:NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) return []
  const timing = parseTiming(lines[at] ?? '')
  if (!timing) throw new Error(`this is no time span: "${lines[at]?.slice(0, 60)}"`)
  const spans = parseVoiceSpans(lines.slice(at + 1).join('\n'))
  return spans.map((span) => ({ startSeconds: timing[0], endSeconds: timing[1], ...span }))
}

const escaped = (text: string) =>
  text.replace(/\s+/g, ' ').trim().replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** `01:02:03.456`; hours always stand, which every player reads. */
function vttTime(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000))
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60]
  return `${part(h)}:${part(m)}:${part(s)}.${part(ms % 1000, 3)}`
}

/** `note` is a comment in the file; players ignore it. */
export function writeVtt(cues: Cue[], note?: string): string {
  const blocks = cues.map((cue) => {
    const voiceTag = cue.speaker ? `<v ${escaped(cue.speaker)}>` : ''
    return `${vttTime(cue.startSeconds)} --> ${vttTime(cue.endSeconds)}\n${voiceTag}${escaped(cue.text)}`
  })
  return `${['WEBVTT', ...(note ? [`NOTE\n${escaped(note)}`] : []), ...blocks].join('\n\n')}\n`
}

/**
 * A story's text without a model: the present state of the storyline, its beginning, and what happened in between.
 * Pure.
 */
import { dateOf } from '../../../platform/html/times.ts'
import type { Translate } from '../../../platform/site/messages.ts'
import type { StoryMaterial } from '../writes/stories.ts'

interface StoryText {
  title: string
  lead: string
  body: string
}

interface Shown {
  t: Translate
  language: string
  timeZone: string
}

/** Title and lead tell of the newest event that is news, the body is a dated list of all. */
export function plainStoryText({ events, anchors }: StoryMaterial, { t, language, timeZone }: Shown): StoryText {
  const newest = events.findLast(({ isNews }) => isNews) ?? events.at(-1)
  const [first] = events
  if (!newest || !first) return { title: '', lead: '', body: '' }
  const day = (at: Date) => dateOf(at, { site: { language, timezone: timeZone }, now: newest.at })
  const began = t('stories.began', { day: day(first.at), title: first.title })
  return {
    title: withAnchor(
      newest.title,
      anchors,
      events.map(({ title }) => title),
    ),
    lead: `${newest.summary} ${began}`.trim(),
    body: events.map(({ at, title, sources }) => `${day(at)}: ${title} (${sources.join(', ')})`).join('\n'),
  }
}

/** A headline that names none of the storyline's anchors gets the first name among them. */
function withAnchor(title: string, anchors: string[], headlines: string[]): string {
  const name = anchors.find((anchor) => /\p{Lu}/u.test(anchor))
  const lower = title.toLowerCase()
  const named = !name || anchors.some((anchor) => lower.includes(anchor.toLowerCase()))
  return named ? title : `${completeName(name, headlines)}: ${title}`
}

/** The name that an anchor is a part of ("iPhone Air 2" of "Air"), as far as most headlines that hold the anchor agree. */
function completeName(anchor: string, headlines: string[]): string {
  const words = anchor.split(' ')
  const contexts = headlines.map(namesIn).flatMap((title) => {
    const at = title.findIndex((_, i) => words.every((word, j) => title[i + j] === word))
    return at < 0 ? [] : [{ before: title.slice(0, at).reverse(), after: title.slice(at + words.length) }]
  })
  const before = agreed(contexts.map((context) => context.before))
  return [...before.reverse(), ...words, ...agreed(contexts.map((context) => context.after))].join(' ')
}

/** The words of a headline; null where a name ends: at a word without a capital or a number, and at a sign. */
const namesIn = (headline: string): (string | null)[] =>
  (headline.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.+'’-]*|[^\s]/gu) ?? []).map((found) => {
    const word = found.replace(/[.'’-]+$/, '')
    return /\p{Lu}|^\p{N}/u.test(word) ? word : null
  })

/** The words that most of these go on with, two of them at least. */
function agreed(sequences: (string | null | undefined)[][], words: string[] = []): string[] {
  const next = sequences.map((sequence) => sequence[words.length])
  const word = next.find(
    (one) => one && next.filter((other) => other === one).length > Math.max(1, sequences.length / 2),
  )
  return word ? agreed(sequences, [...words, word]) : words
}

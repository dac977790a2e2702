/** A source as it was sent to a model, and what of it a text may rest on: without orders to the model. Pure. */
import { normalForm } from '../../../platform/text/normal-form.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import { injectedSegments } from './injected-text.ts'
import type { LanguageRules, Reading } from './language-rules.ts'

export interface SourceText {
  title: string
  /** As it was sent, plain. */
  text: string
  language: string | null
  /** Publisher and author: names that a text may give. */
  publisher?: string | null
  author?: string | null
  /** The day to which "yesterday" and "on Tuesday" refer. */
  publishedAt?: Date | null
}

interface ReadAs {
  reading: Reading
  /** In another language than the site's, or in one that is not known. */
  isForeign: boolean
}

export interface ReadSource extends ReadAs {
  /** A line for each source. */
  title: string
  /** Title and text, without orders. */
  text: string
  /** Orders to a model, which were left out. */
  orders: string[]
}

export const readAs = (language: string | null, languages: LanguageRules): ReadAs => ({
  reading: languages.of(language),
  isForeign: language === null || languages.codeOf(language) !== languages.site,
})

/** Each sentence of a text is held against the same sources. */
const readings = new WeakMap<LanguageRules, WeakMap<SourceText, ReadSource>>()

export function readSource(source: SourceText, languages: LanguageRules): ReadSource {
  const earlier = readings.get(languages) ?? new WeakMap<SourceText, ReadSource>()
  readings.set(languages, earlier)
  const read = earlier.get(source) ?? readOnce(source, languages)
  earlier.set(source, read)
  return read
}

function readOnce({ title, text, language }: SourceText, languages: LanguageRules): ReadSource {
  const combined = normalForm(`${title}.\n${text}`)
  const { reading, isForeign } = readAs(language, languages)
  const orders = injectedSegments(combined, languages, reading.ends)
  return {
    title,
    text: orders.reduce((rest, order) => rest.replace(order, ' '), combined),
    orders,
    reading,
    isForeign,
  }
}

/** Names that need no support in its text. */
export const namesAround = ({ publisher, author }: SourceText): string[] =>
  [publisher, author].flatMap((name) => name || [])

const MAX_NAME = 100
const nameOf = (name: string | null | undefined) => foldSpace(name ?? '').slice(0, MAX_NAME)

/** Publisher, author and day, without which a judge cannot read "according to NN", "our reporter" and "on Tuesday". */
export function bylineOf({ publisher, author, publishedAt }: SourceText, language: string): string {
  const day = publishedAt ? weekdayAndDate(publishedAt, language) : ''
  return [...new Set([nameOf(publisher), nameOf(author), day])].filter(Boolean).join(', ')
}

/** "tisdag 2026-10-13". */
export function weekdayAndDate(at: Date, language: string): string {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(at)
  return `${weekday} ${at.toISOString().slice(0, 10)}`
}

/** Sources as one; in no language where they are of several. */
export function joinSources(sources: readonly SourceText[]): SourceText {
  const [first] = sources
  if (first && sources.length === 1) return first
  const isShared = sources.every(({ language }) => language === first?.language)
  return {
    title: sources.map((source) => source.title).join('\n'),
    text: sources.map((source) => source.text).join('\n\n'),
    publisher: sources.map((source) => source.publisher ?? '').join(', '),
    language: isShared ? (first?.language ?? null) : null,
  }
}

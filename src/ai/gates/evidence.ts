/** What a summary may rest on: the source's text without what in it speaks to the model. */
import { normalForm } from '../../domain/text/normal-form.ts'
import { injectedSegments } from './injected-text.ts'
import type { GateLanguages, Reading } from './reading.ts'

export interface GateSource {
  title: string
  /** The original text, plain. */
  text: string
  language: string | null
  /** Who published and wrote it: names that a summary may give. */
  publisher?: string | null
  author?: string | null
  /** When it was published: tells which day "yesterday" and "on Tuesday" are. */
  publishedAt?: Date | null
}

export interface Evidence {
  /** Title and text, without instructions to models. */
  text: string
  language: string | null
  /** The language of the site, which the answer is in. */
  site: string
  publishedAt: Date | null
  /** How the text is read. */
  reading: Reading
  /** The instructions that were left out. */
  injected: string
  /** Names known without the text: publisher, author, the site's topic. */
  known: string[]
}

export function gatherEvidence(source: GateSource, known: readonly string[], languages: GateLanguages): Evidence {
  const whole = normalForm(`${source.title}.\n${source.text}`)
  const reading = languages.of(source.language)
  const injected = injectedSegments(whole, languages, reading.ends)
  const text = injected.reduce((rest, segment) => rest.replace(segment, ' '), whole)
  const names = [...known, source.publisher, source.author].flatMap((name) => name || [])
  const language = source.language && languages.codeOf(source.language)
  const publishedAt = source.publishedAt ?? null
  return { text, language, site: languages.site, publishedAt, reading, injected: injected.join(' '), known: names }
}

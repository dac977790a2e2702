/** What a summary may rest on: the source's text without what in it speaks to the model. */
import { injectedSegments } from './injected-text.ts'

export interface GateSource {
  title: string
  /** The original text, plain. */
  text: string
  language: string | null
  /** Who published and wrote it: names that a summary may give. */
  publisher?: string | null
  author?: string | null
}

export interface Evidence {
  /** Title and text, without instructions to models. */
  text: string
  language: string | null
  /** The instructions that were left out. */
  injected: string
  /** Names known without the text: publisher, author, the site's topic. */
  known: string[]
}

export function gatherEvidence(source: GateSource, known: readonly string[]): Evidence {
  const whole = `${source.title}.\n${source.text}`.normalize('NFC').replace(/\u00ad|\u200b|\u2060/g, '')
  const injected = injectedSegments(whole)
  const text = injected.reduce((rest, segment) => rest.replace(segment, ' '), whole)
  const names = [...known, source.publisher, source.author].flatMap((name) => name || [])
  return { text, language: source.language, injected: injected.join(' '), known: names }
}

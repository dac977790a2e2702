/** Sentences of a plain text. */

const segmenters = new Map<string, Intl.Segmenter>()

function segmenter(language: string): Intl.Segmenter {
  const existing = segmenters.get(language)
  if (existing) return existing
  const made = new Intl.Segmenter(language, { granularity: 'sentence' })
  segmenters.set(language, made)
  return made
}

/** Sentences of running text, whitespace collapsed. */
export const splitSentences = (text: string, language: string): string[] =>
  [...segmenter(language).segment(text.replace(/\s+/g, ' '))].flatMap(({ segment }) => segment.trim() || [])

/** In their order ("kl." and "t.ex." end none); the last may be cut before its end. */
export function* sentencesOf(text: string, language: string): Generator<string> {
  let sentence = ''
  for (const { segment } of segmenter(language).segment(text.trim())) {
    sentence += segment
    if (!isComplete(sentence)) continue
    yield sentence.trim()
    sentence = ''
  }
  if (sentence) yield sentence.trim()
}

/** The first sentence; empty where the text is cut before its end. */
export function firstSentence(text: string, language: string): string {
  const first = sentencesOf(text, language).next().value ?? ''
  return isComplete(first) ? first : ''
}

// The segmenter ends a sentence after "bl.a." and "A." where a name follows.
const isComplete = (sentence: string) =>
  /[.!?]["”’»)]*\s*$/.test(sentence) && !/(?:\p{L}\.\p{L}{1,3}|(?:^|\s)\p{Lu})\.\s*$/u.test(sentence)

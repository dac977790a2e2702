/** Sentences of a guide's text, each with its marks and the guides that it links to. Pure. */
import { findCitations, withoutCitations } from './citations.ts'
import type { Guide } from './guide.ts'

export interface GuideSentence {
  /** As a reader sees it. */
  text: string
  line: number
  /** A source, or "not checked", stands in it or in the heading above. */
  isMarked: boolean
  /** It cites a source itself. */
  isCited: boolean
  /** Slugs of the guides that it links to. */
  links: string[]
}

const END = /(?<=[.!?]\**)\s+(?=[\p{Lu}\p{N}[*"”])/u

export function sentencesOfGuide({ body, bodyLine }: Guide): GuideSentence[] {
  let isHeadingMarked = false
  return body.split('\n').flatMap((row, at) => {
    if (row.startsWith('#')) {
      isHeadingMarked = findCitations(row).length > 0
      return []
    }
    return row
      .split(END)
      .filter((raw) => raw.trim() !== '')
      .map((raw) => asSentence(raw, bodyLine + at, isHeadingMarked))
  })
}

function asSentence(raw: string, line: number, isHeadingMarked: boolean): GuideSentence {
  const citations = findCitations(raw)
  return {
    text: withoutCitations(raw)
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\*+/g, '')
      .replace(/^\s*(?:-|\d+\.)\s+/, '')
      .trim(),
    line,
    isMarked: isHeadingMarked || citations.length > 0,
    isCited: citations.some(({ source }) => source !== null),
    links: [...raw.matchAll(/\]\(\/([a-z0-9-]+)\)/g)].map(([, slug]) => slug as string),
  }
}

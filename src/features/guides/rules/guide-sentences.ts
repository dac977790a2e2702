/** Sentences of a guide's text, each with its marks and the guides that it links to. Pure. */
import { findCitations, withoutCitations } from './citations.ts'
import type { Guide } from './guide.ts'

export interface GuideSentence {
  /** As a reader sees it. */
  text: string
  line: number
  /** It cites a source or is marked as unchecked, or the heading above it is. */
  isMarked: boolean
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
  return {
    text: withoutCitations(raw)
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\*+/g, '')
      .replace(/^\s*(?:-|\d+\.)\s+/, '')
      .trim(),
    line,
    isMarked: isHeadingMarked || findCitations(raw).length > 0,
    links: [...raw.matchAll(/\]\(\/([a-z0-9-]+)\)/g)].map(([, slug]) => slug as string),
  }
}

/** What a product guide is: one markdown file with front matter. */

export const pageTypes = ['product_hub', 'family_hub', 'generation_hub', 'rumor'] as const

export type PageType = (typeof pageTypes)[number]

export interface Guide {
  /** File name within the guides' folder. */
  file: string
  title: string
  slug: string
  pageType: PageType
  /** Slug of the family hub that the page stands under; a family hub names itself. */
  family: string
  /** Slug of the generation hub that the page belongs to; a generation hub names itself. */
  generation: string | null
  /** Slugs of the tags whose news the page shows. */
  tags: string[]
  /** When an editor last went through the text, `YYYY-MM-DD`. */
  updated: string
  /** How far the facts in the text reach, `YYYY-MM-DD`. */
  factsUntil: string | null
  summary: string
  /** Markdown after the front matter. */
  body: string
  /** Line of the file on which `body` begins. */
  bodyLine: number
  /** Line of the file on which each front matter key stands. */
  lines: Readonly<Record<string, number>>
}

/** What is wrong with a file, where a person would look for it. */
export interface GuideFault {
  file: string
  line: number
  message: string
}

export interface StoredFault extends GuideFault {
  /** The file was not taken in, and its last good version stays up; otherwise the fault is a warning. */
  refused: boolean
}

/** What a sync did. */
export interface GuideSync {
  /** How many guides are up now. */
  guides: number
  /** Slugs that are new or changed. */
  saved: string[]
  removed: string[]
  /** Files that were not taken in. */
  refused: string[]
  /** Of refused files and, as warnings, of those that were taken in. */
  faults: StoredFault[]
}

/** Order in which faults are told. */
export function byFileAndLine(a: GuideFault, b: GuideFault): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.message.localeCompare(b.message)
}

/** What the claims' gates know of a language: words of negation, doubt, blame and change, and words that mean the same. */
import { z } from 'zod'
import type { Language } from '../../domain/languages/language.ts'
import type { Languages } from '../../domain/languages/languages.ts'
import { anyOf } from '../../domain/languages/patterns.ts'
import { parseContent } from '../../domain/site/content-file.ts'
import { readContentFile } from '../content-files.ts'

/** Words and phrases of one kind. */
export interface WordList {
  /** How many of the words, which are in lower case, make up an entry from `at`; 0 for none. */
  match(words: readonly string[], at: number): number
}

export interface Side {
  axis: string
  up: WordList
  down: WordList
}

export interface Relation {
  verb: string
  active: RegExp | null
  passive: RegExp | null
}

export interface ClaimWords {
  language: string
  stop: Set<string>
  joints: WordList
  negation: WordList
  /** Words that carry a "not" in themselves: "lacks", "declined". */
  lacking: WordList
  sides: Side[]
  /** Anything that keeps a statement from being plain fact. */
  hedges: WordList
  /** What makes a source's statement doubtful: a claim of it must hedge too. */
  doubts: WordList
  superlatives: WordList
  /** Accusations, crime, scandal: never a model's own addition. */
  grave: WordList
  causes: WordList
  before: Set<string>
  to: Set<string>
  instead: WordList
  relations: Relation[]
  /** Leads to who did it in the passive. */
  agent: Set<string>
  concepts: Map<string, string[]>
}

const words = z
  .string()
  .default('')
  .transform((text) => text.toLowerCase().split(/\s+/).filter(Boolean))
const File = z.strictObject({
  stop: words,
  joints: words,
  negation: words,
  lacking: words,
  sides: z.record(z.string(), z.strictObject({ up: words, down: words })).default({}),
  hedges: words,
  doubts: words,
  superlatives: words,
  grave: words,
  causes: words,
  before: words,
  to: words,
  instead: words,
  concepts: z.record(z.string(), words).default({}),
})
/** The lists of each language that has both files; for another the gates that need them say nothing. */
export async function loadClaimWords(
  contentDir: string,
  languages: Languages,
): Promise<(language: string | null) => ClaimWords | null> {
  const all = await Promise.all(
    languages.all.map(async (language) => [language.code, await readWords(contentDir, language)] as const),
  )
  const byCode = new Map(all)
  return (tag) => byCode.get(languages.find(tag)?.code ?? '') ?? null
}

async function readWords(contentDir: string, language: Language): Promise<ClaimWords | null> {
  const own = await readContentFile(contentDir, 'claims', (code) => `${code}.yaml`, language.code)
  if (!own) return null
  const file = parseContent(own.text, `claims/${own.name}`, File)
  const { polarity, relations } = language
  return {
    language: language.code,
    stop: new Set(file.stop),
    joints: listOf(file.joints),
    negation: listOf(file.negation),
    lacking: listOf([...file.lacking, ...polarity.denials]),
    sides: Object.entries(file.sides).map(([axis, { up, down }]) => ({ axis, up: listOf(up), down: listOf(down) })),
    hedges: listOf(file.hedges),
    doubts: listOf(file.doubts),
    superlatives: listOf(file.superlatives),
    grave: listOf(file.grave),
    causes: listOf(file.causes),
    before: new Set(file.before),
    to: new Set(file.to),
    instead: listOf(file.instead),
    relations: Object.entries(relations.verbs).map(([verb, { active, passive }]) => ({
      verb,
      active: anyOf(active),
      passive: anyOf(passive),
    })),
    agent: new Set(relations.agent),
    concepts: conceptsOf(file.concepts),
  }
}

/** `word*` allows any ending, `_` stands for a blank between the words of a phrase. */
function listOf(entries: readonly string[]): WordList {
  const exact = new Set<string>()
  const open: string[] = []
  const long: string[][] = []
  for (const entry of entries) {
    if (entry.includes('_')) long.push(entry.split('_'))
    else if (entry.endsWith('*')) open.push(entry.slice(0, -1))
    else exact.add(entry)
  }
  const isWord = (word: string) => exact.has(word) || open.some((start) => word.startsWith(start))
  return {
    match(words, at) {
      const phrase = long.find((parts) => parts.every((part, index) => fits(words[at + index] ?? '', part)))
      if (phrase) return phrase.length
      return isWord(words[at] ?? '') ? 1 : 0
    },
  }
}

const fits = (word: string, part: string) => (part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part)

function conceptsOf(groups: Record<string, string[]>): Map<string, string[]> {
  const concepts = new Map<string, string[]>()
  for (const [name, members] of Object.entries(groups))
    for (const member of members) concepts.set(member, [...(concepts.get(member) ?? []), name])
  return concepts
}

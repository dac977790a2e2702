/** What the claims' gates know of a language: words of negation, doubt, blame and change, and words that mean the same. */
import type { Language } from '../../domain/languages/language.ts'
import type { Languages } from '../../domain/languages/languages.ts'
import { anyOf } from '../../domain/languages/patterns.ts'

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
  /** Nouns have a capital, as names do. */
  capitalNouns: boolean
  /** Words are put together without a hyphen. */
  compounds: boolean
  /** A "y" becomes "ie" before an ending. */
  respelled: boolean
  stop: Set<string>
  joints: WordList
  /** Begin a clause on who or what stands before them: "who". */
  relatives: Set<string>
  negation: WordList
  denials: WordList
  /** Words in which a "not" may be hidden. */
  softened: WordList
  negatingPrefixes: readonly string[]
  /** Words that carry a "not" in themselves: "lacks", "declined". */
  lacking: WordList
  sides: Side[]
  /** Anything that keeps a statement from being plain fact. */
  hedges: WordList
  /** What makes a source's statement doubtful: a claim of it must hedge too. */
  doubts: WordList
  /** What makes it a wish or a plan: a claim may tell it in the present, not as done. */
  intents: WordList
  done: RegExp | null
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

/** The lists of each language that has them; for another the gates that need them say nothing. */
export function claimWords(languages: Languages): (language: string | null) => ClaimWords | null {
  const byCode = new Map(languages.all.map((language) => [language.code, wordsOf(language)]))
  return (tag) => byCode.get(languages.find(tag)?.code ?? '') ?? null
}

function wordsOf({ claims, relations, dictionary }: Language): ClaimWords | null {
  if (!claims) return null
  return {
    capitalNouns: dictionary?.capital_nouns !== undefined,
    compounds: dictionary?.compounds ?? true,
    respelled: dictionary?.respelled ?? false,
    stop: new Set(claims.stop),
    joints: listOf(claims.joints),
    relatives: new Set(claims.relatives),
    negation: listOf(claims.negation),
    denials: listOf(claims.denials),
    softened: listOf(claims.softened),
    negatingPrefixes: claims.negating_prefixes,
    lacking: listOf(claims.lacking),
    sides: Object.entries(claims.sides).map(([axis, { up, down }]) => ({ axis, up: listOf(up), down: listOf(down) })),
    hedges: listOf(claims.hedges),
    doubts: listOf(claims.doubts),
    intents: listOf(claims.intents),
    done: anyOf(claims.done),
    superlatives: listOf(claims.superlatives),
    grave: listOf(claims.grave),
    causes: listOf(claims.causes),
    before: new Set(claims.before),
    to: new Set(claims.to),
    instead: listOf(claims.instead),
    relations: Object.entries(relations.verbs).map(([verb, { active, passive }]) => ({
      verb,
      active: anyOf(active),
      passive: anyOf(passive),
    })),
    agent: new Set(relations.agent),
    concepts: conceptsOf(claims.concepts),
  }
}

/** `word*` allows any ending. */
function listOf(entries: readonly string[]): WordList {
  const exact = new Set<string>()
  const open: string[] = []
  const long: string[][] = []
  for (const entry of entries) {
    if (entry.includes(' ')) long.push(entry.split(' '))
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

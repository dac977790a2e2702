/** What the claims' gates know of a language: words of negation, doubt, blame and change, and words that mean the same. */
import { parse } from 'yaml'
import { z } from 'zod'
import { readContentFile } from '../content-files.ts'

/** Tells whether a word or the phrase that begins with it is of a list. */
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
  active: RegExp
  passive: RegExp
}

export interface ClaimWords {
  language: string
  stop: Set<string>
  joints: WordList
  negation: WordList
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
  agent: RegExp | null
  concepts: Map<string, string[]>
}

const words = z
  .string()
  .default('')
  .transform((text) => text.toLowerCase().split(/\s+/).filter(Boolean))
const File = z.object({
  stop: words,
  joints: words,
  negation: words,
  sides: z.record(z.string(), z.object({ up: words, down: words })).default({}),
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
// What clustering and the gates share; only what claims need of it.
const Shared = z.object({
  polarity: z
    .object({
      negations: words,
      denials: words,
      opposites: z.record(z.string(), z.tuple([words, words])).default({}),
    })
    .optional(),
  relations: z
    .object({
      agent: z.string().optional(),
      verbs: z.record(z.string(), z.object({ active: z.array(z.string()), passive: z.array(z.string()) })).default({}),
    })
    .optional(),
})

const loaded = new Map<string, Promise<ClaimWords | null>>()

/** The lists of a language, or null where the content has none: then the gates that need them say nothing. */
export function loadClaimWords(contentDir: string, language: string): Promise<ClaimWords | null> {
  const code = language.toLowerCase().split('-')[0] ?? language
  const key = `${contentDir}\n${code}`
  const known = loaded.get(key) ?? readWords(contentDir, code)
  loaded.set(key, known)
  return known
}

async function readWords(contentDir: string, language: string): Promise<ClaimWords | null> {
  const own = await readContentFile(contentDir, 'claims', (code) => `${code}.yaml`, language)
  if (!own) return null
  const file = File.parse(parse(own.text))
  const general = await readContentFile(contentDir, 'languages', (code) => `${code}.yaml`, language)
  const shared = Shared.parse(general ? parse(general.text) : {})
  const opposites = Object.entries(shared.polarity?.opposites ?? {})
  return {
    language,
    stop: new Set(file.stop),
    joints: listOf(file.joints),
    negation: listOf([...file.negation, ...(shared.polarity?.negations ?? [])]),
    sides: [
      ...Object.entries(file.sides).map(([axis, { up, down }]) => ({ axis, up: listOf(up), down: listOf(down) })),
      ...opposites.map(([axis, [up, down]]) => ({ axis: `${axis}-`, up: listOf(up), down: listOf(down) })),
    ],
    hedges: listOf(file.hedges),
    doubts: listOf(file.doubts),
    superlatives: listOf(file.superlatives),
    grave: listOf(file.grave),
    causes: listOf(file.causes),
    before: new Set(file.before),
    to: new Set(file.to),
    instead: listOf(file.instead),
    relations: Object.entries(shared.relations?.verbs ?? {}).map(([verb, { active, passive }]) => ({
      verb,
      active: phrases(active),
      passive: phrases(passive),
    })),
    agent: shared.relations?.agent ? phrases([shared.relations.agent]) : null,
    concepts: conceptsOf(file.concepts),
  }
}

/** `word*` allows any ending, `_` stands for a blank between the words of a phrase. */
export function listOf(entries: readonly string[]): WordList {
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

const fits = (word: string, part: string) =>
  part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part

/** `(a|b)` alternatives, `…` up to four words, `*` any ending. */
function phrases(written: readonly string[]): RegExp {
  const parts = written.map((phrase) =>
    phrase
      .replace(/[.+?^${}[\]\\]/g, '\\$&')
      .replace(/\*/g, '\\p{L}*')
      .replace(/\(/g, '(?:')
      .replace(/\s*…\s*/g, ' (?:\\S+ ){1,4}'),
  )
  const all = parts.length > 0 ? parts.sort((a, b) => b.length - a.length).join('|') : '(?!)'
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${all})(?![\\p{L}\\p{N}])`, 'giu')
}

function conceptsOf(groups: Record<string, string[]>): Map<string, string[]> {
  const concepts = new Map<string, string[]>()
  for (const [name, members] of Object.entries(groups))
    for (const member of members) concepts.set(member, [...(concepts.get(member) ?? []), name])
  return concepts
}

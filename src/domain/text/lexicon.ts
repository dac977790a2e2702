/** What the content folder knows about words: usual ones, ones that mean the same, amounts, and products. Pure. */
import { z } from 'zod'
import type { Vocabulary } from '../articles/vocabulary.ts'
import { parseContent } from '../site/content-file.ts'
import { wordsOf } from './phrases.ts'
import { stem } from './stem.ts'

export interface Lexicon {
  vocabulary: Vocabulary
  stop: Set<string>
  /** Stems, and concepts with their "=", that every newspaper uses every day. */
  common: Set<string>
  /** Word or stem → name of the concept, the same for all languages. */
  concepts: Map<string, string>
  /** Stems and "#slugs" of the vocabulary's products, companies and people. */
  known: Set<string>
  /** "second" → 2. */
  ordinals: Map<string, number>
  /** "dollars" → "usd". */
  currencies: Map<string, string>
  /** "million" → 1e6. */
  magnitudes: Map<string, number>
}

const list = z.string().transform((text) => text.toLowerCase().split(/\s+/).filter(Boolean))
const lists = z.record(z.string(), list)
const WordsFile = z.strictObject({ stop: lists, common: lists, ordinals: lists, currencies: lists, magnitudes: lists })

/** Reads `words.yaml` and `concepts.yaml`; throws `bad_request` naming file and line. */
export function parseLexicon(wordsYaml: string, conceptsYaml: string, vocabulary: Vocabulary): Lexicon {
  const words = parseContent(wordsYaml, 'words.yaml', WordsFile)
  const concepts = conceptsOf(parseContent(conceptsYaml, 'concepts.yaml', lists))
  const common = Object.values(words.common).flat()
  const ordinals = Object.values(words.ordinals).flatMap((names) => names.map((name, i) => [name, i + 1] as const))
  return {
    vocabulary,
    stop: new Set(Object.values(words.stop).flat()),
    common: new Set(common.flatMap((word) => [stem(word), `=${concepts.get(word) ?? concepts.get(stem(word))}`])),
    concepts,
    known: knownOf(vocabulary),
    ordinals: new Map(ordinals),
    currencies: new Map(inverted(words.currencies)),
    magnitudes: new Map(inverted(words.magnitudes).map(([word, power]) => [word, 10 ** Number(power)])),
  }
}

function conceptsOf(groups: Record<string, string[]>): Map<string, string> {
  const concepts = new Map<string, string>()
  for (const [word, name] of inverted(groups)) concepts.set(word, concepts.get(word) ?? name)
  // A short stem may be another word altogether ("Mark" for "market").
  for (const [word, name] of inverted(groups))
    if (stem(word).length > 4) concepts.set(stem(word), concepts.get(stem(word)) ?? name)
  return concepts
}

const inverted = (groups: Record<string, string[]>) =>
  Object.entries(groups).flatMap(([name, members]) => members.map((word): [string, string] => [word, name]))

function knownOf(vocabulary: Vocabulary): Set<string> {
  const known = new Set<string>()
  for (const tag of vocabulary.tags.values()) {
    if (tag.kind === 'topic') continue
    known.add(`#${tag.slug}`)
    for (const alias of tag.aliases) for (const word of wordsOf(alias)) known.add(stem(word.folded))
  }
  return known
}

/** Words of the content folder: common ones, synonyms, and products. Pure. */

import type { Language } from '../languages/language.ts'
import type { Languages } from '../languages/languages.ts'
import { once } from '../memo.ts'
import type { Concepts } from './concepts.ts'
import { wordsOf } from './phrases.ts'
import { nameFormOf, type Stem, stemmerOf } from './stem.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Lexicon {
  /** A word in lower case without its endings, by the language's stemmer. */
  stem: Stem
  /** The form of a name that reports in all languages share. */
  nameForm: Stem
  vocabulary: Vocabulary
  stop: Set<string>
  /** Stems, and concepts with their "=", that every newspaper uses every day. */
  common: Set<string>
  /** Word or stem → name of the concept, the same for all languages. */
  concepts: Map<string, string>
  /** Stems and "#slugs" of the vocabulary's products, companies and people. */
  listed: Set<string>
  /** "second" → 2. */
  ordinals: Map<string, number>
  /** Names of newsletters and round-ups, in lower case. */
  roundups: string[]
  /** Words for money and large numbers: what they follow is an amount. */
  amounts: Set<string>
  /** The same with the stop words and usual words of one language alone, where it has a file; else with those of all. */
  in(language: string | null): Lexicon
}

/** `siteLanguages`: those of the site and its originals. Names and amounts are compared as they write them. */
export function buildLexicon(
  { shared }: Concepts,
  vocabulary: Vocabulary,
  languages: Languages,
  siteLanguages: readonly Language[],
): Lexicon {
  const words: WordsByCode = new Map([...shared].map(([code, groups]) => [code, inverted(groups)]))
  const nameForm = nameFormOf(siteLanguages.map(stemmerOf))
  const amounts = new Set(siteLanguages.flatMap(amountsOf))
  const lexiconOf = (language: Language): Lexicon => {
    const stem = stemmerOf(language)
    const concepts = conceptsOf(wordsFor([language], words), stem)
    const common = commonOf(language, stem, concepts)
    const listed = listedOf(vocabulary, stem)
    return { ...wordsOfAll([language]), vocabulary, stem, nameForm, concepts, common, listed, amounts, in: lexiconIn }
  }
  // Stems of all languages' words take a third of the time in which content is read, and a web process needs none.
  const byLanguage = new Map(languages.all.map((language) => [language.code, once(() => lexiconOf(language))]))
  const lexiconIn = (language: string | null) => byLanguage.get(languages.find(language)?.code ?? '')?.() ?? ofSite
  const ofAll = once((): Pick<Lexicon, 'common' | 'concepts' | 'listed'> => {
    const each = [...byLanguage.values()].map((made) => made())
    return {
      concepts: conceptsOf(wordsFor(siteLanguages, words), nameForm),
      common: new Set(each.flatMap(({ common }) => [...common])),
      listed: new Set([...each.flatMap(({ listed }) => [...listed]), ...listedOf(vocabulary, nameForm)]),
    }
  })
  const ofSite: Lexicon = {
    ...wordsOfAll(siteLanguages),
    vocabulary,
    stem: nameForm,
    nameForm,
    amounts,
    in: lexiconIn,
    get common() {
      return ofAll().common
    },
    get concepts() {
      return ofAll().concepts
    },
    get listed() {
      return ofAll().listed
    },
  }
  return ofSite
}

const wordsOfAll = (languages: readonly Language[]): Pick<Lexicon, 'stop' | 'ordinals' | 'roundups'> => ({
  stop: new Set(languages.flatMap((language) => language.stop)),
  ordinals: new Map(languages.flatMap(ordinalsOf)),
  roundups: languages.flatMap((language) => language.roundups.map((name) => name.toLowerCase())),
})

const ordinalsOf = ({ numbers }: Language) =>
  numbers.ordinals.flatMap((forms, i) => forms.map((form) => [form, i + 1] as const))

const amountsOf = ({ numbers, units }: Language) => {
  const { won: _, ...named } = units
  return [...Object.values(numbers.scales), ...Object.values(named)].flat()
}

function commonOf({ common }: Language, stem: Stem, concepts: Map<string, string>): Set<string> {
  return new Set(common.flatMap((word) => [stem(word), `=${concepts.get(word) ?? concepts.get(stem(word))}`]))
}

type NamedWord = [word: string, name: string]
type WordsByCode = ReadonlyMap<string, readonly NamedWord[]>

/** Those of the languages first, then the others', since a text borrows words and no file has all. */
const wordsFor = (languages: readonly Language[], words: WordsByCode): NamedWord[] => [
  ...languages.flatMap(({ code }) => words.get(code) ?? []),
  ...[...words.values()].flat(),
]

function conceptsOf(named: readonly NamedWord[], stem: Stem): Map<string, string> {
  const concepts = new Map<string, string>()
  const add = (word: string, name: string) => void (concepts.has(word) || concepts.set(word, name))
  for (const [word, name] of named) add(word, name)
  // A short stem may be another word altogether ("Mark" for "market").
  for (const [word, name] of named) {
    const stemmed = stem(word)
    if (stemmed.length > 4) add(stemmed, name)
  }
  return concepts
}

const inverted = (groups: Record<string, string[]>) =>
  Object.entries(groups).flatMap(([name, members]) => members.map((word): NamedWord => [word, name]))

function listedOf(vocabulary: Vocabulary, stem: Stem): Set<string> {
  const listed = new Set<string>()
  for (const tag of vocabulary.tags.values()) {
    if (tag.kind === 'topic') continue
    listed.add(`#${tag.slug}`)
    for (const alias of tag.aliases) for (const word of wordsOf(alias)) listed.add(stem(word.folded))
  }
  return listed
}

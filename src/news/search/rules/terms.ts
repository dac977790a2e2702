/** Terms of a reader's query: each word with the forms under which it may occur in an article. */

import { splitCompound } from '../../../platform/text/compounds.ts'

/** A reader's word as the stemmers see it. */
export interface QueryWord {
  text: string
  /** Its stems in the languages of the site, itself among them. */
  stems: string[]
  /** Languages in which it carries no meaning of its own. */
  stopIn: string[]
  /** Its stems in other languages; null where it carries no meaning in one. Only articles in that language have them. */
  foreign: { language: string; stem: string | null }[]
}

/** Relation of a form to the reader's word. */
export type FormKind = 'same' | 'foreign' | 'synonym' | 'prefix' | 'kin' | 'within' | 'folded'

export interface Form {
  term: string
  kind: FormKind
  /** Number of articles that contain it. */
  docs: number
  /** Of a foreign form: those of the articles in which it stands for the word. */
  languages?: string[]
}

export interface QueryTerm {
  word: string
  /** Importance among the reader's words: 1, less for words that carry little meaning. */
  weight: number
  forms: Form[]
  /** The parts of a compound; a match of its own, weaker than the compound. */
  parts: Form[]
}

export interface Lexicon {
  /** Number of articles that contain each listed term. */
  docs: Map<string, number>
  /** Known terms that begin with the last word. */
  completions: string[]
  /** Known terms that differ from a stem in at most three last letters, by that stem. */
  related: Map<string, string[]>
  /** Known compounds by the stem that they begin or end with. */
  compounds: Map<string, string[]>
  /** Known terms that differ from a word only in the marks on their letters, by that word. */
  folded: Map<string, string[]>
  /** Known terms for parts of unknown compounds that differ from the part in marks or in an ending, by that part. */
  parts: Map<string, string[]>
}

/** The stems that may stand for a stem, by it. */
export type Synonyms = Map<string, string[]>

/** Words that ask something, in their order; never none where there was one. */
export function meaningfulWords(words: QueryWord[], siteLanguage: string, stop: ReadonlySet<string>): QueryWord[] {
  const retained = words.filter((word) => !word.stopIn.includes(siteLanguage) && !stop.has(word.text))
  return retained.length > 0 ? retained : words
}

/** Two words that follow each other as one: writers of Swedish and its neighbours part compounds by mistake. */
export function joinedStems(words: QueryWord[], i: number): string[] {
  const [word, next] = [words[i], words[i + 1]]
  if (!word || !next || !/^\p{L}+$/u.test(word.text + next.text)) return []
  return next.stems.map((stem) => word.text + stem)
}

/** The forms of each word that stand in an article at all. */
export function makeTerms(words: QueryWord[], lexicon: Lexicon, synonyms: Synonyms): QueryTerm[] {
  return words.map((word, i) => {
    const last = i === words.length - 1
    return {
      word: word.text,
      weight: word.stopIn.length > 0 ? 0.3 : 1,
      forms: formsOf(
        {
          ...word,
          joined: [...joinedStems(words, i - 1), ...joinedStems(words, i)],
          synonyms: word.stems.flatMap((stem) => synonyms.get(stem) ?? []),
        },
        lexicon,
        last ? lexicon.completions : [],
      ),
      parts: partsOf(word, lexicon),
    }
  })
}

function formsOf(
  word: QueryWord & { joined: string[]; synonyms: string[] },
  lexicon: Lexicon,
  completions: string[],
): Form[] {
  const forms = new Map<string, Form>()
  const add = (kind: FormKind, terms: string[]) => {
    for (const term of terms) {
      const docs = lexicon.docs.get(term) ?? 0
      if (docs > 0 && !forms.has(term)) forms.set(term, { term, kind, docs })
    }
  }
  add('same', [...word.stems, ...word.joined])
  add('prefix', completions)
  for (const stem of word.stems) add('kin', [...(lexicon.related.get(stem) ?? []), ...shortened(stem)])
  for (const stem of word.stems) add('within', lexicon.compounds.get(stem) ?? [])
  if (forms.size === 0)
    add(
      'folded',
      [word.text, ...word.stems].flatMap((form) => lexicon.folded.get(form) ?? []),
    )
  add('synonym', word.synonyms)
  for (const [term, inLanguages] of Map.groupBy(word.foreign, ({ stem }) => stem)) {
    const docs = term === null ? 0 : (lexicon.docs.get(term) ?? 0)
    if (term !== null && docs > 0 && !forms.has(term))
      forms.set(term, { term, kind: 'foreign', docs, languages: inLanguages.map(({ language }) => language) })
  }
  return [...forms.values()]
}

function partsOf(word: QueryWord, lexicon: Lexicon): Form[] {
  const docsOf = (term: string) => lexicon.docs.get(term) ?? 0
  const existing = (part: string) => [...(docsOf(part) > 0 ? [part] : []), ...(lexicon.parts.get(part) ?? [])]
  const parts = word.stems.flatMap((stem) => splitCompound(stem, (part) => existing(part).length > 0))
  // "kaffe" is known as "kaff" too where the stemmer takes its last letter.
  const terms = [...new Set(parts.flatMap((part) => [...existing(part), ...existing(part.slice(0, -1))]))]
  return terms.map((term) => ({ term, kind: 'within', docs: docsOf(term) }))
}

const MIN_RELATED_LENGTH = 5
const MAX_LETTERS_OFF = 3

/** The stem without its last letters: stemmers leave endings that belong to the word in one form only. */
export function shortened(stem: string): string[] {
  if (!isInflected(stem)) return []
  return [1, 2, 3].map((off) => stem.slice(0, -off)).filter(isInflected)
}

/** A word that is long enough, and of letters only, so that what follows it may be an ending. */
export const isInflected = (stem: string) => stem.length >= MIN_RELATED_LENGTH && /^\p{L}+$/u.test(stem)

export const isEnding = (rest: string) => rest.length <= MAX_LETTERS_OFF

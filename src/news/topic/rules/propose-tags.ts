/** Tags that headlines suggest: names in them, by how many articles and publishers have them. Pure. */

import { sha256, slugify } from '../../../platform/text/text.ts'
import type { TagKind } from '../../../platform/text/vocabulary.ts'
import { buildPublisherFilter, isNumber, isPlainName } from './name-filter.ts'

export interface Headline {
  title: string
  /** Registrable domain. */
  publisher: string
  /** Title of the feed. */
  feed?: string
}

export interface TagProposal {
  name: string
  slug: string
  kind: TagKind
  /** Slug of a proposal that this one is a part of: "iPhone" for "iPhone 18". */
  parent: string | null
  aliases: string[]
  articles: number
  publishers: number
}

interface Candidate {
  name: string
  /** Indexes of headlines. */
  articles: Set<number>
  publishers: Set<string>
}

const MAX_WORDS = 4
const MAX_LENGTH = 60
/** A longer name that has nearly all articles of a shorter one is meant by it. */
const SAME_NAME = 0.8
const SAME_SURNAME = 0.5
/** Small words inside a name: "Tour of Fyn", "Lars von Trier". */
const LINKS = new Set(['of', 'the', 'de', 'du', 'des', 'da', 'van', 'von', 'der', 'af', 'och', 'og', 'und'])
const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'’.+-]*/gu
/** Of capitalised words, above which capitals do not tell which words are names. */
const TITLE_CASE = 0.7

/** Of a name in another script a part of its hash: its digits alone would be those of other names. Empty where it has no letter. */
export const slugOf = (name: string): string =>
  /(?!\p{Script=Latin})\p{L}/u.test(name) ? `tag-${sha256(name.toLowerCase()).slice(0, 8)}` : slugify(name)

/** Names of fewer articles are proposed and not chosen: two headlines are often one story. */
const MIN_FREQUENT = 3
export const isFrequent = ({ articles }: TagProposal): boolean => articles >= MIN_FREQUENT

/**
 * At most `max`, the best first. `common`: words, in lower case, that are no name by themselves. `isNoun` knows those of a language that
 * writes nouns with a capital as it does names.
 */
export function proposeTags(
  headlines: readonly Headline[],
  common: ReadonlySet<string>,
  max = 40,
  isNoun: (word: string) => boolean = () => false,
): TagProposal[] {
  const nameWords = namesWithin(headlines)
  const candidates = count(headlines, nameWords)
  const publishers = new Set(headlines.map(({ publisher }) => publisher)).size
  const isPublisher = buildPublisherFilter(headlines)
  const frequent = [...candidates.values()].filter(
    (candidate) =>
      candidate.articles.size >= 2 &&
      candidate.publishers.size >= Math.min(2, publishers) &&
      !isPlainName(candidate.name, common, isNoun),
  )
  // Parts of a publisher's name are in the whole by now.
  const best = mergeNames(frequent)
    .filter(({ name, publishers: by }) => !isPublisher(name, by))
    .sort((a, b) => score(b) - score(a) || a.name.localeCompare(b.name, 'en'))
    .slice(0, max)
  return withParents(best)
}

const score = ({ articles, publishers }: Candidate) => articles.size * Math.log2(1 + publishers.size)
const isName = (word: string) => /^\p{Lu}|^\p{Ll}+\p{Lu}|\d/u.test(word)

interface Run {
  words: string[]
  /** The first word begins the title or a sentence, where any word has a capital. */
  begins: boolean
}

/** Runs of words that look like names, with nothing but a blank between them. */
function runsOf(title: string): Run[] {
  const runs: Run[] = []
  let end = 0
  let isOpen = false
  let link: string[] = []
  for (const match of title.matchAll(TOKEN)) {
    const between = title.slice(end, match.index)
    const word = match[0].replace(/[.'’+-]+$/, '').replace(/['’]s$/, '')
    end = match.index + word.length
    const begins = runs.length === 0 && match.index === 0
    if (isOpen && between === ' ' && LINKS.has(word)) link.push(word)
    else if (!isName(word)) isOpen = false
    else if (isOpen && between === ' ') runs.at(-1)?.words.push(...link.splice(0), word)
    else {
      link = []
      runs.push({ words: [word], begins: begins || /[.:!?–—|]/.test(between) })
      isOpen = true
    }
  }
  return runs
}

/** Of a title that capitalises nearly every word: it does not say which are names. */
function isTitleCase(title: string): boolean {
  const words = title.match(TOKEN) ?? []
  return words.filter((word) => /^\p{Lu}/u.test(word)).length > TITLE_CASE * words.length
}

/** Words with a capital within a sentence somewhere, and those that no plain word looks like. */
function namesWithin(headlines: readonly Headline[]): Set<string> {
  const names = new Set<string>()
  for (const { title } of headlines) {
    const hasDistinctCase = !isTitleCase(title)
    for (const { words, begins } of runsOf(title))
      for (const [at, word] of words.entries())
        if (/^\p{Ll}+\p{Lu}|\p{L}.*\d/u.test(word) || (hasDistinctCase && (at > 0 || !begins))) names.add(word)
  }
  return names
}

function count(headlines: readonly Headline[], nameWords: ReadonlySet<string>): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>()
  for (const [index, { title, publisher }] of headlines.entries()) {
    const isCapitalised = isTitleCase(title)
    for (const { words, begins } of runsOf(title))
      for (const name of phrasesOf(begins && !nameWords.has(words[0] ?? '') ? words.slice(1) : words)) {
        if (isCapitalised && !name.split(' ').every((word) => nameWords.has(word) || isNumber(word))) continue
        const candidate = candidates.get(name) ?? { name, articles: new Set(), publishers: new Set() }
        candidate.articles.add(index)
        candidate.publishers.add(publisher)
        candidates.set(name, candidate)
      }
  }
  return candidates
}

/** All parts of a run that may be a name; one does not begin with a number. */
function phrasesOf(words: readonly string[]): string[] {
  const phrases: string[] = []
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_WORDS); to++)
      if (!isNumber(words[from] ?? '') && !LINKS.has(words[from] ?? '') && !LINKS.has(words[to - 1] ?? ''))
        phrases.push(words.slice(from, to).join(' '))
  return phrases.filter((name) => name.length <= MAX_LENGTH && name.length > 1)
}

/** "Verstappen" becomes another name of "Max Verstappen", where nearly all that have the one have the other. */
function mergeNames(candidates: readonly Candidate[]): (Candidate & { aliases: string[] })[] {
  const byLength = [...candidates].sort((a, b) => b.name.length - a.name.length)
  const merged: (Candidate & { aliases: string[] })[] = []
  for (const candidate of byLength) {
    const longer = merged.find(
      ({ name, articles }) =>
        ` ${name} `.includes(` ${candidate.name} `) &&
        articles.size >= (name.endsWith(` ${candidate.name}`) ? SAME_SURNAME : SAME_NAME) * candidate.articles.size &&
        !/\d/.test(name.replace(candidate.name, '')),
    )
    if (!longer) merged.push({ ...candidate, aliases: [] })
    else if (longer.name.endsWith(candidate.name) && candidate.articles.size > longer.articles.size) {
      longer.aliases.push(candidate.name)
      longer.articles = candidate.articles
      longer.publishers = candidate.publishers
    }
  }
  return merged
}

function withParents(candidates: readonly (Candidate & { aliases: string[] })[]): TagProposal[] {
  const slugs = new Set<string>()
  const names = new Set(candidates.map(({ name }) => name))
  const single = candidates.filter(({ name }) => {
    const slug = slugOf(name)
    // "Volvos" is "Volvo" with an ending.
    const isEnding = name.endsWith('s') && names.has(name.slice(0, -1))
    return !isEnding && slug !== '' && !slugs.has(slug) && slugs.add(slug)
  })
  return single.map(({ name, aliases, articles, publishers }) => {
    const longerNames = single.filter((other) => name.startsWith(`${other.name} `))
    const parent = longerNames.sort((a, b) => b.name.length - a.name.length)[0]
    return {
      name,
      slug: slugOf(name),
      kind: /\d/.test(name) ? 'product' : 'topic',
      aliases,
      parent: parent ? slugOf(parent.name) : null,
      articles: articles.size,
      publishers: publishers.size,
    }
  })
}

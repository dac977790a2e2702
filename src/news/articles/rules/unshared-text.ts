/**
 * Checks that a page's text belongs to its article: the distinctive terms that it shares with the feed's item, and the
 * sentences that other pages of the host have, too. Knows no phrase of any language. Pure.
 */
import type { Lexicon } from '../../../platform/text/thesaurus.ts'

/** Written without spaces: each character is a token. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const UNSPACED_TOKEN = new RegExp(`^[${UNSPACED}]$`, 'u')
const TOKEN = new RegExp(`[${UNSPACED}]|[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}]]+`, 'gv')

/** Words in lower case without those that hold a digit: a time or a request's number makes no other text. */
const tokensOf = (text: string): string[] =>
  (text.normalize('NFKC').toLowerCase().match(TOKEN) ?? []).filter((token) => !/\p{N}/u.test(token))

const SHINGLE = 4
/** Tokens of a text that are compared with other pages. */
const COMPARED = 400

/** Hashes of every four tokens in a row, at the text's beginning. */
export const shinglesOf = (text: string): number[] => [...new Set(inOrder(tokensOf(text).slice(0, COMPARED)))]

function inOrder(tokens: string[]): number[] {
  const starts = Math.max(0, tokens.length - SHINGLE + 1)
  return Array.from({ length: starts }, (_, at) => hash(tokens.slice(at, at + SHINGLE).join(' ')))
}

/** FNV-1a as a signed integer of 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}

const MIN_TERM_LENGTH = 4
/** Tokens of the description that are read behind the title. */
const DESCRIBING = 60

/** Distinctive terms of an item's title and description: no stop words, none that every newspaper uses every day. */
export function distinctiveTerms(lexicon: Lexicon, title: string, description: string): string[] {
  const tokens = [...tokensOf(title), ...tokensOf(description).slice(0, DESCRIBING)]
  const terms = tokens.flatMap((token, at) => {
    if (UNSPACED_TOKEN.test(token)) return UNSPACED_TOKEN.test(tokens[at + 1] ?? '') ? token + tokens[at + 1] : []
    const common = lexicon.stop.has(token) || lexicon.common.has(lexicon.stem(token))
    return token.length < MIN_TERM_LENGTH || common ? [] : token
  })
  return [...new Map(terms.map((term) => [rootOf(term), term])).values()]
}

/** Endings and joined words differ: "mossan" is found in "torvmossar", and "skatten" in "bensinskatt". */
const rootOf = (word: string) => word.slice(0, Math.max(MIN_TERM_LENGTH, Math.floor(word.length * 0.7)))
const MIN_PART_LENGTH = 5
const partOf = (word: string) => word.slice(0, Math.max(MIN_PART_LENGTH, Math.ceil(word.length * 0.7)))

const isUnspaced = (term: string) => UNSPACED_TOKEN.test([...term][0] ?? '')

/** Number of the terms that a text has in some form. */
function countFound(terms: readonly string[], text: string): number {
  const tokens = tokensOf(text)
  const joined = ` ${tokens.join(' ')} `
  const unspaced = tokens.join('')
  const parts = [...new Set(tokens)].filter(({ length }) => length >= MIN_PART_LENGTH).map(partOf)
  return terms.filter((term) => {
    if (isUnspaced(term)) return unspaced.includes(term)
    return joined.includes(rootOf(term)) || parts.some((part) => term.includes(part))
  }).length
}

/** True where the text is plainly about the item. */
export function isAbout(terms: readonly string[], text: string, share = 0.4): boolean {
  const found = countFound(terms, text)
  return found >= Math.min(2, terms.length) && found > 0 && found >= share * terms.length
}

export interface NamedText {
  text: string
  /** Name that the page gives itself; empty where it gives none. */
  name: string
}

/** Such a text is seldom a notice or a question. */
const LONG = 2500
const ENOUGH_TERMS = 3
const MANY_TERMS = 8

/**
 * True where a page cannot be about the item, though it has text enough to decide. The page has another name and little
 * of the item's terms, or hardly one of many.
 */
export function isForeignTo(
  { terms, title }: { terms: readonly string[]; title: readonly string[] },
  { text, name }: NamedText,
  sameLanguage: boolean,
): boolean {
  if (terms.length < ENOUGH_TERMS || isLatin(terms.join(' ')) !== isLatin(text)) return false
  const found = countFound(terms, text)
  const isNamedOtherwise = name !== '' && title.length > 0 && countFound(title, name) === 0
  if (!sameLanguage) return isNamedOtherwise && found === 0 && text.length < LONG
  if (isNamedOtherwise && !(text.length < LONG ? isAbout(terms, text, 0.25) : found > 0)) return true
  return terms.length >= MANY_TERMS && found < Math.min(3, 0.12 * terms.length)
}

const isLatin = (text: string) =>
  (text.match(/\p{Script=Latin}/gu) ?? []).length * 2 > (text.match(/\p{L}/gu) ?? []).length

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Share of a sentence's tokens that stand in a row on another page. */
const MOSTLY = 0.7
/** Share of all compared tokens that leaves nothing of a long text. */
const ALL = 0.9
/** Tokens: less is a credit or a phrase that many articles have. */
const MIN_SHARED = 20
const MIN_NEW = 12
const MIN_DISTINCT = 200

/**
 * Part of a page's text that is the article's alone, given the shingles of the host's other pages; empty where nothing
 * is. A part that others have is the article's, too, where it is plainly about the item: one text may have two
 * addresses.
 */
export function articleText(item: { terms: readonly string[]; text: string }, text: string, others: Shingles): string {
  const { unshared, shared } = partText(text, others)
  if (tokensOf(shared).length < MIN_SHARED || isAbout(item.terms, shared)) return text
  return unshared.length >= MIN_DISTINCT || isNotice(item, unshared) ? unshared : ''
}

/** A short rest is more than the item's title, put into a sentence of the template. */
function isNotice({ terms, text }: { terms: readonly string[]; text: string }, unshared: string): boolean {
  if (!isAbout(terms, unshared)) return false
  const itemTokens = new Set([...tokensOf(text), ...terms])
  const tokens = tokensOf(unshared)
  const added = tokens.filter((token) => !itemTokens.has(token)).length
  return added >= MIN_NEW || added <= 0.1 * tokens.length
}

interface Shingles {
  has(shingle: number): boolean
}

/** Sentences that no other page has, and those that others have. Behind what is compared the text goes on as it began. */
function partText(text: string, others: Shingles): { unshared: string; shared: string } {
  const all = [...sentences.segment(text)].map(({ segment }) => ({ segment, tokens: tokensOf(segment) }))
  const tokens = all.flatMap((sentence) => sentence.tokens).slice(0, COMPARED)
  const covered = tokens.map(() => false)
  for (const [at, shingle] of inOrder(tokens).entries()) if (others.has(shingle)) covered.fill(true, at, at + SHINGLE)
  const isAllShared = covered.filter(Boolean).length >= ALL * tokens.length
  let from = 0
  const [unshared, shared]: [string[], string[]] = [[], []]
  for (const { segment, tokens: inside } of all) {
    const part = covered.slice(from, from + inside.length)
    from += inside.length
    const behind = part.length < inside.length
    const count = part.filter(Boolean).length
    const isShared = behind ? isAllShared : inside.length > 0 && count >= MOSTLY * inside.length
    ;(isShared ? shared : unshared).push(segment)
  }
  return { unshared: unshared.join('').trim(), shared: shared.join('').trim() }
}

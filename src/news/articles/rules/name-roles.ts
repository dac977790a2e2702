/**
 * The part that a name of the topic plays where it occurs: the subject, one of a list, or what another thing is measured by.
 * Pure. The words come from the language files, the names from the vocabulary.
 */
import type { Language } from '../../../platform/languages/language.ts'
import { anyOf } from '../../../platform/languages/patterns.ts'

export interface PlacedName {
  /** `company`: of the topic, as `topic` is. `other`: a company, product or platform outside it. */
  kind: 'topic' | 'company' | 'other'
  /** Offsets in the text, without an ending or the rest of a compound. */
  start: number
  end: number
}

/** Compiled `roles` of languages. */
export interface RoleWords {
  /** Names with nothing but commas, slashes and joining words between them. */
  names: RegExp
  /** "a, b and c", each of at most three words. */
  enumeration: RegExp
  /** End of the text before a measure, and beginning of the text after one. */
  measure: RegExp | null
  measured: RegExp | null
  /** End of the text before two subjects: "between". */
  between: RegExp | null
  /** End of the text before the company that a person has left. */
  former: RegExp | null
}

/** By code of a language; null for texts in one that is not known. */
export type RolesByLanguage = ReadonlyMap<string | null, RoleWords>

// Characters of private use stand for the names.
const TOPIC = '\uE000'
const OTHER = '\uE001'
const MARK = `[${TOPIC}${OTHER}]`
const MARKS = new RegExp(MARK, 'gu')
/** One word on either side belongs to the name: "Google's Android phones". */
const NAME = `(?:\\p{L}+\\s)?${MARK}(?:\\s${MARK})*[\\p{L}\\p{N}'’]*(?:\\s\\p{L}+)?`
const MEMBER = '[^\\s,:;.?!–|/]+(?:\\s[^\\s,:;.?!–|/]+){0,2}'
/** Of a headline that has several subjects. */
const SEGMENT = /\s*;\s|\s[|•·]\s/
const MIN_SEGMENTS = 3
const REACH = 60
/** News of one who left a company is seldom news of the company. */
const FORMER = 1 / 3

export function compileRoles(all: readonly Language[], ofSite: readonly Language[]): RolesByLanguage {
  const coded = all.flatMap((language) => {
    const words = compile([language])
    return [language.code, ...language.also].map((code) => [code, words] as const)
  })
  return new Map<string | null, RoleWords>([[null, compile(ofSite)], ...coded])
}

function compile(languages: readonly Language[]): RoleWords {
  const phrases = (kind: 'measure' | 'measured' | 'between' | 'former') =>
    anyOf(languages.flatMap(({ roles }) => roles[kind]))
  const and = ['&', ...languages.flatMap(({ roles }) => roles.and)].join('|')
  const joint = `(?:\\s*[,/+]\\s*(?:(?:${and})\\s+)?|-?\\s+(?:${and})\\s+)`
  const around = (before: string, pattern: RegExp | null, after: string) =>
    pattern && new RegExp(`${before}(?:${pattern.source})${after}`, 'iu')
  return {
    names: new RegExp(`${NAME}(?:${joint}${NAME})+`, 'giu'),
    enumeration: new RegExp(`(${MEMBER}(?:,\\s+${MEMBER})+),?\\s+(?:${and})\\s+(${MEMBER})`, 'giu'),
    // Up to two words between: "than the new iPhone".
    measure: around('', phrases('measure'), `(?:[\\s-]+[\\p{L}\\p{N}'’]+){0,2}[\\s"“”„»-]*$`),
    measured: around('^[\\s-]?', phrases('measured'), ''),
    between: around('', phrases('between'), '[\\s-]*$'),
    former: around('', phrases('former'), "[\\s'’-]*$"),
  }
}

/** Weight of each name as evidence of the subject, from 0 for a measure to 1, in the order of `names`. */
export function weighNames(
  text: string,
  names: readonly PlacedName[],
  words: RoleWords,
  { isTitle = false } = {},
): number[] {
  const masked = maskNames(text, names)
  const places = [...masked.matchAll(MARKS)].map(({ index }) => index)
  const lists = [
    ...nameLists(masked, words),
    ...enumerations(masked, words.enumeration),
    ...(isTitle ? segments(masked) : []),
  ]
  return names.map(({ kind }, i) => {
    const at = places[i] ?? 0
    const before = masked.slice(Math.max(0, at - REACH), at)
    if (isMeasure(words, before, masked.slice(at + 1, at + 1 + REACH))) return 0
    if (kind === 'company' && words.former?.test(before)) return FORMER
    return Math.min(1, ...lists.filter(({ from, to }) => at >= from && at < to).map(({ share }) => share))
  })
}

function maskNames(text: string, names: readonly PlacedName[]): string {
  let [masked, end] = ['', 0]
  for (const name of names) {
    masked += text.slice(end, name.start) + (name.kind === 'other' ? OTHER : TOPIC)
    end = name.end
  }
  return masked + text.slice(end)
}

/** A name that is the first or second word is the subject: "Beats AirPods" is one of the topic. */
function isMeasure({ measure, measured }: RoleWords, before: string, after: string): boolean {
  if (measured?.test(after)) return true
  return before.trim().includes(' ') && (measure?.test(before) ?? false)
}

interface List {
  from: number
  to: number
  /** Of its members, those that name the topic. */
  share: number
}

const listOf = (from: number, text: string, members: readonly string[]): List => ({
  from,
  to: from + text.length,
  share: members.filter((member) => member.includes(TOPIC)).length / members.length,
})

/** Lists with a name from elsewhere. A pair that a text begins with is its subject: "Apple and Google agree". */
function nameLists(masked: string, { names, between }: RoleWords): List[] {
  return [...masked.matchAll(names)].flatMap(({ 0: list, index }) => {
    const marks: readonly string[] = list.match(MARKS) ?? []
    const before = masked.slice(0, index + list.search(MARK))
    const isSubject = marks.length === 2 && (before === '' || between?.test(before))
    return isSubject || !marks.includes(OTHER) ? [] : listOf(index, list, marks)
  })
}

const enumerations = (masked: string, enumeration: RegExp): List[] =>
  [...masked.matchAll(enumeration)].map(({ 0: list, 1: first = '', 2: last = '', index }) =>
    listOf(index, list, [...first.split(','), last]),
  )

function segments(masked: string): List[] {
  const parts = masked.split(SEGMENT)
  return parts.length < MIN_SEGMENTS ? [] : [listOf(0, masked, parts)]
}

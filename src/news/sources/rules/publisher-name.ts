/** Name of a publisher: a feed is often named after its section ("World"), not after its publisher. */

import { normalForm } from '../../../platform/text/normal-form.ts'

export interface NamedFeed {
  title: string
  url: string
  siteUrl: string | null
}

/**
 * The name that the feeds of `domain` (registrable, "ft.com") give their publisher. It is the part of their titles that
 * spells the domain, else a title that is not the name of a section, else the domain.
 */
export function publisherName(domain: string, feeds: readonly NamedFeed[]): string {
  const label = fold(domain.split('.')[0] ?? '')
  const titled = feeds.filter((feed) => !isAddress(feed.title, feed.url))
  const spelled = titled.flatMap((feed) => spelling(feed.title, domain, label) ?? [])
  return sharedName(spelled) ?? siteName(titled, label) ?? shortDomain(domain)
}

/** True for a title that only repeats where the feed lies; "Golem.de" is a name. */
export function isAddress(title: string, url: string): boolean {
  const host = (text: string) => text.replace(/^www\./, '')
  return title === url || host(title.trim()) === host(URL.parse(url)?.hostname ?? '')
}

const SEPARATOR = /\s+[-–—|>»·•/]+\s+/u
/** Behind a colon a title has its subject, not its publisher. */
const segments = (title: string) => title.split(SEPARATOR).flatMap((part) => part.split(/\s*:\s+/)[0]?.trim() || [])
const words = (text: string) => text.split(/\s+/)

const POSSESSIVE = /['’]s$/

/** Letters and digits alone, without case and accents, for comparison with a domain. */
const fold = (text: string) =>
  normalForm(text)
    .replace(POSSESSIVE, '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

interface Spelling {
  /** Words of the part of the title that holds the name. */
  part: string[]
  /** Range in `part` of the words that spell the domain. */
  from: number
  to: number
}

function spelling(title: string, domain: string, label: string): Spelling | null {
  const parts = segments(title).map(words)
  for (const part of parts) {
    const run = runThatSpells(part, new Set([label, fold(domain)]))
    if (run) return { part, ...run }
  }
  const initialled = parts.find((part) => spellsByInitials(part, label))
  return initialled ? { part: initialled, from: 0, to: initialled.length } : null
}

function runThatSpells(part: string[], wanted: ReadonlySet<string>): { from: number; to: number } | null {
  for (let from = 0; from < part.length; from++)
    for (let to = from + 1; to <= part.length; to++)
      if (wanted.has(fold(part.slice(from, to).join('')))) return { from, to }
  return null
}

/** "Financial Times" spells "ft"; small words may be left out, as in "Jornal de Notícias". */
function spellsByInitials(part: string[], label: string): boolean {
  const initials = (some: string[]) => some.map((word) => fold(word).slice(0, 1)).join('')
  const capitals = part.filter((word) => /^\p{Lu}/u.test(word))
  return part.length > 1 && [part, capitals].some((some) => some.length > 1 && initials(some) === label)
}

/** A part with more words is a headline about the publisher, not its name. */
const MAX_WORDS = 4

/** With one feed the whole part of its title; with several the words around the spelled ones that they share. */
function sharedName(spellings: Spelling[]): string | null {
  const [first] = spellings
  if (!first) return null
  const [before, after] = [
    fromCapital(shared(spellings.map(({ part, from }) => part.slice(0, from).reverse())).reverse()),
    shared(spellings.map(({ part, to }) => part.slice(to))),
  ]
  const run = first.part.slice(first.from, first.to)
  const name = run.join(' ').replace(POSSESSIVE, '')
  const fullName = [...before, ...run, ...after]
  if (fullName.length <= MAX_WORDS && name === run.join(' ')) return fullName.join(' ')
  // In the midst of a headline the word may be any word: "the National Weather Service" is not weather.gov's name.
  return before.length === 0 || after.length === 0 ? name : null
}

/** "on Medium" is no name; "The Independent" is. */
function fromCapital(before: string[]): string[] {
  const at = before.findIndex((word) => !/^\p{Ll}/u.test(word))
  return at < 0 ? [] : before.slice(at)
}

/** The words that all lists begin with. */
function shared(lists: string[][]): string[] {
  const [first = []] = lists
  const end = first.findIndex((word, i) => lists.some((list) => list[i] !== word))
  return end < 0 ? first : first.slice(0, end)
}

const MAX_WORDS_OF_TITLE = 8

/** A title that the address does not name a section by: "World" of ft.com/world is one. */
function siteName(feeds: readonly NamedFeed[], label: string): string | null {
  const names = feeds.flatMap((feed) =>
    segments(feed.title).filter((part) => !isSection(part, feed, label) && words(part).length <= MAX_WORDS_OF_TITLE),
  )
  const counts = Map.groupBy(names, (name) => name)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}

// A domain of three letters or fewer is an abbreviation of a name, and a single word that it does not stand for is no name.
function isSection(part: string, feed: NamedFeed, label: string): boolean {
  if (label.length <= SHORT && !/\s/.test(part)) return true
  return [feed.siteUrl, feed.url].some((address) => pathWords(address).includes(fold(part)))
}

const pathWords = (address: string | null) => (URL.parse(address ?? '')?.pathname ?? '').split('/').map(fold)

const SHORT = 3

function shortDomain(domain: string): string {
  const [label = domain] = domain.split('.')
  return label.length <= SHORT && /^\p{L}/u.test(label) ? label.toUpperCase() : domain
}

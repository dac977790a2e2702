/** The site's tags: reading the vocabulary and finding its tags in an article. Pure. */
import { z } from 'zod'
import { type Inflection, UNINFLECTED } from '../languages/inflection.ts'
import { parseContent, type ViolationAt } from '../site/content-file.ts'
import { findPhrases, indexPhrases, type Phrase, type PhraseIndex, parsePhrase } from './phrases.ts'

export const TAG_KINDS = ['product', 'company', 'software', 'topic', 'person'] as const
export type TagKind = (typeof TAG_KINDS)[number]

export interface VocabularyTag {
  name: string
  slug: string
  kind: TagKind
  /** Slug of the tag that this one is a part of. */
  parent: string | null
  aliases: string[]
}

export interface Vocabulary {
  /** By slug, in the order of the file. */
  tags: Map<string, VocabularyTag>
  /** Null marks a phrase that only looks like a tag ("Big Mac"). */
  phrases: PhraseIndex<VocabularyTag | null>
  /** Endings that its words may carry. */
  inflection: Inflection
}

export interface TagMatch {
  slug: string
  name: string
  kind: TagKind
  /** Higher is more prominent; comparable within one article only. */
  score: number
  /** Occurrences of the tag's names in the title, the first 400 characters and the rest. */
  title: number
  lead: number
  body: number
  /** Offset in the text at which it is first named; null where only the title names it. */
  first: number | null
  /** True where only a part of it is named: "iPhone" for "iPhone Air". */
  implied: boolean
}

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
const phrase = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => parsePhrase(text, null).words.length > 0, 'must hold a letter or digit')

const TagEntry = z.strictObject({
  name: z.string().min(1).max(60),
  slug,
  kind: z.enum(TAG_KINDS),
  parent: slug.optional(),
  aliases: z.array(phrase).default([]),
  /** False where the name itself is too common a word to be looked for. */
  match_name: z.boolean().default(true),
})

const VocabularyFile = z.strictObject({
  tags: z.array(TagEntry).min(1),
  decoys: z.array(phrase).default([]),
})
type File = z.infer<typeof VocabularyFile>

export const LEAD_CHARACTERS = 400
const KIND_FACTOR: Record<TagKind, number> = { product: 1.2, software: 1.2, person: 1, topic: 0.9, company: 0.6 }

/** Throws `bad_request` with `file:line: error`, one line each. */
export function parseVocabulary(
  text: string,
  file = 'vocabulary.yaml',
  inflection: Inflection = UNINFLECTED,
): Vocabulary {
  const parsed = parseContent(text, file, VocabularyFile, crossViolations)
  const tags = new Map(
    parsed.tags.map((entry) => {
      const names = entry.match_name ? [entry.name, ...entry.aliases] : entry.aliases
      const { name, kind } = entry
      return [entry.slug, { name, slug: entry.slug, kind, parent: entry.parent ?? null, aliases: names }]
    }),
  )
  const phrases: Phrase<VocabularyTag | null>[] = parsed.decoys.map((decoy) => parsePhrase(decoy, null, inflection))
  for (const tag of tags.values()) for (const alias of tag.aliases) phrases.push(parsePhrase(alias, tag, inflection))
  return { tags, phrases: indexPhrases(phrases), inflection }
}

function crossViolations(file: File, at: ViolationAt): string[] {
  const slugs = new Set(file.tags.map((tag) => tag.slug))
  const seenSlugs = new Set<string>()
  const owners = new Map<string, string>()
  const violations: string[] = []
  file.tags.forEach((tag, i) => {
    if (seenSlugs.has(tag.slug)) violations.push(at(['tags', i, 'slug'], `slug "${tag.slug}" is used twice`))
    seenSlugs.add(tag.slug)
    if (tag.parent !== undefined && !slugs.has(tag.parent))
      violations.push(at(['tags', i, 'parent'], `parent "${tag.parent}" is no tag`))
    for (const alias of tag.match_name ? [tag.name, ...tag.aliases] : tag.aliases) {
      const owner = owners.get(alias)
      if (owner !== undefined) violations.push(at(['tags', i], `"${alias}" already belongs to "${owner}"`))
      owners.set(alias, tag.slug)
    }
  })
  return violations.length > 0 ? violations : circleViolations(file, at)
}

function circleViolations(file: File, at: ViolationAt): string[] {
  const parents = new Map(file.tags.map((tag) => [tag.slug, tag.parent]))
  return file.tags.flatMap((tag, i) => {
    const seen = new Set([tag.slug])
    for (let up = tag.parent; up !== undefined; up = parents.get(up)) {
      if (seen.has(up)) return at(['tags', i, 'parent'], `"${tag.slug}" is its own ancestor`)
      seen.add(up)
    }
    return []
  })
}

/** The tag and everything above it, nearest first. Unknown slugs give an empty list. */
export function ancestry(vocabulary: Vocabulary, slug: string): VocabularyTag[] {
  const chain: VocabularyTag[] = []
  for (let tag = vocabulary.tags.get(slug); tag; tag = vocabulary.tags.get(tag.parent ?? '')) chain.push(tag)
  return chain
}

/** Every tag of an article, most prominent first: those in the title, then by frequency and how specific they are. */
export function findTags(vocabulary: Vocabulary, title: string, text: string): TagMatch[] {
  const matches = new Map<string, TagMatch>()
  for (const { value } of findPhrases(vocabulary.phrases, title)) if (value) touch(matches, value, false).title++
  for (const { value, start } of findPhrases(vocabulary.phrases, text)) {
    if (!value) continue
    const match = touch(matches, value, false)
    match[start < LEAD_CHARACTERS ? 'lead' : 'body']++
    match.first ??= start
  }
  for (const match of [...matches.values()]) imply(vocabulary, matches, match)
  for (const match of matches.values()) match.score = scoreOf(vocabulary, match)
  return [...matches.values()].sort((a, b) => b.score - a.score)
}

function touch(matches: Map<string, TagMatch>, tag: VocabularyTag, implied: boolean): TagMatch {
  const { slug, name, kind } = tag
  const match = matches.get(slug) ?? { slug, name, kind, score: 0, title: 0, lead: 0, body: 0, first: null, implied }
  matches.set(slug, match)
  return match
}

/** A part names its whole too where both are of one kind, or the whole is a topic: a phone its family, but no product its maker. */
function imply(vocabulary: Vocabulary, matches: Map<string, TagMatch>, part: TagMatch): void {
  for (const ancestor of ancestry(vocabulary, part.slug).slice(1)) {
    if (ancestor.kind !== part.kind && ancestor.kind !== 'topic') return
    const match = touch(matches, ancestor, true)
    if (!match.implied) return
    match.title = Math.max(match.title, part.title)
    match.lead = Math.max(match.lead, part.lead)
  }
}

function scoreOf(vocabulary: Vocabulary, match: TagMatch): number {
  const frequency = Math.min(6, match.title * 2 + match.lead + match.body * 0.5)
  const depth = ancestry(vocabulary, match.slug).length
  const specific = KIND_FACTOR[match.kind] * (1 + 0.1 * Math.min(4, depth)) * (match.implied ? 0.7 : 1)
  return (match.title > 0 ? 100 : 0) + frequency * specific
}

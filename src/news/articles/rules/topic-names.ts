/** Names of the topic in a text, each with the part that it plays there, and names of others beside them. Pure. */
import { normalForm } from '../../../platform/text/normal-form.ts'
import { findPhrases, indexPhrases, type PhraseIndex, parsePhrase } from '../../../platform/text/phrases.ts'
import type { TagKind, Vocabulary, VocabularyTag } from '../../../platform/text/vocabulary.ts'
import { type PlacedName, type RolesByLanguage, weighNames } from './name-roles.ts'

/** A name that is no tag, of a company, product or platform outside the topic. */
type Outside = 'outside'

export interface NameRules {
  /** Weight of each tag of the topic. */
  topic: Map<string, number>
  /** Null marks a phrase that only looks like a name. */
  names: PhraseIndex<VocabularyTag | Outside | null>
  roles: RolesByLanguage
}

/** `authorities`: slugs of tags that are companies in the vocabulary, and none that the topic is one of several with. */
export function indexNames(
  { phrases, inflection }: Vocabulary,
  { others, authorities }: { others: readonly string[]; authorities: readonly string[] },
): NameRules['names'] {
  const tags = [...phrases.values()]
    .flat()
    .map((phrase) => (phrase.value && authorities.includes(phrase.value.slug) ? { ...phrase, value: null } : phrase))
  const outside = others.map((name) => parsePhrase<Outside>(name, 'outside', inflection))
  return indexPhrases<VocabularyTag | Outside | null>([...tags, ...outside])
}

export interface WeighedTopic {
  /** By slug of a tag of the topic. */
  topic: ReadonlyMap<string, { strongest: number; sum: number }>
  /** Number of names outside the topic. */
  others: number
}

/** `language` is that of the text; without it, words of the site's languages count. */
export function weighTopic(
  rules: NameRules,
  text: string,
  language: string | null | undefined,
  { isTitle = false } = {},
): WeighedTopic {
  const normal = normalForm(text)
  const names = findPhrases(rules.names, normal).flatMap(({ value, start, end }) => {
    const kind = kindOf(rules, value)
    if (kind === null) return []
    const tag = value === 'outside' ? null : value
    return { kind, start, end: tag ? start + lengthOfName(tag, normal.slice(start, end)) : end, slug: tag?.slug ?? '' }
  })
  const words = rules.roles.get(language ?? null) ?? rules.roles.get(null)
  const weights = words ? weighNames(normal, names, words, { isTitle }) : []
  const topic = new Map<string, { strongest: number; sum: number }>()
  for (const [i, { kind, slug }] of names.entries()) {
    if (kind === 'other') continue
    const { strongest, sum } = topic.get(slug) ?? { strongest: 0, sum: 0 }
    const weight = weights[i] ?? 1
    topic.set(slug, { strongest: Math.max(strongest, weight), sum: sum + weight })
  }
  return { topic, others: names.filter(({ kind }) => kind === 'other').length }
}

const OUTSIDE: ReadonlySet<TagKind> = new Set<TagKind>(['company', 'product', 'software'])

function kindOf({ topic }: NameRules, value: VocabularyTag | Outside | null): PlacedName['kind'] | null {
  if (value === null) return null
  if (value === 'outside') return 'other'
  if (topic.has(value.slug)) return value.kind === 'company' ? 'company' : 'topic'
  return OUTSIDE.has(value.kind) ? 'other' : null
}

/** Without an ending or the rest of a compound: "iPhone" of "iPhonekonkurrent". */
function lengthOfName({ aliases }: VocabularyTag, found: string): number {
  const folded = found.toLowerCase()
  const names = aliases.map((alias) => alias.replace(/^[=^]|[*!]$| @$/g, '').toLowerCase())
  return Math.max(...names.filter((name) => folded.startsWith(name)).map(({ length }) => length), 0) || found.length
}

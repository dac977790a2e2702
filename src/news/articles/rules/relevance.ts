/** Is an article about the site's topic? A keyword and source model from configuration, the same answer each time. */
import { z } from 'zod'
import { parseContent, type ViolationAt } from '../../../platform/site/content-file.ts'
import { findPhrases, indexPhrases, type PhraseIndex, parsePhrase } from '../../../platform/text/phrases.ts'
import { ancestry, LEAD_CHARACTERS, type TagMatch, type Vocabulary } from '../../../platform/text/vocabulary.ts'
import { compileRoles, type RolesByLanguage } from './name-roles.ts'
import { indexNames, type NameRules, weighTopic } from './topic-names.ts'

const weight = z.number().min(-20).max(20)

const RelevanceFile = z.strictObject({
  threshold: z.number().positive(),
  /** Slugs of tags: they and all below them are the topic. */
  roots: z.array(z.string()).min(1),
  weights: z.strictObject({ title: weight, lead: weight, body: weight, opening: weight, text_max: weight }),
  /** Weight of single tags, where it is not 1. */
  tags: z.record(z.string(), weight).default({}),
  /** Words beside the tags that speak for (or, below zero, against) the topic. */
  terms: z.record(z.string(), weight).default({}),
  /** Companies, products and platforms outside the topic that are no tags: beside them, a name of the topic counts less. */
  others: z.array(z.string()).default([]),
  /** Tags of authorities, which are companies in the vocabulary: beside one, the topic counts no less. */
  authorities: z.array(z.string()).default([]),
  /** Weight added for each article of a source, by its domain. */
  sources: z.record(z.string(), weight).default({}),
  /** Tags that mean something else near one of these words, unless another tag of the topic is named. */
  ambiguous: z.record(z.string(), z.array(z.string())).default({}),
})
type File = z.infer<typeof RelevanceFile>

/** A sentence that begins with a name, or with one short word before it, is about what it names. */
const OPENING_CHARACTERS = 10

export interface RelevanceModel extends NameRules {
  threshold: number
  /** `opening` is added where the text begins with a tag of the topic. */
  weights: { title: number; lead: number; body: number; opening: number; textMax: number }
  terms: PhraseIndex<{ name: string; weight: number }>
  sources: Map<string, number>
  ambiguous: Map<string, PhraseIndex<string>>
}

export interface RelevanceInput {
  title: string
  text: string
  /** `all`: the source writes about nothing else. */
  feedRelevance: 'model' | 'all'
  /** Everything that `findTags` found, not only the tags that are shown. */
  tags: TagMatch[]
  /** Registrable domain of the source. */
  publisher?: string | null
  language?: string | null
}

export interface Relevance {
  relevant: boolean
  /** For operators: what decided. */
  reason: string
  score: number
}

/** Throws `bad_request` with `file:line: error`, one line each. */
export function parseRelevance(
  text: string,
  vocabulary: Vocabulary,
  roles: RolesByLanguage = compileRoles([], []),
  file = 'relevance.yaml',
): RelevanceModel {
  const parsed = parseContent(text, file, RelevanceFile, (value, at) => tagViolations(value, vocabulary, at))
  const { text_max: textMax, ...weights } = parsed.weights
  return {
    threshold: parsed.threshold,
    weights: { ...weights, textMax },
    topic: topicOf(parsed, vocabulary),
    terms: indexPhrases(
      Object.entries(parsed.terms).map(([name, weight]) =>
        parsePhrase(name, { name: name.replace(/^=/, ''), weight }, vocabulary.inflection),
      ),
    ),
    sources: new Map(Object.entries(parsed.sources)),
    names: indexNames(vocabulary, parsed),
    roles,
    ambiguous: new Map(
      Object.entries(parsed.ambiguous).map(([slug, words]) => [
        slug,
        indexPhrases(words.map((w) => parsePhrase(w, w, vocabulary.inflection))),
      ]),
    ),
  }
}

function tagViolations(file: File, vocabulary: Vocabulary, at: ViolationAt): string[] {
  const named: [string, (string | number)[]][] = [
    ...file.roots.map((slug, i): [string, (string | number)[]] => [slug, ['roots', i]]),
    ...Object.keys(file.tags).map((slug): [string, string[]] => [slug, ['tags', slug]]),
    ...file.authorities.map((slug, i): [string, (string | number)[]] => [slug, ['authorities', i]]),
    ...Object.keys(file.ambiguous).map((slug): [string, string[]] => [slug, ['ambiguous', slug]]),
  ]
  return named.flatMap(([slug, path]) => (vocabulary.tags.has(slug) ? [] : at(path, `"${slug}" is no tag`)))
}

function topicOf(file: File, vocabulary: Vocabulary): Map<string, number> {
  const below = [...vocabulary.tags.keys()].filter((slug) =>
    ancestry(vocabulary, slug).some((tag) => file.roots.includes(tag.slug)),
  )
  return new Map([...below.map((slug): [string, number] => [slug, 1]), ...Object.entries(file.tags)])
}

export function classifyRelevance(model: RelevanceModel, input: RelevanceInput): Relevance {
  if (input.feedRelevance === 'all')
    return { relevant: true, reason: 'the source writes about nothing else', score: model.threshold }
  const named = input.tags.filter((tag) => !tag.implied && model.topic.has(tag.slug))
  const retained = named.filter((tag) => !meansSomethingElse(model, tag, named, `${input.title}\n${input.text}`))
  const prior = model.sources.get(input.publisher ?? '') ?? 0
  const terms = termsOf(model, input)
  const score = round(
    tagScore(model, retained, input) + terms.score + (retained.length > 0 || terms.score > 0 ? prior : 0),
  )
  const relevant = score >= model.threshold
  return { relevant, reason: reasonOf(model, retained, terms.names, score), score }
}

function meansSomethingElse(model: RelevanceModel, tag: TagMatch, named: TagMatch[], text: string): boolean {
  const elsewhere = model.ambiguous.get(tag.slug)
  const alone = named.every((other) => model.ambiguous.has(other.slug))
  return elsewhere !== undefined && alone && findPhrases(elsewhere, text.slice(0, 2 * LEAD_CHARACTERS)).length > 0
}

function tagScore(model: RelevanceModel, tags: TagMatch[], { title, text, language }: RelevanceInput): number {
  if (tags.length === 0) return 0
  const { weights } = model
  const inTitle = weighTopic(model, title, language, { isTitle: true })
  const inLead = weighTopic(model, text.slice(0, LEAD_CHARACTERS), language)
  const ofTag = ({ slug }: TagMatch) => model.topic.get(slug) ?? 1
  const strongest = ({ slug }: TagMatch) => inTitle.topic.get(slug)?.strongest ?? 0
  const mentions = ({ slug }: TagMatch) => inLead.topic.get(slug)?.sum ?? 0
  const ofTitle = sumOf(tags, (tag) => strongest(tag) * weights.title * ofTag(tag))
  const ofText = sumOf(tags, (tag) => (mentions(tag) * weights.lead + tag.body * weights.body) * ofTag(tag))
  const opens = tags.some((tag) => tag.first !== null && tag.first <= OPENING_CHARACTERS)
  const isBeside =
    !tags.some((tag) => strongest(tag) === 1) && inTitle.others + inLead.others >= Math.max(1, sumOf(tags, mentions))
  return ofTitle + (isBeside ? BESIDE : 1) * Math.min(ofText + (opens ? weights.opening : 0), weights.textMax)
}

const sumOf = (tags: readonly TagMatch[], of: (tag: TagMatch) => number) => tags.reduce((sum, tag) => sum + of(tag), 0)

/** Share of a text whose headline is not about the topic, where others are named as often as the topic is in the lead. */
const BESIDE = 0.5

/** Terms count in full in the title and a third in the lead, each once. */
function termsOf(model: RelevanceModel, input: RelevanceInput): { score: number; names: string[] } {
  const shares = new Map<{ name: string; weight: number }, number>()
  for (const { value } of findPhrases(model.terms, input.text.slice(0, LEAD_CHARACTERS))) shares.set(value, 1 / 3)
  for (const { value } of findPhrases(model.terms, input.title)) shares.set(value, 1)
  const score = [...shares].reduce((sum, [term, share]) => sum + term.weight * share, 0)
  return { score, names: [...shares.keys()].map((term) => term.name) }
}

function reasonOf(model: RelevanceModel, tags: TagMatch[], terms: string[], score: number): string {
  const inTitle = tags.filter((tag) => tag.title > 0)
  const location = inTitle.length > 0 ? 'title' : 'text'
  const names = (inTitle.length > 0 ? inTitle : tags).slice(0, 4).map((tag) => tag.name)
  const found = [
    names.length > 0 && `${location}: ${names.join(', ')}`,
    terms.length > 0 && `words: ${terms.slice(0, 4).join(', ')}`,
  ]
  const what = found.filter(Boolean).join('; ') || 'nothing of the topic'
  return `${what} (${score} of ${model.threshold})`
}

const round = (value: number) => Math.round(value * 100) / 100

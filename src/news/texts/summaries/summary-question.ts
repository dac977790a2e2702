/** The question to a model about an article, and the meaning of its answer. */
import { z } from 'zod'
import type { Question } from '../../../platform/models/ports.ts'
import { delimit, fillPrompt, type Prompt } from '../../../platform/models/prompts.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import { REQUESTED_WORDS } from '../../articles/rules/summary-words.ts'
import type { TagEvidence } from '../../articles/rules/tag-evidence.ts'
import type { EnrichableArticle, Enrichment } from '../../articles/writes/enrichment.ts'
import { ARTICLE_KINDS, type ArticleKind } from '../../topic/rules/kinds.ts'
import type { Aside } from '../asides.ts'
import { MAX_OUTPUT_TOKENS, MAX_SUMMARISED_LENGTH } from '../plan-call.ts'
import { SummarySentence } from '../summary.ts'
import { weekdayAndDate } from '../verify/source.ts'

export const SummaryAnswer = z.strictObject({
  title: z.string(),
  sentences: z.array(SummarySentence),
  relevant: z.boolean(),
  /** Why an article is of another topic. */
  relevance_reason: z.string().nullable(),
  tags: z.array(z.string()),
  proposed_tags: z.array(z.string()),
  products: z.array(z.string()),
  kind: z.enum(ARTICLE_KINDS),
})
export type SummaryAnswer = z.infer<typeof SummaryAnswer>

export interface SummaryCtx {
  /** Names of all tags. */
  vocabulary: readonly string[]
  site: { name: string; topic: string }
  /** The site's. */
  language: string
  /** Every article is relevant, whatever the model answers. */
  allRelevant: boolean
  /** Tags, and the topic, that a word of the text gives evidence for. */
  isAbout: (article: { title: string; text: string }) => TagEvidence
  /** By the words of the content folder. */
  kindOf: (article: { title: string; text: string }) => ArticleKind
  /** Sentences that a judge is asked about, by kind. */
  statements: Readonly<Record<string, string>>
}

/** Part of the original that a model is given. */
export const textGiven = (article: Pick<EnrichableArticle, 'text'>): string =>
  article.text.slice(0, MAX_SUMMARISED_LENGTH)

/** Instructions first and unchanged from call to call, so that a provider's cache of prefixes works; the article last. */
export function summaryQuestion(
  ctx: Pick<SummaryCtx, 'site' | 'isAbout'> & { prompt: Prompt; language: string },
  article: Pick<EnrichableArticle, 'title' | 'text' | 'publisher' | 'publishedAt' | 'language'>,
): Question<SummaryAnswer> {
  // Another tag would be left out of the answer.
  const { tags } = ctx.isAbout({ title: article.title, text: textGiven(article) })
  const [minWords, maxWords] = REQUESTED_WORDS
  const values = {
    site: ctx.site.name,
    topic: ctx.site.topic,
    min_words: String(minWords),
    max_words: String(maxWords),
    vocabulary: [...tags].join(', ') || '–',
    publisher: foldSpace(article.publisher).slice(0, 100),
    published: article.publishedAt ? weekdayAndDate(article.publishedAt, ctx.language) : '–',
    language: article.language ?? '–',
    article: delimit('article', `${foldSpace(article.title)}\n\n${textGiven(article)}`),
  }
  return {
    system: fillPrompt(ctx.prompt.system, values),
    prompt: fillPrompt(ctx.prompt.request, values),
    schema: SummaryAnswer,
    name: 'article_summary',
    words: REQUESTED_WORDS,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  }
}

/** By the rules: a marker in the headline, or a category of the feed. */
const markedKind = (ctx: Pick<SummaryCtx, 'kindOf'>, article: EnrichableArticle): ArticleKind =>
  article.kind ?? ctx.kindOf({ title: article.title, text: textGiven(article) })

type Stated = Pick<SummaryCtx, 'vocabulary' | 'isAbout' | 'kindOf' | 'statements'>

/** Statements that a judge decides beside the text: a kind that nothing marks, and tags that the article does not name. */
export function asidesOf(ctx: Stated, article: EnrichableArticle, answer: SummaryAnswer): Aside[] {
  const kind = ctx.statements[answer.kind]
  const isMarked = answer.kind === 'news' || answer.kind === markedKind(ctx, article)
  const unnamed = tagsOf(ctx, article, answer).unnamed.map((name): Aside => ({ part: 'tag', text: tagged(ctx, name) }))
  return [...(kind === undefined || isMarked ? [] : [{ part: 'kind' as const, text: kind }]), ...unnamed]
}

/** In the words of the site: an Apple shop is "Apple Store" in no word of an article from Gothenburg. */
const tagged = ({ statements }: Pick<SummaryCtx, 'statements'>, tag: string) =>
  fillPrompt(statements.tag ?? '', { tag })

/** Tags that a judge is asked about, at most. */
const MAX_UNNAMED = 2

/** Tags of the vocabulary in an answer, proposed ones too; of those that the article names, a model's word is enough. */
function tagsOf({ vocabulary, isAbout, statements }: Stated, article: EnrichableArticle, answer: SummaryAnswer) {
  const existing = new Map(vocabulary.map((name) => [name.toLowerCase(), name]))
  const about = isAbout({ title: article.title, text: textGiven(article) })
  const given = [...answer.tags, ...answer.proposed_tags]
  const matched = [...new Set(given.flatMap((tag) => existing.get(tag.trim().toLowerCase()) ?? []))]
  const unnamed = matched.filter((name) => !about.tags.has(name) && statements.tag !== undefined)
  return {
    existing,
    about,
    named: matched.filter((name) => about.tags.has(name)),
    unnamed: unnamed.slice(0, MAX_UNNAMED),
  }
}

/** `isAbout` checks tags and topic against the words of the source: a model's word alone does not count. */
export function enrichmentOf(
  ctx: Stated & Pick<SummaryCtx, 'allRelevant'>,
  article: EnrichableArticle,
  answer: SummaryAnswer,
  /** Texts of asides that the judge has confirmed. */
  confirmed: ReadonlySet<string>,
): Omit<Enrichment, 'title' | 'summary' | 'claims'> {
  const { existing, about, named, unnamed } = tagsOf(ctx, article, answer)
  return {
    relevant: ctx.allRelevant || (answer.relevant && about.topic),
    relevanceReason: answer.relevance_reason === null ? null : foldSpace(answer.relevance_reason).slice(0, 300),
    tagNames: [...named, ...unnamed.filter((name) => confirmed.has(tagged(ctx, name)))].slice(0, 5),
    proposedTags: shortNames(answer.proposed_tags, 3).filter((name) => !existing.has(name.toLowerCase())),
    products: shortNames(answer.products, 8).filter((name) => current(name, article)),
    kind: confirmed.has(ctx.statements[answer.kind] ?? '') ? answer.kind : markedKind(ctx, article),
  }
}

/** Without the full stop of a sentence. */
export const headline = (title: string): string => foldSpace(title).replace(/(?<!\.)\.$/, '')

const current = (name: string, { title, text }: EnrichableArticle) =>
  `${title} ${text}`.toLowerCase().includes(name.toLowerCase())

const shortNames = (names: string[], max: number) =>
  [...new Set(names.map((name) => foldSpace(name)))].filter((name) => name && name.length <= 60).slice(0, max)

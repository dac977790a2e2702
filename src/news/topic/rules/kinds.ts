/** Kind of an article, by words of its title, which the content folder lists. Pure. */
import { z } from 'zod'
import { type Inflection, UNINFLECTED } from '../../../platform/languages/inflection.ts'
import { parseContent } from '../../../platform/site/content-file.ts'
import { findPhrases, indexPhrases, type PhraseIndex, parsePhrase, wordsOf } from '../../../platform/text/phrases.ts'

export const ARTICLE_KINDS = ['news', 'rumor', 'review', 'deal', 'opinion', 'how-to'] as const
export type ArticleKind = (typeof ARTICLE_KINDS)[number]

/** Kind that lists name: all but news, which most articles are. */
export const namedKind = (kind: string | null): ArticleKind | null =>
  ARTICLE_KINDS.find((one) => one !== 'news' && one === kind) ?? null

/** Deals and instructions report no storyline. */
export const SIDE_KINDS: ReadonlySet<ArticleKind | null> = new Set<ArticleKind>(['deal', 'how-to'])
/** Nor do these open one by themselves. */
export const NO_NEWS_KINDS: ReadonlySet<ArticleKind | null> = new Set([...SIDE_KINDS, 'review', 'opinion'])

export const isNewsKind = (kind: string | null): boolean => !(NO_NEWS_KINDS as ReadonlySet<string | null>).has(kind)

/** In the order in which they are tried. */
export type KindRules = { kind: ArticleKind; title: PhraseIndex<true>; lead: PhraseIndex<true> }[]

const words = z.array(z.string().min(1)).default([])
const KindsFile = z.strictObject({
  kinds: z.array(z.strictObject({ kind: z.enum(ARTICLE_KINDS), title: words, lead: words })),
})

/** Throws `bad_request` with `file:line: error`, one line each. */
export function parseKinds(text: string, file = 'kinds.yaml', inflection: Inflection = UNINFLECTED): KindRules {
  const index = (list: string[]) => indexPhrases(list.map((word) => parsePhrase(word, true as const, inflection)))
  return parseContent(text, file, KindsFile).kinds.map(({ kind, title, lead }) => ({
    kind,
    title: index(title),
    lead: index(lead),
  }))
}

/** Words of a category that is nothing but the name of a kind: "Recension", "Apple Deals". */
const MAX_CATEGORY_WORDS = 2

/** The first kind that the title names, else a category of the feed, else the beginning; news where none does. */
export function kindOf(rules: KindRules, title: string, text: string, categories: readonly string[] = []): ArticleKind {
  const lead = text.slice(0, 200)
  const short = categories.filter((category) => wordsOf(category).length <= MAX_CATEGORY_WORDS)
  const rule =
    rules.find((r) => findPhrases(r.title, title).length > 0) ??
    rules.find((r) => short.some((category) => findPhrases(r.title, category).length > 0)) ??
    rules.find((r) => findPhrases(r.lead, lead).length > 0)
  return rule?.kind ?? 'news'
}

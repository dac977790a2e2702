/** The resource "article": fields, filters, lists and details. Metadata and a summary, never the full text. */
import { z } from 'zod'
import { inline, paragraphs } from '../../platform/markdown/escape.ts'
import { articlePath, eventPermalink, storyPath } from '../../platform/site/paths.ts'
import { anyId, kind, numericId, oneOf, published, relevance, tagSlug } from '../resources/parameters.ts'
import { resolve } from '../resources/queries/moved.ts'
import { resource } from '../resources/resource.ts'
import { address, count, id, instant, iso, pick, shape } from '../resources/shape.ts'
import { exampleFeed, FeedRef } from '../sources/resource.ts'
import { exampleTag, Tag } from '../tags/resource.ts'
import { ARTICLE_KINDS, type ArticleKind } from '../topic/rules/kinds.ts'
import { articleBody, articleLine, articlePage } from './markdown.ts'
import { findArticle } from './queries/articles.ts'
import { pageArticles } from './queries/pages.ts'
import type { ArticleView } from './queries/views.ts'
import { WRITERS, writerOf } from './rules/authorship.ts'

const Text = z
  .object({
    title: z.string(),
    summary: z.string().describe('A summary or an excerpt, never the full text.'),
    language: z.string().nullable().describe('ISO 639-1.'),
  })
  .meta({ id: 'Text', description: 'Title and summary in one language.' })

export const writer = z.enum(WRITERS)
const TranslatedText = z
  .object({ ...Text.shape, by: writer.describe('Writer: a model, or a person.') })
  .meta({ id: 'TranslatedText', description: "Title and summary in the site's language." })

export const StoryLink = shape<{ id: number; title: string }>()('StoryLink', 'The running story that it belongs to.', {
  id: [id, (story) => story.id],
  title: [z.string(), (story) => story.title],
  url: [address, (story, { baseUrl }) => baseUrl + storyPath(story)],
})

const EventLink = shape<{ id: number; entriesCount: number }>()('EventLink', 'The event that an article reports.', {
  id: [id, (event) => event.id],
  url: [
    address.describe("Permanent; leads to the event's page."),
    (event, { baseUrl, paths }) => baseUrl + eventPermalink(paths, event),
  ],
  entries_count: [count, (event) => event.entriesCount],
})

export const original = address.describe('Address of the original.')
export const pageHere = address.describe('The page of the article on this site.')

export const Entry = shape<ArticleView>()('Entry', 'An article: metadata and a summary, never the full text.', {
  id: [id, (article) => article.id],
  url: [original, (article) => article.url],
  canonical_url: [pageHere, (article, { baseUrl }) => baseUrl + articlePath(article)],
  main_image_url: [address.nullable(), (article) => article.imageUrl],
  published_at: [instant.nullable(), (article) => iso(article.publishedAt)],
  updated_at: [instant, (article) => article.updatedAt.toISOString()],
  kind: [
    z.enum(ARTICLE_KINDS).nullable().describe('Kind, by the words of the title; null before it was classified.'),
    (article) => article.kind as ArticleKind | null,
  ],
  source_count: [count.describe('Independent sources that covered the same event.'), (article) => article.sourceCount],
  event: [
    EventLink.schema.nullable().describe('Null for the seconds until it has been clustered.'),
    ({ event }, origin) => event && EventLink.present(event, origin),
  ],
  story: [StoryLink.schema.nullable(), ({ story }, origin) => story && StoryLink.present(story, origin)],
  click_count: [
    count.meta({ deprecated: true, description: 'Views of the article. Kept for older apps.' }),
    (article) => article.views,
  ],
  popularity_score: [
    z.number().min(0).describe('Views weighted by recency, times 1 + ln(source_count).'),
    (article) => article.popularityScore,
  ],
  relevant: [z.boolean().describe("The article is about the site's topic."), (article) => article.relevant],
  apple_relevant: [z.boolean().describe('The older name of `relevant`.'), (article) => article.relevant],
  feed: [FeedRef.schema, ({ feed }, origin) => FeedRef.present(feed, origin)],
  content: [
    z.object({
      original: Text.describe("In the original's language."),
      translated: TranslatedText.nullable().describe("In the site's language; null until there is one."),
    }),
    ({ original, translated, language, summaryBy }) => ({
      original,
      translated: translated && { ...translated, language, by: writerOf(summaryBy) },
    }),
  ],
  tags: [z.array(Tag.schema), ({ tags }, origin) => tags.map((tag) => Tag.present(tag, origin))],
})

const ENTRY = pick(Entry, 'id', 'url', 'canonical_url', 'published_at', 'kind')

/** In one language, for answers that say the same as text. */
export const EntryHit = shape<ArticleView>()('EntryHit', 'An article in brief.', {
  id: ENTRY.id,
  title: [z.string(), ({ title }) => title],
  summary: [z.string(), ({ summary }) => summary],
  by: [writer.describe('Writer of title and summary.'), ({ summaryBy }) => writerOf(summaryBy)],
  source: [z.string(), ({ feed }) => feed.title],
  url: ENTRY.url,
  canonical_url: ENTRY.canonical_url,
  published_at: ENTRY.published_at,
  kind: ENTRY.kind,
  event_id: [id.nullable(), ({ event }) => event?.id ?? null],
})

const at = new Date('2026-11-21T09:00:00Z')
const texts = { title: 'The harvest has begun', summary: 'It is a week earlier than last year, growers say.' }
export const exampleArticle: ArticleView = {
  id: 4711,
  url: 'https://daily.example/2026/harvest',
  imageUrl: null,
  author: null,
  kind: 'news',
  relevant: true,
  ...texts,
  language: 'en',
  original: { ...texts, language: 'en' },
  translated: null,
  summaryBy: 'excerpt',
  summarisedAt: null,
  publishedAt: at,
  discoveredAt: at,
  sortAt: at,
  updatedAt: at,
  sourceCount: 2,
  views: 12,
  popularityScore: 20.3,
  feed: exampleFeed,
  tags: [exampleTag],
  publisher: exampleFeed.publisher.domain,
  creditedPublisher: null,
  event: { id: 815, entriesCount: 2 },
  story: null,
}

const SORTS = ['newest', 'popular'] as const

export const article = resource<ArticleView>({
  name: 'article',
  plural: 'articles',
  path: '/entries',
  id: numericId('Id of the article.'),
  query: ({ languages }) => ({
    sort: oneOf(SORTS, 'Order; newest first unless said otherwise.'),
    lang: oneOf(languages as [string], 'Language of the original.'),
    ...relevance,
    ...published,
    tag: tagSlug('Only articles of the tag with this slug.'),
    feed_id: anyId('Only articles of this source.'),
    kind: kind('Only articles of this kind.'),
  }),
  sorts: SORTS,
  cursor: 'time',
  dependsOn: ['content', 'views'],
  item: Entry,
  detail: Entry,
  example: { item: exampleArticle, detail: exampleArticle },
  list: ({ db, site }, { sort = 'newest', ...request }) =>
    pageArticles(db, { ...request, sort: sort as (typeof SORTS)[number], siteLanguage: site.language }),
  find: ({ db, site }, id) => resolve(() => findArticle(db, Number(id), site.language)),
  markdown: {
    title: 'agents.articles',
    folder: '/entries',
    template: () => '/entries/{id}',
    path: articlePath,
    note: ({ feed }) => feed.title,
    render: articlePage,
  },
  mcp: {
    one: 'entry',
    many: 'entries',
    item: EntryHit,
    lists: [
      { name: 'latest_news', parameters: ['tag', 'feed_id', 'kind', 'since', 'until'], filter: { relevant: true } },
      { name: 'popular_news', filter: { relevant: true }, sort: 'popular' },
    ],
    get: {
      detail: EntryHit,
      name: 'get_entry',
      id: 'id',
      about: 'Id of an article, from any list.',
      instead: 'Call latest_news or search_news for articles that exist.',
      render: (one, md) =>
        `${articleBody(one, md, 1)}\n\n${inline(one.feed.title)}, ${iso(one.publishedAt) ?? '–'} (${factsOf(one)})`,
    },
    line: (one, md) => `${articleLine(one, md)} (${factsOf(one)})\n\n  ${below(one.summary)}`,
  },
})

/** "id 12, event 5, rumor, by model" */
const factsOf = ({ id, event, kind, summaryBy }: ArticleView): string =>
  [`id ${id}`, event && `event ${event.id}`, kind, `by ${writerOf(summaryBy)}`].filter(Boolean).join(', ')

/** Paragraphs of a list item stand below its text (CommonMark, 5.2). */
export const below = (text: string): string => paragraphs(text).replaceAll('\n\n', '\n\n  ')

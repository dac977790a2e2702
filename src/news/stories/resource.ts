/** The resource "story", a series of events: fields, filters, lists and details. */
import { z } from 'zod'
import { articlePath, storyPath } from '../../platform/site/paths.ts'
import { storyLine } from '../articles/markdown.ts'
import type { ArticleView, StoryRef as StoryRefView } from '../articles/queries/views.ts'
import { exampleArticle, pageHere, writer } from '../articles/resource.ts'
import { writerOf } from '../articles/rules/authorship.ts'
import { partOfList } from '../resources/long-answers.ts'
import { oneOf, sluggedId, time } from '../resources/parameters.ts'
import { resource } from '../resources/resource.ts'
import { address, count, id, instant, iso, pick, shape } from '../resources/shape.ts'
import { Tag } from '../tags/resource.ts'
import { storyBody, storyPage } from './markdown.ts'
import { pageStories, resolveStory } from './queries/stories.ts'
import type { StoryDetailView, StoryView } from './queries/views.ts'

const STATUSES = ['active', 'dormant'] as const
const status = z.enum(STATUSES)

const StoryRef = shape<StoryRefView>()('StoryRef', 'Another story that this one follows or that follows it.', {
  id: [id, (story) => story.id],
  title: [z.string(), (story) => story.title],
  status: [status, (story) => story.status],
  url: [address, (story, { baseUrl }) => baseUrl + storyPath(story)],
})

export const Story = shape<StoryView>()('Story', 'An affair that runs over several events.', {
  id: [id, (story) => story.id],
  title: [z.string(), (story) => story.title],
  lead: [z.string(), (story) => story.lead],
  status: [status, (story) => story.status],
  entries_count: [count, (story) => story.entriesCount],
  first_entry_published_at: [instant.nullable(), (story) => iso(story.firstEntryPublishedAt)],
  last_entry_published_at: [instant.nullable(), (story) => iso(story.lastEntryPublishedAt)],
  image_url: [address.nullable().describe('From the earliest member that has an image.'), (story) => story.imageUrl],
  url: [address.describe("The story's page."), (story, { baseUrl }) => baseUrl + storyPath(story)],
  by: [
    writer.describe("Writer of title, lead and body; `publisher` where they are put together from the sources' texts."),
    (story) => writerOf(story.textBy),
  ],
})

const StoryEntry = shape<ArticleView>()('StoryEntry', 'A member of a story.', {
  id: [id, (article) => article.id],
  title: [z.string(), (article) => article.title],
  summary: [z.string(), (article) => article.summary],
  source: [z.string(), (article) => article.feed.title],
  url: [address, (article) => article.url],
  canonical_url: [pageHere, (article, { baseUrl }) => baseUrl + articlePath(article)],
  published_at: [instant.nullable(), (article) => iso(article.publishedAt)],
  tags: [z.array(Tag.schema), ({ tags }, origin) => tags.map((tag) => Tag.present(tag, origin))],
})

const StoryDetail = shape<StoryDetailView>()('StoryDetail', 'A story in detail.', {
  ...Story.fields,
  body: [z.string().describe('Markdown.'), (story) => story.body],
  predecessor: [
    StoryRef.schema.nullable(),
    ({ predecessor }, origin) => predecessor && StoryRef.present(predecessor, origin),
  ],
  successors: [
    z.array(StoryRef.schema),
    ({ successors }, origin) => successors.map((story) => StoryRef.present(story, origin)),
  ],
  entries: [
    z.array(StoryEntry.schema).describe('Newest first.'),
    ({ entries }, origin) => entries.map((article) => StoryEntry.present(article, origin)),
  ],
})

const STORY = pick(Story, 'id', 'title', 'lead', 'status', 'by', 'url', 'last_entry_published_at')
export const StoryHit = shape<StoryView>()('StoryHit', 'A story in brief.', STORY)

const StoryEntryHit = shape<ArticleView>()(
  'StoryEntryHit',
  'A member of a story in one line.',
  pick(StoryEntry, 'id', 'title', 'source', 'url', 'published_at'),
)
const StoryFull = shape<StoryDetailView>()('StoryFull', 'A story, each of its entries in one line.', {
  ...STORY,
  ...pick(StoryDetail, 'body', 'predecessor', 'successors'),
  entries: [
    z.array(StoryEntryHit.schema),
    ({ entries }, origin) => entries.map((article) => StoryEntryHit.present(article, origin)),
  ],
})

export const exampleStory: StoryView = {
  id: 42,
  title: 'The early harvest',
  lead: 'Growers pick a week earlier than last year.',
  status: 'active',
  entriesCount: 9,
  firstEntryPublishedAt: new Date('2026-11-14T09:00:00Z'),
  lastEntryPublishedAt: exampleArticle.publishedAt,
  imageUrl: null,
  textBy: 'excerpt',
  updatedAt: exampleArticle.updatedAt,
  days: [],
}

/** Of one answer of MCP: so many fit. */
const MAX_ENTRIES = 30

export const story = resource<StoryView, StoryDetailView>({
  name: 'story',
  plural: 'stories',
  path: '/stories',
  id: sluggedId('story'),
  query: () => ({
    status: oneOf(STATUSES, 'Only stories in this state.'),
    since: time('Reported on at this instant or later.'),
    until: time('First reported before this instant.'),
  }),
  moves: 'The story was merged into another, or dissolved',
  cursor: 'time',
  dependsOn: ['content'],
  item: Story,
  detail: StoryDetail,
  example: {
    item: exampleStory,
    detail: {
      ...exampleStory,
      body: 'Growers pick **a week earlier**.',
      predecessor: null,
      successors: [],
      entries: [exampleArticle],
      events: [],
    },
  },
  list: ({ db }, { filter, ...request }) => pageStories(db, { ...request, ...filter }),
  find: ({ db, site }, id) => resolveStory(db, Number(id), site.language),
  markdown: {
    title: 'agents.stories',
    folder: '/stories',
    template: () => '/stories/{id}',
    path: storyPath,
    permalink: (id) => `/stories/${id}`,
    render: storyPage,
  },
  mcp: {
    one: 'story',
    many: 'stories',
    item: StoryHit,
    lists: [{ name: 'latest_stories', parameters: ['status', 'until'] }],
    get: {
      detail: StoryFull,
      name: 'get_story',
      id: 'id',
      about: 'Id of a story, from latest_stories.',
      render: (story, md) => `${storyBody(story, md)}\n\n(${factsOf(story)})`,
      part: {
        about: 'Where its entries go on.',
        cut: (story, from) => {
          const { shown, next } = partOfList(story.entries, from, MAX_ENTRIES)
          return { shown: { ...story, entries: shown }, next }
        },
      },
    },
    line: (story, md) => `${storyLine(story, md)} (${factsOf(story)})`,
  },
})

/** "id 2, active, by model, 2026-11-21T09:00:00.000Z" */
const factsOf = ({ id, status, textBy, lastEntryPublishedAt: last }: StoryView): string =>
  [`id ${id}`, status, `by ${writerOf(textBy)}`, iso(last)].filter(Boolean).join(', ')

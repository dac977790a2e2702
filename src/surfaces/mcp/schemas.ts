/** What the tools give back, as schemas: they validate each answer and are published with the tools. */
import { z } from 'zod'
import { WRITERS } from '../../domain/articles/authorship.ts'
import { FOLLOW_KINDS, MUTE_KINDS } from '../../domain/edition/profile.ts'
import { POINT_STATUSES, REVISION_REASONS } from '../../domain/events/event-text.ts'
import { pageTypes } from '../../domain/guides/guide.ts'

const time = z.iso.datetime().nullable()
const writer = z.enum(WRITERS).describe('Who wrote the text: a model, the editors of this site, or its publisher.')

/** Says to a model that the texts beside it come from outside. */
export const notice = z.string()

export const articleSchema = z.object({
  id: z.int(),
  title: z.string(),
  summary: z.string().describe('Summary or excerpt; never the full original text.'),
  by: writer,
  language: z.string().nullable().describe('Language of the summary.'),
  source: z.string().describe('Name of the publisher; cite it.'),
  source_id: z.int(),
  url: z.string().describe('The original article at its publisher; link to it when you cite.'),
  canonical_url: z.string(),
  markdown_url: z.string(),
  image_url: z.string().nullable(),
  published_at: time,
  tags: z.array(z.object({ name: z.string(), slug: z.string() })),
  source_count: z.int().describe('Independent sources that covered the same happening.'),
  apple_relevant: z.boolean().describe('Whether the article is about the subject of this site.'),
  event: z
    .object({ id: z.int(), url: z.string(), entries_count: z.int() })
    .nullable()
    .describe('The event that it reports, with all other articles on the same happening: see get_event.'),
})

const sourceRef = z.object({
  publisher: z.string(),
  name: z.string().describe('Cite it.'),
  entry_id: z.int(),
  url: z.string().describe('The original; link to it when you cite.'),
})

export const eventSchema = z.object({
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  by: writer,
  model: z.string().nullable(),
  language: z.string().nullable(),
  url: z.string(),
  markdown_url: z.string(),
  image_url: z.string().nullable(),
  first_published_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  source_count: z.int().describe('Independent publishers that report it.'),
  entries_count: z.int(),
  revision: z.int().describe('0 while the text is that of the best source.'),
  points: z
    .array(
      z.object({
        text: z.string(),
        status: z.enum(POINT_STATUSES),
        sources: z.array(sourceRef),
        against: z.object({ text: z.string(), sources: z.array(sourceRef) }).nullable(),
      }),
    )
    .describe('What publishers agree on, what one says alone, and, in `against`, what others say instead.'),
  sources: z.array(
    sourceRef.extend({
      published_at: time,
      first: z.boolean().describe('The first to report it in words of its own.'),
      copies_of: z.string().nullable().describe('The publisher whose words these are.'),
    }),
  ),
  story: z.object({ id: z.int(), title: z.string(), url: z.string() }).nullable(),
  tags: z.array(z.object({ name: z.string(), slug: z.string() })),
  apple_relevant: z.boolean(),
})

/** As search gives it: enough to tell of it and to cite it. */
export const eventHitSchema = z.object({
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  by: writer,
  language: z.string().nullable(),
  url: z.string(),
  first_published_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  source_count: z.int(),
  sources: z.array(z.object({ name: z.string(), url: z.string() })),
  story_id: z.int().nullable(),
})

export const followSchema = z.object({
  kind: z.enum(FOLLOW_KINDS),
  key: z.string(),
  title: z.string(),
  url: z.string().nullable(),
})

export const muteSchema = z.object({ kind: z.enum(MUTE_KINDS), key: z.string(), title: z.string() })

/** As a reader's own edition gives it: with the follows that brought it, and what it is to the reader. */
export const ownEventSchema = eventHitSchema.extend({
  because: z.array(followSchema),
  ...{ read: z.boolean(), saved: z.boolean(), new: z.boolean() },
})

const eventEntry = z.object({
  id: z.int(),
  title: z.string(),
  source: z.string(),
  url: z.string(),
  canonical_url: z.string(),
  published_at: time,
  language: z.string().nullable(),
  kind: z.string().nullable(),
})

export const eventDetailSchema = eventSchema.extend({
  entries: z.array(eventEntry),
  reactions: z.array(eventEntry).describe('Articles of later events of its story that belong to it, earliest first.'),
  revisions: z
    .array(
      z.object({
        revision: z.int(),
        at: z.iso.datetime(),
        title: z.string(),
        summary: z.string(),
        by: writer,
        reason: z.enum(REVISION_REASONS),
        added: z.array(z.string()),
      }),
    )
    .describe('Newest first.'),
})

export const feedSchema = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string(),
  language: z.string().nullable(),
  entries_count: z.int(),
  last_entry_published_at: time,
})

export const tagSchema = z.object({ id: z.int(), name: z.string(), slug: z.string(), entries_count: z.int() })

const storyRef = z.object({
  id: z.int(),
  title: z.string(),
  status: z.enum(['active', 'dormant']),
  url: z.string(),
})

export const storySchema = z.object({
  ...storyRef.shape,
  lead: z.string(),
  by: writer,
  entries_count: z.int(),
  first_entry_published_at: time,
  last_entry_published_at: time,
  image_url: z.string().nullable(),
})

export const storyDetailSchema = z.object({
  ...storySchema.shape,
  body: z.string(),
  predecessor: storyRef.nullable(),
  successors: z.array(storyRef),
  entries: z.array(articleSchema),
})

export const episodeSchema = z.object({
  episode_id: z.string(),
  title: z.string(),
  description: z.string(),
  published_on: z.iso.datetime(),
  duration_seconds: z.number(),
  page_url: z.string(),
  audio_url: z.string(),
  cover_url: z.string().nullable(),
  cover_thumb_url: z.string().nullable(),
})

export const episodeDetailSchema = z.object({
  ...episodeSchema.shape,
  chapters: z.array(
    z.object({
      start_seconds: z.number(),
      title: z.string(),
      url: z.string().nullable(),
      image_url: z.string().nullable(),
    }),
  ),
  sources: z.array(z.object({ title: z.string(), url: z.string(), source: z.string(), entry_id: z.int().nullable() })),
  transcript_url: z.string().nullable(),
  transcript: z.string().nullable().optional(),
})

export const guideSchema = z.object({
  slug: z.string(),
  title: z.string(),
  page_type: z.enum(pageTypes),
  summary: z.string(),
  family: z.string().nullable(),
  generation: z.string().nullable(),
  updated: z.string(),
  url: z.string(),
  markdown_url: z.string(),
})

export const guideDetailSchema = z.object({
  ...guideSchema.shape,
  checked: z.string().nullable().describe('Day its facts were checked against its sources; null: never.'),
  sources: z.array(z.object({ title: z.string(), url: z.string(), read: z.string(), supports: z.string() })),
  markdown: z.string().describe('The whole guide as markdown; [1] cites the first source.'),
})

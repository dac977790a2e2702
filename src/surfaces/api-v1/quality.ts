/** How texts are checked, and how they have fared. */
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { refusalKinds } from '../../domain/quality/refusals.ts'
import { findArticle } from '../../read/articles/articles.ts'
import { findEvent } from '../../read/events/events.ts'
import { type CheckableText, checkable, findChecks } from '../../read/quality/checks.ts'
import { loadQuality } from '../../read/quality/quality.ts'
import type { CheckedSentence, KindCount, QualityMonth, QualityView } from '../../read/quality/views.ts'
import { findStory } from '../../read/stories/stories.ts'
import { oneOf } from './envelopes.ts'
import { entryId, eventId, storyId } from './parameters.ts'
import { type ApiRoute, route } from './route.ts'
import type { Wire } from './schemas.ts'
import { sendOne } from './send.ts'

const count = z.int().min(0)
const byKind = z.partialRecord(z.enum([...refusalKinds, 'rest']), count)

const Month = z
  .object({
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe("YYYY-MM, in the site's time zone."),
    summarised: count.optional().describe("Articles that a model's text was published of."),
    refused: byKind.optional().describe('Answers of models that were not published, by why.'),
    dropped: byKind.optional().describe('Sentences left out of texts that were published, by why.'),
    corrections: count,
    reports: count.optional().describe('Faults that readers reported.'),
    false_joins: count.describe('Articles that an operator took out of an event where they did not belong.'),
    events_split: count,
  })
  .meta({ id: 'QualityMonth', description: 'One month. What is not known of it is left out.' })

const Quality = z
  .object({
    model: z.object({ judge: z.boolean() }).nullable().describe('Null where no model writes.'),
    models_stopped_since: z.iso.datetime().nullable().describe('While an operator keeps models from writing.'),
    months: z.array(Month).max(12).describe('Newest first.'),
  })
  .meta({ id: 'Quality', description: 'How texts have fared, month by month.' })

const Checked = z.object({
  text: z.string(),
  publisher: z.string().describe('Whose text it stands on: the first of `publishers`.'),
  publishers: z.array(z.string()).describe('All whose texts it stands on.'),
  passages: count.describe('Passages of the source that it was held against.'),
  headline_only: z.boolean().describe("All of them are of the source's headline."),
  supported: z.boolean().nullable().describe('By the judge; null where none was asked, or an operator ruled.'),
  by_operator: z.boolean().describe('An operator has ruled on it.'),
  evidence: z
    .array(z.string())
    .nullable()
    .describe("The source's words, cut short; null unless the site makes them public."),
})

const checks = {
  title: Checked.nullable().describe("The headline; null where it is the source's own."),
  sentences: z.array(Checked),
  dropped: count.describe('Sentences that were left out.'),
}
const described = (id: string, whose: string) => ({
  id,
  description: `How ${whose} text was checked. No sentences where it is no model's.`,
})
const id = z.int().min(1)
const Checks = z.object({ entry_id: id, ...checks }).meta(described('Checks', "an article's"))
const EventChecks = z.object({ event_id: id, ...checks }).meta(described('EventChecks', "an event's own"))
const StoryChecks = z.object({ story_id: id, ...checks }).meta(described('StoryChecks', "a story's"))

const told = 'Sentence by sentence: whose texts it stands on, how many passages it was held against, and the verdict.'

export const qualityRoutes: ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api/v1/quality',
    operationId: 'getQuality',
    tag: 'Quality',
    summary: 'How texts have fared',
    description:
      'By month: articles summarised, answers refused and sentences dropped by why, corrections, reports, events split.',
    auth: 'none',
    answers: [{ status: 200, description: 'The last twelve months.', schema: oneOf(Quality) }],
    handle: (call) =>
      sendOne(
        call,
        {
          key: 'api /quality',
          dependsOn: ['content'],
          edition: Math.floor(call.ctx.clock.now().getTime() / 3_600_000),
          load: () => loadQuality(call.ctx),
        },
        presentQuality,
      ),
  }),
  route({
    method: 'GET',
    path: '/api/v1/entries/:id/checks',
    operationId: 'getEntryChecks',
    tag: 'Quality',
    summary: "How an article's text was checked",
    description: told,
    auth: 'none',
    params: entryId,
    answers: [{ status: 200, description: 'The checks.', schema: oneOf(Checks) }],
    handle: (call) => {
      const { id } = call.params
      const load = async () => {
        const article = await findArticle(call.ctx.db, id, call.ctx.site.language)
        return article && { entry_id: article.id, ...(await loadChecks(call.ctx, checkable.article(article))) }
      }
      return sendOne(call, { key: `api /entries/${id}/checks`, dependsOn: ['content'], load }, (checks) => checks)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/events/:id/checks',
    operationId: 'getEventChecks',
    tag: 'Quality',
    summary: "How an event's text was checked",
    description: told,
    auth: 'none',
    params: eventId,
    answers: [{ status: 200, description: 'The checks.', schema: oneOf(EventChecks) }],
    handle: (call) => {
      const id = Number.parseInt(call.params.id, 10)
      const load = async () => {
        const event = await findEvent(call.ctx.db, id, call.ctx.site.language)
        return event && { event_id: event.id, ...(await loadChecks(call.ctx, checkable.event(event))) }
      }
      return sendOne(call, { key: `api /events/${id}/checks`, dependsOn: ['content'], load }, (checks) => checks)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/stories/:id/checks',
    operationId: 'getStoryChecks',
    tag: 'Quality',
    summary: "How a story's text was checked",
    description: told,
    auth: 'none',
    params: storyId,
    answers: [{ status: 200, description: 'The checks.', schema: oneOf(StoryChecks) }],
    handle: (call) => {
      const id = Number.parseInt(call.params.id, 10)
      const load = async () => {
        const story = await findStory(call.ctx.db, id, call.ctx.site.language)
        return story && { story_id: story.id, ...(await loadChecks(call.ctx, checkable.story(story))) }
      }
      return sendOne(call, { key: `api /stories/${id}/checks`, dependsOn: ['content'], load }, (checks) => checks)
    },
  }),
]

async function loadChecks({ db, config }: Pick<Ctx, 'db' | 'config'>, text: CheckableText | null) {
  const checks = await findChecks(db, text, config.EVIDENCE_PUBLIC)
  return {
    title: checks?.title ? presentChecked(checks.title) : null,
    sentences: (checks?.sentences ?? []).map(presentChecked),
    dropped: checks?.dropped ?? 0,
  }
}

const presentQuality = ({ model, stoppedSince, months }: QualityView): Wire<typeof Quality> => ({
  model,
  models_stopped_since: stoppedSince?.toISOString() ?? null,
  months: months.map(presentMonth),
})

const presentMonth = (month: QualityMonth): Wire<typeof Month> => ({
  month: month.month,
  ...(month.summarised === null ? {} : { summarised: month.summarised }),
  ...(month.refused === null ? {} : { refused: presentKinds(month.refused) }),
  ...(month.dropped === null ? {} : { dropped: presentKinds(month.dropped) }),
  corrections: month.corrections,
  ...(month.reports === null ? {} : { reports: month.reports }),
  false_joins: month.falseJoins,
  events_split: month.eventsSplit,
})

const presentKinds = (kinds: KindCount[]) => Object.fromEntries(kinds.map(({ kind, n }) => [kind, n]))

const presentChecked = ({
  byOperator,
  headlineOnly,
  publishers,
  ...checked
}: CheckedSentence): Wire<typeof Checked> => ({
  ...checked,
  ...{ publisher: publishers[0] ?? '', publishers },
  headline_only: headlineOnly,
  by_operator: byOperator,
})

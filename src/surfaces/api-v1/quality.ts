/** How texts are checked, and how they have fared. */
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { refusalKinds } from '../../domain/quality/refusals.ts'
import { findArticle } from '../../read/articles/articles.ts'
import { findEvent } from '../../read/events/events.ts'
import { type CheckableText, checkable, findChecks } from '../../read/quality/checks.ts'
import { loadQuality } from '../../read/quality/quality.ts'
import type {
  CalibrationView,
  CheckedSentence,
  ControlFigures,
  JudgeRecord,
  KindCount,
  QualityMonth,
  QualityView,
} from '../../read/quality/views.ts'
import { findStory } from '../../read/stories/stories.ts'
import { oneOf } from './envelopes.ts'
import { entryId, eventId, storyId } from './parameters.ts'
import { type ApiRoute, route } from './route.ts'
import type { Wire } from './schemas.ts'
import { sendOne } from './send.ts'

const count = z.int().min(0)
const byKind = z.partialRecord(z.enum([...refusalKinds, 'rest']), count)

const Planted = z
  .object({ caught: count, of: count })
  .meta({ id: 'PlantedErrors', description: 'False sentences given to a judge among the real ones; those it refused.' })

const Judge = z.object({ model: z.string(), planted_errors: Planted.describe('Its newest, at most a hundred.') })

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
    planted_errors: Planted.optional().describe('In the calls of the month.'),
    true_pairs: z
      .object({ refused: count, of: count })
      .optional()
      .describe('True sentences among those that a judge was asked about, and how many it wrongly refused.'),
    exams: count.optional().describe('Exams that models took.'),
  })
  .meta({ id: 'QualityMonth', description: 'One month. What is not known of it is left out.' })

const Measured = z
  .object({ hits: count, of: count, low: z.number().min(0).max(1), high: z.number().min(0).max(1) })
  .meta({ id: 'MeasuredShare', description: 'A share of pairs, with its interval of 95 % (Wilson).' })

const Line = z
  .object({
    line: z.number().describe('How alike articles must be, as a part of the default.'),
    answers: count.describe("Editors' answers about pairs near the line."),
    precision: Measured.describe('Of the answered pairs that are joined, those that are the same event.'),
    recall: Measured.describe('Of the answered pairs that are the same event, those that are joined.'),
  })
  .meta({ id: 'CalibratedLine', description: 'The line on which articles join to events, as the site calibrated it.' })

const Quality = z
  .object({
    model: z.object({ judge: z.boolean() }).nullable().describe('Null where no model writes.'),
    judge: Judge.extend({
      suspended_since: z.iso
        .datetime()
        .nullable()
        .describe('It failed at its controls: no text is published on its word.'),
    })
      .nullable()
      .describe('The model that judges sentences, and how it is doing; null where none does, or before it was asked.'),
    models_stopped_since: z.iso.datetime().nullable().describe('While an operator keeps models from writing.'),
    calibrated_line: Line.optional().describe('Left out where nobody has calibrated it.'),
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
  judge: Judge.nullable().describe('The model that judged it; null where none was asked.'),
}

interface Checks {
  /** What its id is called, and the name of the schema. */
  name: 'entry_id' | 'event_id' | 'story_id'
  schemaId: string
  /** In the possessive. */
  whose: string
  path: `/api/v1/${'entries' | 'events' | 'stories'}/:id/checks`
  operationId: string
  params: typeof entryId | typeof eventId | typeof storyId
  /** Null for what is not there. */
  find: (ctx: Ctx, id: number) => Promise<{ id: number; text: CheckableText | null } | null>
}

function checksRoute({ name, schemaId, whose, path, operationId, params, find }: Checks): ApiRoute {
  const described = { id: schemaId, description: `How ${whose} text was checked. No sentences where it is no model's.` }
  const schema = z.object({ [name]: z.int().min(1), ...checks }).meta(described)
  return route({
    ...{ method: 'GET', path, operationId, tag: 'Quality', auth: 'none', params },
    summary: `How ${whose} text was checked`,
    description:
      'Sentence by sentence: whose texts it stands on, how many passages it was held against, and the verdict.',
    answers: [{ status: 200, description: 'The checks.', schema: oneOf(schema) }],
    handle: (call) => {
      const asked = Number.parseInt(String(call.params.id), 10)
      const load = async () => {
        const found = await find(call.ctx, asked)
        return found && { [name]: found.id, ...(await loadChecks(call.ctx, found.text)) }
      }
      return sendOne(
        call,
        { key: path.replace('/api/v1', 'api ').replace(':id', `${asked}`), dependsOn: ['content'], load },
        (told) => told,
      )
    },
  })
}

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
  checksRoute({
    ...{ name: 'entry_id', schemaId: 'Checks', whose: "an article's" },
    ...{ path: '/api/v1/entries/:id/checks', operationId: 'getEntryChecks', params: entryId },
    find: async ({ db, site }, id) => {
      const article = await findArticle(db, id, site.language)
      return article && { id: article.id, text: checkable.article(article) }
    },
  }),
  checksRoute({
    ...{ name: 'event_id', schemaId: 'EventChecks', whose: "an event's" },
    ...{ path: '/api/v1/events/:id/checks', operationId: 'getEventChecks', params: eventId },
    find: async ({ db, site }, id) => {
      const event = await findEvent(db, id, site.language)
      return event && { id: event.id, text: checkable.event(event) }
    },
  }),
  checksRoute({
    ...{ name: 'story_id', schemaId: 'StoryChecks', whose: "a story's" },
    ...{ path: '/api/v1/stories/:id/checks', operationId: 'getStoryChecks', params: storyId },
    find: async ({ db, site }, id) => {
      const story = await findStory(db, id, site.language)
      return story && { id: story.id, text: checkable.story(story) }
    },
  }),
]

async function loadChecks({ db, config }: Pick<Ctx, 'db' | 'config'>, text: CheckableText | null) {
  const checks = await findChecks(db, text, config.EVIDENCE_PUBLIC)
  return {
    title: checks?.title ? presentChecked(checks.title) : null,
    sentences: (checks?.sentences ?? []).map(presentChecked),
    dropped: checks?.dropped ?? 0,
    judge: checks?.judge ? presentJudge(checks.judge) : null,
  }
}

const presentJudge = ({ model, planted, caught }: JudgeRecord): Wire<typeof Judge> => ({
  ...{ model, planted_errors: { caught, of: planted } },
})

const presentQuality = ({ model, judge, stoppedSince, calibration, months }: QualityView): Wire<typeof Quality> => ({
  model,
  judge: judge && { ...presentJudge(judge), suspended_since: judge.suspendedSince?.toISOString() ?? null },
  models_stopped_since: stoppedSince?.toISOString() ?? null,
  ...(calibration && { calibrated_line: presentLine(calibration) }),
  months: months.map(presentMonth),
})

const presentLine = ({ at: _, ...line }: CalibrationView): Wire<typeof Line> => line

const presentMonth = (month: QualityMonth): Wire<typeof Month> => ({
  month: month.month,
  ...(month.summarised === null ? {} : { summarised: month.summarised }),
  ...(month.refused === null ? {} : { refused: presentKinds(month.refused) }),
  ...(month.dropped === null ? {} : { dropped: presentKinds(month.dropped) }),
  corrections: month.corrections,
  ...(month.reports === null ? {} : { reports: month.reports }),
  false_joins: month.falseJoins,
  events_split: month.eventsSplit,
  ...(month.controls === null ? {} : presentControls(month.controls)),
  ...(month.exams === null ? {} : { exams: month.exams }),
})

const presentControls = ({ planted, caught, pairs, wronglyRefused }: ControlFigures) => ({
  ...{ planted_errors: { caught, of: planted }, true_pairs: { refused: wronglyRefused, of: pairs } },
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

/** The resource "quality": checks of texts, and their results by month. */
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { article, exampleArticle } from '../../news/articles/resource.ts'
import { checkableEvent } from '../../news/events/queries/checkable.ts'
import type { CalibrationView } from '../../news/events/queries/views.ts'
import { event, exampleEvent } from '../../news/events/resource.ts'
import type { Resource } from '../../news/resources/resource.ts'
import { count, id, instant, iso, shape } from '../../news/resources/shape.ts'
import { checkableStory } from '../../news/stories/queries/checkable.ts'
import { exampleStory, story } from '../../news/stories/resource.ts'
import { type CheckableText, checkableArticle, findChecks } from '../../news/texts/queries/checks.ts'
import type { CheckedSentence, JudgeRecord, JudgeView, TextChecks } from '../../news/texts/queries/views.ts'
import { refusalKinds } from '../../news/texts/rules/refusals.ts'
import type { KindCount, QualityMonth, QualityView } from './views.ts'

const byKind = z.partialRecord(z.enum([...refusalKinds, 'rest']), count)
const kindsOf = (kinds: KindCount[] | null) => kinds && Object.fromEntries(kinds.map(({ kind, n }) => [kind, n]))

/** Of a field that is left out where there is no figure. */
const orAbsent = <T>(value: T | null): T | undefined => value ?? undefined

const Planted = z.object({ caught: count, of: count }).meta({
  id: 'PlantedErrors',
  description:
    'False sentences given to a judge as controls, and how many of them it refused. Those that can be recognised without their evidence are not counted.',
})

const plantedOf = { planted_errors: Planted.describe('Its newest, at most a hundred.') }
const Judge = z.object({ model: z.string(), ...plantedOf })
const judgeOf = ({ model, planted, caught }: JudgeRecord) => ({ model, planted_errors: { caught, of: planted } })

const Month = shape<QualityMonth>()('QualityMonth', 'One month. What is not known of it is left out.', {
  month: [
    z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe("YYYY-MM, in the site's time zone."),
    ({ month }) => month,
  ],
  summarised: [
    count.optional().describe('Articles with a published text of a model.'),
    ({ summarised }) => orAbsent(summarised),
  ],
  refused: [
    byKind.optional().describe('Answers of models that were not published, by reason.'),
    ({ refused }) => orAbsent(kindsOf(refused)),
  ],
  dropped: [
    byKind.optional().describe('Sentences left out of published texts, by reason.'),
    ({ dropped }) => orAbsent(kindsOf(dropped)),
  ],
  corrections: [count, ({ corrections }) => corrections],
  reports: [count.optional().describe('Errors that readers reported.'), ({ reports }) => orAbsent(reports)],
  false_joins: [
    count.describe('Articles that an operator took out of an event where they did not belong.'),
    ({ falseJoins }) => falseJoins,
  ],
  events_split: [count, ({ eventsSplit }) => eventsSplit],
  planted_errors: [
    Planted.optional().describe('Control sentences in the calls of the month.'),
    ({ controls }) => orAbsent(controls && { caught: controls.caught, of: controls.planted }),
  ],
  true_pairs: [
    z
      .object({ refused: count, of: count })
      .optional()
      .describe('True sentences given to a judge as controls, and how many of them it wrongly refused.'),
    ({ controls }) => orAbsent(controls && { refused: controls.wronglyRefused, of: controls.pairs }),
  ],
  exams: [count.optional().describe('Exams that models took.'), ({ exams }) => orAbsent(exams)],
})

const Measured = z
  .object({ hits: count, of: count, low: z.number().min(0).max(1), high: z.number().min(0).max(1) })
  .meta({ id: 'MeasuredShare', description: 'A share of pairs, with its interval of 95 % (Wilson).' })

const Line = z
  .object({
    line: z.number().describe('Similarity that articles must reach, as a share of the default.'),
    answers: count.describe("Editors' answers about pairs of articles near the similarity line."),
    precision: Measured.describe(
      'Precision: of the answered pairs that were joined, the share that is the same event.',
    ),
    recall: Measured.describe('Recall: of the answered pairs that are the same event, the share that was joined.'),
  })
  .meta({ id: 'CalibratedLine', description: 'The line on which articles join to events, as the site calibrated it.' })

const lineOf = ({ at: _, ...line }: CalibrationView): z.infer<typeof Line> => line

const WorkingJudge = Judge.extend({
  suspended_since: instant
    .nullable()
    .describe(
      'Time at which it failed its control sentences; null where it passes them. Until it passes, it lets no text be published.',
    ),
})
const workingJudgeOf = (judge: JudgeView) => ({ ...judgeOf(judge), suspended_since: iso(judge.suspendedSince) })

export const Quality = shape<QualityView>()('Quality', 'How texts have fared, month by month.', {
  model: [
    z.object({ judge: z.boolean() }).nullable().describe('Null where no model writes.'),
    ({ model }) => model && { judge: model.judge },
  ],
  judge: [
    WorkingJudge.nullable().describe(
      'The model that judges sentences, and how it is doing; null where none does, or before it judged any.',
    ),
    ({ judge }) => judge && workingJudgeOf(judge),
  ],
  models_stopped_since: [
    instant.nullable().describe('Time at which an operator stopped the models from writing; null while they may.'),
    ({ stoppedSince }) => iso(stoppedSince),
  ],
  calibrated_line: [
    Line.optional().describe('Absent where it is not calibrated.'),
    ({ calibration }) => orAbsent(calibration && lineOf(calibration)),
  ],
  months: [
    z.array(Month.schema).max(12).describe('Newest first.'),
    ({ months }, origin) => months.map((month) => Month.present(month, origin)),
  ],
})

const controls = { planted: 1640, caught: 1598, pairs: 402, wronglyRefused: 9 }
const exampleJudge = { model: 'mistral-large', planted: 100, caught: 97 }
export const exampleQuality: QualityView = {
  model: { judge: true, isSecond: true },
  judge: { ...exampleJudge, suspendedSince: null },
  stoppedSince: null,
  calibration: null,
  months: [
    {
      month: '2026-11',
      summarised: 812,
      corrections: 2,
      reports: 3,
      falseJoins: 1,
      eventsSplit: 0,
      exams: 2,
      refused: [
        { kind: 'numbers', n: 9 },
        { kind: 'judge', n: 21 },
      ],
      dropped: [{ kind: 'judge', n: 14 }],
      controls,
    },
  ],
}

const Checked = z.object({
  text: z.string(),
  publisher: z.string().describe('Publisher of the evidence: the first of `publishers`.'),
  publishers: z.array(z.string()).describe('All publishers of the evidence.'),
  passages: count.describe('Number of passages of the source that it was compared with.'),
  headline_only: z.boolean().describe("True when all of them are of the source's headline."),
  supported: z.boolean().nullable().describe('By the judge; null where none judged, or an operator ruled.'),
  by_operator: z.boolean().describe('True when an operator has ruled on it.'),
  evidence: z
    .array(z.string())
    .nullable()
    .describe("The source's words, cut short; null unless the site makes them public."),
})

const checkedOf = ({ byOperator, headlineOnly, publishers, ...checked }: CheckedSentence): z.infer<typeof Checked> => ({
  ...checked,
  publisher: publishers[0] ?? '',
  publishers,
  headline_only: headlineOnly,
  by_operator: byOperator,
})

type ChecksView = TextChecks & { id: number }

/** The checks of a text whose id is called `name`. */
const checksShape = (name: string, schemaId: string, whose: string) =>
  shape<ChecksView>()(schemaId, `How ${whose} text was checked. No sentences where it is no model's.`, {
    [name]: [id, (checks: ChecksView) => checks.id],
    title: [
      Checked.nullable().describe("The headline; null where it is the source's own."),
      ({ title }: ChecksView) => title && checkedOf(title),
    ],
    sentences: [z.array(Checked), ({ sentences }: ChecksView) => sentences.map(checkedOf)],
    dropped: [count.describe('Sentences that were left out.'), ({ dropped }: ChecksView) => dropped],
    judge: [
      Judge.nullable().describe('The model that judged it; null where none did.'),
      ({ judge }: ChecksView) => judge && judgeOf(judge),
    ],
  })

const none: TextChecks = { title: null, sentences: [], dropped: 0, judge: null }

/** Of the texts of one resource; a thing that went on elsewhere has no checks. */
const checksOf = <Item, Detail extends { id: number }>(
  of: Resource<Item, Detail>,
  [operationId, name, schemaId, whose]: [operationId: string, name: string, schemaId: string, whose: string],
  textOf: (view: Detail) => CheckableText | null,
  exampleId: number,
) => ({
  of,
  operationId,
  whose,
  shape: checksShape(name, schemaId, whose),
  example: { ...none, id: exampleId, sentences: [exampleSentence], judge: exampleJudge },
  load: async (ctx: Pick<Ctx, 'db' | 'site' | 'config'>, id: string): Promise<ChecksView | null> => {
    const found = await of.find(ctx, id)
    if (!found || 'moved' in found) return null
    const checks = await findChecks(ctx.db, textOf(found.found), ctx.config.EVIDENCE_PUBLIC)
    return { ...(checks ?? none), id: found.found.id }
  },
})

const exampleSentence: CheckedSentence = {
  text: 'The harvest has begun.',
  publishers: ['The Daily'],
  passages: 1,
  headlineOnly: false,
  supported: true,
  byOperator: false,
  evidence: null,
}

/** Of articles, events and stories. */
export const allChecks = [
  checksOf(article, ['getEntryChecks', 'entry_id', 'Checks', "an article's"], checkableArticle, exampleArticle.id),
  checksOf(event, ['getEventChecks', 'event_id', 'EventChecks', "an event's"], checkableEvent, exampleEvent.id),
  checksOf(story, ['getStoryChecks', 'story_id', 'StoryChecks', "a story's"], checkableStory, exampleStory.id),
]

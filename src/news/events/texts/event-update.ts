/**
 * An event's text that goes on: accepted claims are retained with their verdicts, and a model adds what new reports report. The headline
 * stays, unless a sentence that it may rest on is replaced.
 */
import { z } from 'zod'
import type { Question } from '../../../platform/models/ports.ts'
import { delimit, fillPrompt, type Prompt } from '../../../platform/models/prompts.ts'
import { countWords, sentences as sentencesIn } from '../../../platform/text/sentences.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { NewClaim } from '../../claims/writes/claims.ts'
import { textOf, withoutRemnants } from '../../texts/accept-claims.ts'
import { type Call, type Generation, generateText, type Published } from '../../texts/generate-text.ts'
import { MAX_OUTPUT_TOKENS } from '../../texts/plan-call.ts'
import { headline } from '../../texts/summaries/summary-question.ts'
import { type CitedClaim, CitedSentence, titled } from '../../texts/verify/cited.ts'
import { supportedStatements } from '../../texts/verify/event-points.ts'
import { type Examination, examine } from '../../texts/verify/examine.ts'
import { EVENT_LENGTH, type LengthRule } from '../../texts/verify/length.ts'
import { checkRunningText } from '../../texts/verify/running-text.ts'
import { remainingPoints, sideKey } from '../rules/remaining-points.ts'
import { type EventMaterial, type EventText, saveEventText } from '../writes/event-texts.ts'
import { type DraftStatement, pointsOf } from './event-points.ts'
import { claimsBy, delimitReports, type EventWriterCtx } from './event-writer.ts'
import { type AttributedReport, chooseReports, leftOutOf, type News } from './reports.ts'
import { type HeldText, isCompleteText } from './retained-text.ts'

export interface EventUpdateCtx extends EventWriterCtx {
  updatePrompt: Prompt
}

export const EventUpdate = z.strictObject({
  title: z.string().nullable(),
  sentences: z.array(CitedSentence.extend({ replaces: z.int().nullable() })),
  points: z.array(CitedSentence.extend({ existing: z.int().nullable(), against: z.array(CitedSentence).nullable() })),
})
export type EventUpdate = z.infer<typeof EventUpdate>

/** A text that has lost sentences may be shorter than a new one. */
const UPDATE_LENGTH: LengthRule = { words: [1, EVENT_LENGTH.words[1]], sentences: [1, EVENT_LENGTH.sentences[1]] }
const OUTPUT_TOKENS = 400

interface Draft {
  material: EventMaterial & { text: EventText }
  news: News
  held: HeldText
  /** In the order of their numbers. */
  sentences: NewClaim[]
  statements: DraftStatement[]
  /** Those that the model reads, first, and then those of what is retained. */
  reports: AttributedReport[]
  /** In the order of publication. */
  attributed: AttributedReport[]
  unread: AttributedReport[]
  /** Unread articles for which there is no room. */
  leftOut: number[]
}

/** Rejects as {@link generateText}. Where too little is retained all reports are read, else those that are new. */
export function updateEventText(
  ctx: EventUpdateCtx,
  material: Draft['material'],
  attributed: AttributedReport[],
  { news, held }: Pick<Draft, 'news' | 'held'>,
): Promise<Published> {
  const { text } = material
  const isUnread = ({ articleId }: AttributedReport) => !text.seenIds.includes(articleId) || held.changed.has(articleId)
  const toRead = isCompleteText(held.retained) ? attributed.filter(isUnread) : attributed
  const unread = chooseReports(toRead)
  const points = remainingPoints(text.points, text.claims, held.retained, attributed)
  const statements = points.flatMap((point, number) =>
    point.statements.flatMap((one): DraftStatement[] => {
      const claim = held.retained.find(({ part, sentence }) => STATEMENTS.has(part) && sentence === one.text)
      if (claim?.part !== 'point' && claim?.part !== 'against') return []
      return [{ text: one.text, part: claim.part, section: claim.section, point: number, retained: { point, number } }]
    }),
  )
  const draft: Draft = {
    material,
    news,
    held,
    sentences: held.retained.filter(({ part }) => part === 'sentence'),
    statements,
    unread,
    leftOut: leftOutOf(toRead, unread),
    attributed,
    reports: [...unread, ...attributed.filter((report) => !unread.includes(report))],
  }
  return generateText({ ...ctx, prompt: ctx.updatePrompt }, generationOf(ctx, draft))
}

const STATEMENTS: ReadonlySet<NewClaim['part']> = new Set(['point', 'against'])

function generationOf(ctx: EventUpdateCtx, draft: Draft): Generation<EventUpdate> {
  const { material, news, held, unread, leftOut, reports } = draft
  return {
    subject: {
      purpose: 'event',
      eventId: material.eventId,
      contentHash: material.state,
      request: { reports: unread.length, leftOut, reason: news.reason, retained: held.retained.length },
    },
    outputTokens: OUTPUT_TOKENS,
    question: () => buildQuestion(ctx, draft),
    sources: reports,
    rules: ctx.rules,
    examine: (answer) => examineUpdate(ctx, draft, answer),
    isComplete: (accepted) => accepted.length > 0 && isCompleteText([...held.retained, ...accepted]),
    articleIdOf: (source) => reports[source - 1]?.articleId,
    publish: (answer, claims, call) => publish(ctx, draft, answer, claims, call),
  }
}

interface NewSentence {
  claim: CitedClaim
  /** The one in whose place it is; undefined for one behind the others. */
  replaced: NewClaim | undefined
}

interface Drafted {
  title: CitedClaim | null
  sentences: NewSentence[]
  /** Last sentences for which there is no room. */
  cut: ReadonlySet<CitedClaim>
  statements: DraftStatement[]
  /** Of the statements, in their order. */
  claims: CitedClaim[]
}

/** Additions of the answer, without repetitions. */
function draftedBy(answer: EventUpdate, draft: Draft, { rules }: EventUpdateCtx): Drafted {
  const existing = new Set(draft.held.retained.map(({ sentence }) => foldSpace(sentence)))
  const taken = new Set<NewClaim>()
  const sentences = answer.sentences.flatMap(({ text, evidence, replaces }): NewSentence[] => {
    if (existing.has(foldSpace(text))) return []
    const replaced = draft.sentences[(replaces ?? 0) - 1]
    const isFree = replaced && !taken.has(replaced)
    if (isFree) taken.add(replaced)
    return [{ claim: { part: 'sentence', section: 0, text, evidence }, replaced: isFree ? replaced : undefined }]
  })
  const fitting = [...sentences]
  const isTooLong = () => {
    const text = runningText(draft, fitting)
    const [, words] = UPDATE_LENGTH.words
    return (
      countWords(text) > words ||
      sentencesIn(text, rules.languages.siteReading.ends).length > UPDATE_LENGTH.sentences[1]
    )
  }
  while (isTooLong() && fitting.some(({ replaced }) => !replaced))
    fitting.splice(
      fitting.findLastIndex(({ replaced }) => !replaced),
      1,
    )
  const cut = new Set(sentences.flatMap((one) => (fitting.includes(one) ? [] : one.claim)))
  const title = isTitleFree(draft, sentences) ? answer.title : null
  return { title: title === null ? null : titled(title), sentences, cut, ...statementsBy(answer, draft) }
}

const retainedTitle = ({ held }: Draft) => held.retained.find(({ part }) => part === 'title')

/** A retained headline changes with a sentence alone, so that its words do not swing. */
const isTitleFree = (draft: Draft, sentences: readonly NewSentence[]) =>
  !retainedTitle(draft) || sentences.some(({ replaced }) => replaced)

const runningText = (draft: Draft, added: readonly NewSentence[]): string =>
  [
    ...draft.sentences.map(
      (retained) => added.find(({ replaced }) => replaced === retained)?.claim.text ?? retained.sentence,
    ),
    ...added.flatMap(({ claim, replaced }) => (replaced ? [] : claim.text)),
  ].join(' ')

/** A new report of an existing statement is one more claim of that statement, in its words. */
function statementsBy(answer: EventUpdate, { material, statements, unread }: Draft) {
  let section = Math.max(
    0,
    ...material.text.claims.map((claim) => claim.section),
    ...statements.map((one) => one.section),
  )
  const points = Math.max(0, ...statements.map(({ point }) => point + 1))
  const drafted = supportedStatements(answer.points, unread).map(({ text, by, point, side }) => {
    const existing = statements[(answer.points[point]?.existing ?? 0) - 1]
    const same = side === 0 && existing ? existing : statements.find((one) => foldSpace(one.text) === text)
    if (same) return { statement: same, by, isNew: false }
    section += 1
    const part = side === 0 && !existing ? ('point' as const) : ('against' as const)
    return { statement: { text, part, section, point: existing?.point ?? points + point }, by, isNew: true }
  })
  return {
    statements: [
      ...statements,
      ...drafted.flatMap(({ statement, isNew }): DraftStatement[] => (isNew ? [statement] : [])),
    ],
    claims: drafted.flatMap(({ statement, by }) => claimsBy(statement, by)),
  }
}

/** Retained claims are read with new ones, and only the latter are examined. */
function examineUpdate(ctx: EventUpdateCtx, draft: Draft, answer: EventUpdate): Examination {
  const drafted = draftedBy(answer, draft, ctx)
  const { cut } = drafted
  const title = drafted.title?.text ?? retainedTitle(draft)?.sentence ?? ''
  const fitting = drafted.sentences.filter(({ claim }) => !cut.has(claim))
  const violation = checkRunningText(title, runningText(draft, fitting), UPDATE_LENGTH, ctx.rules)
  if (violation) return { ok: false, ...violation }
  const added = addedClaims(drafted)
  const retained = draft.held.retained
    .filter(({ part }) => part !== 'title')
    .map((claim) => citedAgain(claim, draft.reports))
  const examined = examine([...added, ...retained], draft.reports, ctx.rules, { isComplete: () => true, cut })
  if (!examined.ok) return examined
  const claims = examined.claims.slice(0, added.length)
  const failed = claims.find((claim) => claim.violation)
  if (!failed?.violation || claims.some((claim) => !claim.violation)) return { ok: true, claims }
  return { ok: false, ...failed.violation }
}

const addedClaims = ({ title, sentences, claims }: Drafted): CitedClaim[] => [
  ...(title ? [title] : []),
  ...sentences.map(({ claim }) => claim),
  ...claims,
]

function citedAgain({ part, section, sentence, evidence }: NewClaim, reports: readonly AttributedReport[]): CitedClaim {
  const numberOf = (id: number | undefined) => reports.findIndex(({ articleId }) => articleId === id) + 1
  const citations = evidence.flatMap(({ text, articleId }) =>
    text === undefined ? [] : [{ source: numberOf(articleId), quote: text }],
  )
  return { part, section, text: sentence, evidence: citations }
}

async function publish(
  ctx: EventUpdateCtx,
  draft: Draft,
  answer: EventUpdate,
  judged: NewClaim[],
  call: Call,
): Promise<Published> {
  const { material, held, unread, attributed: reports } = draft
  const drafted = draftedBy(answer, draft, ctx)
  const claimsLeft = [...judged]
  const titleClaim = drafted.title ? claimsLeft.shift() : undefined
  const sentences = drafted.sentences.map(({ replaced }) => ({ replaced, claim: claimsLeft.shift() as NewClaim }))
  const running = placed(draft, sentences, ctx.rules.languages.continuing)
  const isReplaced = sentences.some(({ replaced, claim }) => replaced && isAccepted(claim))
  const newTitle =
    titleClaim && isAccepted(titleClaim) && (isReplaced || !retainedTitle(draft)) ? titleClaim : undefined
  const isSame = !newTitle && !sentences.some(({ claim }) => isAccepted(claim)) && !claimsLeft.some(isAccepted)
  if (isSame && isCompleteText(held.retained)) return { state: await saveEventText(ctx.database, material, null, call) }
  const retained = held.retained.filter(({ part }) => STATEMENTS.has(part))
  const title = newTitle ?? retainedTitle(draft)
  const lost = [...(titleClaim && !isAccepted(titleClaim) ? [titleClaim] : []), ...held.fallen]
  const all = [...(title ? [title] : []), ...running, ...retained, ...claimsLeft, ...lost]
  if (!isCompleteText(all.filter(isAccepted)))
    return { state: 'refused', reason: 'length: too little of the text is left' }
  const subject = { eventId: material.eventId, contentHash: material.state }
  const { points, claims } = await pointsOf(ctx, drafted.statements, all, { reports, subject, retained })
  const articleIds = [...material.text.articleIds, ...unread.map(({ articleId }) => articleId)]
  const text = {
    title: headline(textOf(claims, 'title')),
    summary: foldSpace(textOf(claims, 'sentence')),
    points,
    claims,
    ...draft.news,
    model: ctx.summariser.model,
    promptVersion: ctx.updatePrompt.version,
    articleIds: [...new Set(articleIds)].filter((id) => reports.some(({ articleId }) => articleId === id)),
    seenIds: material.reports.map(({ articleId }) => articleId),
  }
  return { state: await saveEventText(ctx.database, material, text, call) }
}

const isAccepted = ({ verdict }: NewClaim) => verdict === 'stands'

/** Sentences in their order: an accepted one in the place of the one that it replaces, which takes along what goes on with it. */
function placed(
  { sentences }: Draft,
  added: readonly { claim: NewClaim; replaced: NewClaim | undefined }[],
  continuing: RegExp | null,
): NewClaim[] {
  const replacements = new Map(
    added.flatMap(({ claim, replaced }) => (replaced && isAccepted(claim) ? [[replaced, claim]] : [])),
  )
  const left = new Set<string>()
  const ordered = sentences.flatMap((retained): NewClaim[] => {
    const replacement = replacements.get(retained)
    if (!replacement) return [retained]
    left.add(retained.sentence)
    return [replacement, { ...retained, verdict: 'dropped', droppedBy: 'evidence' }]
  })
  const behind = added.flatMap(({ claim, replaced }) => (replaced && isAccepted(claim) ? [] : claim))
  return [
    ...withoutRemnants(ordered, continuing).filter((claim) => isAccepted(claim) || !left.has(claim.sentence)),
    ...behind,
  ]
}

function buildQuestion(ctx: EventUpdateCtx, draft: Draft): Question<EventUpdate> {
  const values = {
    site: ctx.site.name,
    topic: ctx.site.topic,
    existing: delimit('existing', existingText(draft)),
    reports: delimitReports(draft.unread),
    words: String(Math.max(0, UPDATE_LENGTH.words[1] - countWords(runningText(draft, [])))),
  }
  return {
    system: fillPrompt(ctx.updatePrompt.system, values),
    prompt: fillPrompt(ctx.updatePrompt.request, values),
    schema: EventUpdate,
    name: 'event_update',
    maxOutputTokens: 2 * MAX_OUTPUT_TOKENS,
  }
}

/** Each with its number: T, S1, P1, and P2 ≠ P1 for the other side of a dispute. */
function existingText({ held, sentences, statements, reports }: Draft): string {
  const title = held.retained.find(({ part }) => part === 'title')
  const namesOf = (statement: DraftStatement) => {
    const ids = held.retained
      .filter((claim) => sideKey(claim) === sideKey(statement))
      .flatMap(({ evidence }) => evidence)
    const by = reports.filter(({ articleId }) => ids.some((passage) => passage.articleId === articleId))
    return [...new Set(by.map(({ name }) => foldSpace(name)))].join(', ')
  }
  return [
    `T. ${title?.sentence ?? '–'}`,
    ...sentences.map(({ sentence }, at) => `S${at + 1}. ${sentence}`),
    ...statements.map((one, at) => {
      const first = statements.findIndex(({ point }) => point === one.point)
      return `P${at + 1}${first < at ? ` ≠ P${first + 1}` : ''}. ${one.text} (${namesOf(one)})`
    }),
  ].join('\n')
}

/** The points of an event's text: its accepted statements, grouped as the judge relates those that may exclude each other. */

import type { StoredPassage } from '../../../platform/database/stored-passage.ts'
import type { NewClaim } from '../../claims/writes/claims.ts'
import type { JudgeCtx, Subject } from '../../texts/judge/judge.ts'
import { judgePairs, type StatementPair } from '../../texts/judge/pairs.ts'
import { valuesDiffer } from '../../texts/verify/differing-values.ts'
import { doubtfulPairs } from '../../texts/verify/event-points.ts'
import type { VerifyRules } from '../../texts/verify/running-text.ts'
import { type Side, type StoredPoint, storedPoint } from '../rules/event-text.ts'
import { groupStatements, type RelatedPair } from '../rules/group-statements.ts'
import { createQuoting } from '../rules/quotable.ts'
import { sideKey } from '../rules/remaining-points.ts'
import type { AttributedReport } from './reports.ts'

const MAX_POINTS = 6

/** A statement before its claims are accepted. */
export interface DraftStatement {
  text: string
  part: 'point' | 'against'
  /** With its part: the number of its claims. */
  section: number
  /** Number of the writer's point. */
  point: number
  /** The point of the text before that it was of, with its number there. */
  retained?: { point: StoredPoint; number: number }
}

/** The rest of a statement: the reports that hold it, and their passages. */
interface Statement extends DraftStatement {
  by: AttributedReport[]
  passages: StoredPassage[]
  /** Nothing of it is new. */
  untouched: boolean
}

interface PointsCtx {
  judge: JudgeCtx | null
  rules: VerifyRules
}

export interface Points {
  points: StoredPoint[]
  /** With the claims of statements that say the same under one number, and without those for which there is no room. */
  claims: NewClaim[]
}

/** Two statements are one of the judge's `same`, unless their values differ: what agrees is never a guess. */
export async function pointsOf(
  { judge, rules }: PointsCtx,
  drafts: readonly DraftStatement[],
  claims: readonly NewClaim[],
  {
    reports,
    subject,
    retained = [],
  }: { reports: readonly AttributedReport[]; subject: Subject; retained?: readonly NewClaim[] },
): Promise<Points> {
  const statements = drafts
    .map((draft) => acceptedStatement(draft, claims, retained, reports))
    .filter(({ by }) => by.length > 0)
  const voiced = statements.map((one) => ({ ...one, voices: one.by.map(({ attributedTo }) => attributedTo) }))
  const doubtful = doubtfulPairs(voiced, rules.languages).filter((pair) => !isRelated(pair, statements))
  const paired = doubtful.map((pair) => pairedOf(pair, statements))
  const relations = judge ? await judgePairs(judge, paired, subject) : []
  const related = doubtful.map((pair, at): RelatedPair => {
    const relation = relations === 'paused' ? null : (relations[at] ?? null)
    const [a, b] = paired[at] as StatementPair
    const isGuess = relation === 'same' && valuesDiffer(a.text, b.text, rules.languages.siteReading)
    return { pair, relation: isGuess ? null : relation }
  })
  const groups = groupStatements(statements.length, [...related, ...earlierRelations(statements)])
  const quote = createQuoting()
  const isShared = (matter: number) => groups.filter((group) => group.matter === matter).length > 1
  const all = groups.flatMap(({ sides, judged, matter }) => {
    const members = sides.map((side) => side.flatMap((at) => statements[at] ?? []))
    const point = storedPoint(
      members.flatMap((side) => sideOf(side, quote) ?? []),
      judged,
      isShared(matter) ? matter : undefined,
    )
    return point ? [{ point, sides: members }] : []
  })
  const shown = withRoom(all)
  return { points: shown.map(({ point }) => point), claims: numbered(claims, all, shown) }
}

function acceptedStatement(
  draft: DraftStatement,
  claims: readonly NewClaim[],
  retained: readonly NewClaim[],
  reports: readonly AttributedReport[],
): Statement {
  const accepted = claims.filter((one) => sideKey(one) === sideKey(draft) && one.verdict === 'stands')
  const passages = accepted.flatMap(({ evidence }) => evidence)
  const by = reports.filter(({ articleId }) => passages.some((passage) => passage.articleId === articleId))
  return { ...draft, by, passages, untouched: accepted.every((one) => retained.includes(one)) }
}

/** The judge has related them for the text before. */
function isRelated([one, other]: readonly [number, number], statements: readonly Statement[]): boolean {
  const [a, b] = [statements[one]?.retained, statements[other]?.retained]
  return a !== undefined && b !== undefined && (a.number !== b.number || a.point.judged)
}

/** As the judge had them for the text before. */
const earlierRelations = (statements: readonly Statement[]): RelatedPair[] =>
  statements.flatMap(({ retained }, one) =>
    statements.flatMap((other, at): RelatedPair[] => {
      if (!retained || !other.retained || at <= one) return []
      const [a, b] = [retained.point, other.retained.point]
      if (retained.number === other.retained.number) return a.judged ? [{ pair: [one, at], relation: 'exclude' }] : []
      return a.matter !== undefined && a.matter === b.matter ? [{ pair: [one, at], relation: 'add' }] : []
    }),
  )

function pairedOf(pair: readonly [number, number], statements: readonly Statement[]): StatementPair {
  const paired = (at: number) => ({
    text: statements[at]?.text ?? '',
    quotes: statements[at]?.passages.flatMap(({ text }) => text ?? []) ?? [],
  })
  return [paired(pair[0]), paired(pair[1])]
}

/** In the words of the first, with what may be quoted of each report. */
function sideOf(statements: readonly Statement[], quote: ReturnType<typeof createQuoting>): Side | null {
  const [first] = statements
  if (!first) return null
  const by = [...new Set(statements.flatMap((one) => one.by))]
  const passages = statements.flatMap((one) => one.passages)
  const quotes = by.flatMap((report) => {
    const text = quote(
      report,
      passages.filter((one) => one.articleId === report.articleId && !one.ordered && one.text !== undefined),
    )
    return text === null ? [] : [{ article: report.articleId, text }]
  })
  return { text: first.text, by, quotes }
}

interface Group {
  point: StoredPoint
  sides: Statement[][]
}

/** New points have room before earlier ones, of which the last goes first; a dispute remains. Without earlier ones the last goes. */
function withRoom(groups: readonly Group[]): Group[] {
  const isOld = ({ point, sides }: Group) => point.status !== 'disputed' && sides.flat().every((one) => one.untouched)
  const left = [...groups]
  while (left.length > MAX_POINTS) left.splice(left.findLastIndex(isOld), 1)
  return left
}

const NO_ROOM = `the text has room for ${MAX_POINTS} points`

function numbered(claims: readonly NewClaim[], all: readonly Group[], shown: readonly Group[]): NewClaim[] {
  const cut = new Set(all.filter((group) => !shown.includes(group)).flatMap(({ sides }) => sides.flat().map(sideKey)))
  const numberOf = new Map(
    all.flatMap(({ sides }) => sides.flatMap((side) => side.map((one) => [sideKey(one), side[0]] as const))),
  )
  return claims.map((claim): NewClaim => {
    const first = numberOf.get(sideKey(claim))
    const { part, section } = first ?? claim
    const isCut = cut.has(sideKey(claim)) && claim.verdict === 'stands'
    return { ...claim, part, section, ...(isCut ? { verdict: 'dropped', droppedBy: 'points', reason: NO_ROOM } : {}) }
  })
}

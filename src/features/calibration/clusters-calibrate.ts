/** `clusters calibrate`: pairs of articles near the line, at a terminal or from a file, and the way back. */

import { readFile } from 'node:fs/promises'
import type { Services } from '../../app/services.ts'
import { type Io, pathIn } from '../../cli/io.ts'
import { DEFAULT_LINE } from '../../news/events/clustering/line.ts'
import { AppError } from '../../platform/errors.ts'
import { foldSpace } from '../../platform/text/text.ts'
import { outOf, percents } from '../../platform/text/wilson.ts'
import { answerPairs, type GivenAnswer, resetLine } from './answers.ts'
import { MIN_ANSWERS, type PairAnswer } from './calibrate.ts'
import { findLinePairs } from './find-pairs.ts'
import { findLineView, type LineView, type PairSide } from './open-pairs.ts'

interface CalibrateOptions {
  list?: boolean
  answers?: string
  reset?: boolean
}

const MAX_PAIRS = 80
const ANSWERS: Record<string, PairAnswer> = { e: 'same', s: 'story', d: 'different' }

/** Exit code 1 where there is no pair to ask about. */
export async function clustersCalibrate(services: Services, io: Io, options: CalibrateOptions): Promise<number> {
  const { database, clock } = services
  const view = () => findLineView(database.db, MAX_PAIRS)
  if (options.reset) {
    const outcome = await resetLine(database, clock.now())
    io.line(outcome === 'done' ? 'The line is back at the default.' : 'The line is at the default already.')
    return 0
  }
  if (options.answers !== undefined) {
    const given = answersIn(await readFile(pathIn(io, options.answers), 'utf8'), options.answers)
    const before = await view()
    await answerPairs(database, given, clock.now())
    const after = await view()
    io.line(`${after.answers - before.answers} of ${given.length} answers are new.`)
    io.line(calibrationState(after))
    return 0
  }
  const { pairs } = await withPairs(services, io, view)
  if (pairs.length === 0) {
    io.line('There are no pairs near the line: more articles are needed.')
    return 1
  }
  if (options.list || !io.isTTY) for (const [one, other] of pairs) io.line(listed(one, other))
  else await requestAnswers(services, io, pairs)
  io.note(calibrationState(await view()))
  return 0
}

async function withPairs(services: Services, io: Io, read: () => Promise<LineView>): Promise<LineView> {
  const view = await read()
  if (view.pairs.length > 0) return view
  io.note('Looking for pairs. This takes up to a minute.')
  await findLinePairs(services)
  return read()
}

async function requestAnswers({ database, clock }: Services, io: Io, pairs: LineView['pairs']): Promise<void> {
  for (const [at, [one, other]] of pairs.entries()) {
    io.line(`${at + 1} of ${pairs.length}`)
    for (const side of [one, other]) io.line(`  ${sideText(side)}`)
    const answer = await requestAnswer(io)
    if (answer === null) return
    await answerPairs(database, [{ pair: [one.articleId, other.articleId], answer }], clock.now())
  }
}

/** Null to end. */
async function requestAnswer(io: Io): Promise<PairAnswer | null> {
  for (;;) {
    const typed = (await io.query('Same event, same story, different? (e/s/d, q to end) ')).trim().toLowerCase()
    const answer = ANSWERS[typed]
    if (answer) return answer
    if (typed === 'q' || typed === '') return null
  }
}

const sideText = ({ title, publisher, at }: PairSide) =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')}  ${foldSpace(publisher)}: ${foldSpace(title)}`

const listed = (one: PairSide, other: PairSide) =>
  `${one.articleId} ${other.articleId} ?  ${sideText(one)}  |  ${sideText(other)}`

/** Lines with `?` are left out. Throws for the first malformed line, with its number; then nothing is stored. */
function answersIn(text: string, name: string): GivenAnswer[] {
  return text.split(/\r?\n/).flatMap((line, at): GivenAnswer[] => {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    const [, one, other, letter = ''] = /^(\d{1,15})\s+(\d{1,15})\s+([esd?])(?:\s|$)/i.exec(trimmed) ?? []
    if (one === undefined)
      throw new AppError('bad_request', `${name}, line ${at + 1}: not "ARTICLE ARTICLE e", or s, d or ? for the e.`)
    const answer = ANSWERS[letter.toLowerCase()]
    return answer ? [{ pair: [Number(one), Number(other)], answer }] : []
  })
}

function calibrationState({ calibration, answers }: LineView): string {
  if (!calibration) {
    const left = MIN_ANSWERS - answers
    return left > 0 ? `The line is the default; it moves after ${left} more answers.` : 'The line is the default.'
  }
  const { line, precision, recall } = calibration
  const threshold = line === DEFAULT_LINE ? 'at the default' : `at ${line} times the default`
  return `The line is ${threshold}, calibrated on ${calibration.answers} answers: precision ${outOf(precision)} (${percents(precision)}), recall ${outOf(recall)} (${percents(recall)}).`
}

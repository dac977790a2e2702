/** The question to a judge: lines of the sources, each once, and numbered sentences that name the lines they rest on. Pure. */

import type { Question } from '../../../platform/models/ports.ts'
import { delimit, fillPrompt, type Prompt } from '../../../platform/models/prompts.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { Line } from '../verify/match-evidence.ts'
import { JudgeAnswer, TOKENS_A_VERDICT } from './answer.ts'
import type { JudgedItem } from './judged-item.ts'

/** `bylines` of the sources, in the order of their numbers. */
export function judgeQuestion(
  prompt: Prompt,
  items: readonly JudgedItem[],
  bylines: readonly string[],
): Question<JudgeAnswer> {
  const lines = listLines(items)
  const sources = bylines.flatMap((by, at) => {
    const shown = lines.flatMap(({ source, text }, n) => (source === at + 1 ? [`L${n + 1} ${text}`] : []))
    return shown.length > 0 ? [[`[${at + 1}] ${foldSpace(by) || '–'}`, ...shown].join('\n')] : []
  })
  const listed = items.map(({ text, evidence, findings }, at) =>
    [
      `${at + 1}. [${citedLines(evidence, lines).join(', ')}] ${foldSpace(text)}`,
      ...findings.map((finding) => `? "${foldSpace(finding.text)}"`),
    ].join('\n'),
  )
  const claims = [...sources, listed.join('\n')].join('\n\n')
  return {
    system: prompt.system,
    prompt: fillPrompt(prompt.request, { claims: delimit('claims', claims) }),
    schema: JudgeAnswer,
    name: 'claim_verdicts',
    maxOutputTokens: 100 + 2 * TOKENS_A_VERDICT * items.length,
  }
}

interface ListedLine {
  source: number
  start: number
  text: string
}

/** In the order of the sources; of a sentence that was cut in several ways, what is longest. */
function listLines(items: readonly JudgedItem[]): ListedLine[] {
  const listed: ListedLine[] = []
  for (const { evidence } of items)
    for (const { source, lines } of evidence)
      for (const { start, text } of lines) {
        const line = { source, start, text: foldSpace(text) }
        const same = listed.find((other) => isSame(line, other))
        if (!same) listed.push(line)
        else if (same.text.length < line.text.length) same.text = line.text
      }
  return listed.toSorted((a, b) => a.source - b.source || a.start - b.start)
}

/** A control of the exams has offsets in a text of its own. */
const isSame = (one: ListedLine, other: ListedLine): boolean =>
  one.source === other.source &&
  one.start === other.start &&
  (one.text.includes(other.text) || other.text.includes(one.text))

function citedLines(evidence: JudgedItem['evidence'], listed: readonly ListedLine[]): string[] {
  const numberOf = (source: number, { start, text }: Line) =>
    listed.findIndex((line) => isSame(line, { source, start, text: foldSpace(text) })) + 1
  const cited = evidence.flatMap(({ source, lines }) =>
    lines.filter(({ isCited }) => isCited).map((line) => numberOf(source, line)),
  )
  return [...new Set(cited)].toSorted((a, b) => a - b).map((number) => `L${number}`)
}

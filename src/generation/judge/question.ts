/** The question to a judge: numbered sentences, each with its windows of evidence and the findings of code on it. Pure. */
import { delimit, fillPrompt, type Prompt } from '../../ai/prompts.ts'
import type { Question } from '../../domain/ports.ts'
import { foldSpace } from '../../domain/text/text.ts'
import { questionOf } from '../verify/findings.ts'
import type { Evidence } from '../verify/match-evidence.ts'
import { JudgeAnswer, TOKENS_A_VERDICT } from './answer.ts'
import type { JudgedItem } from './judged-item.ts'

/** `bylines` of the sources, in the order of their numbers. */
export function judgeQuestion(
  prompt: Prompt,
  items: readonly JudgedItem[],
  bylines: readonly string[],
): Question<JudgeAnswer> {
  const cited = new Set(items.flatMap(({ evidence }) => evidence.map(({ source }) => source)))
  const sources = bylines.flatMap((by, at) => (cited.has(at + 1) ? `[${at + 1}] ${foldSpace(by) || '–'}` : []))
  const listed = items.map(({ text, evidence, findings }, at) =>
    [
      `${at + 1}. ${foldSpace(text)}`,
      ...windowsOf(evidence).map(({ source, window }) => `[${source}] ${window}`),
      ...findings.map((finding) => `? ${questionOf(finding)}`),
    ].join('\n'),
  )
  return {
    system: prompt.system,
    prompt: fillPrompt(prompt.request, { claims: delimit('claims', [sources.join('\n'), ...listed].join('\n\n')) }),
    schema: JudgeAnswer,
    name: 'claim_verdicts',
    maxOutputTokens: 100 + 2 * TOKENS_A_VERDICT * items.length,
  }
}

/** Each passage between marks, with the sentences around it that no other passage repeats; a line each, which no text can break. */
function windowsOf(evidence: readonly Evidence[]): { source: number; window: string }[] {
  const shown = evidence.map(({ text }) => foldSpace(text))
  const once = (neighbour: string): string => {
    const text = foldSpace(neighbour)
    if (text === '' || shown.some((other) => other.includes(text) || text.includes(other))) return ''
    shown.push(text)
    return text
  }
  return evidence.map(({ source, before, text, after }) => ({
    source,
    window: foldSpace(`${once(before)} >>${text}<< ${once(after)}`),
  }))
}

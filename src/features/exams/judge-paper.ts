/** The exam of a judge: pairs whose truth is known, in calls as large as those about real sentences, all of them controls. */

import { JudgeAnswer, TOKENS_A_VERDICT, verdictsOf } from '../../news/texts/judge/answer.ts'
import { controlOf } from '../../news/texts/judge/controls.ts'
import type { ExamPair } from '../../news/texts/judge/exam-pairs.ts'
import { NO_SOURCE, numberReader, sourcesIn } from '../../news/texts/judge/judge.ts'
import type { JudgedItem } from '../../news/texts/judge/judged-item.ts'
import { judgeQuestion } from '../../news/texts/judge/question.ts'
import { findingsOn } from '../../news/texts/verify/examine.ts'
import type { VerifyRules } from '../../news/texts/verify/running-text.ts'
import type { Prompt } from '../../platform/models/prompts.ts'
import type { PairAnswer } from './exam.ts'
import type { Graded, Paper } from './take-exam.ts'

/** Half of a headline and four sentences, and a planted error. */
const PAIRS_A_CALL = 4

/** `pairs` of one language. */
export function judgePaper(pairs: readonly ExamPair[], prompt: Prompt, rules: VerifyRules): Paper<ExamPair> {
  const itemOf = (pair: ExamPair, at: number) =>
    controlOf(pair, at + 1, (text, evidence, language) =>
      findingsOn(text, evidence, sourcesIn(language ?? null, evidence), rules),
    ).item
  return {
    role: 'judge',
    language: pairs[0]?.language ?? '',
    promptVersion: prompt.version,
    items: pairs,
    groupOf: (pair) => `${pair.class} ${pair.truth}`,
    batch: PAIRS_A_CALL,
    outputTokens: 100 + TOKENS_A_VERDICT * PAIRS_A_CALL,
    question: (items) =>
      judgeQuestion(
        prompt,
        items.map(itemOf),
        items.map(() => NO_SOURCE),
      ),
    grade: (value, items) => gradePairs(JudgeAnswer.nullable().parse(value), items, items.map(itemOf), rules),
  }
}

function gradePairs(
  value: JudgeAnswer | null,
  items: readonly ExamPair[],
  judged: readonly JudgedItem[],
  rules: VerifyRules,
): Graded {
  const verdicts = value ? verdictsOf(value, judged, numberReader(rules, [])) : []
  const answers = items.map(({ id, class: name, truth }, at): PairAnswer => {
    const verdict = verdicts[at]?.verdict
    return { id, class: name, truth, isSupported: verdict === undefined ? null : verdict === 'supported' }
  })
  const wrong = answers.filter(({ truth, isSupported }) => isSupported !== truth).map(({ id }) => id)
  return value
    ? { answers, verdict: 'accepted', reason: wrong.length > 0 ? `wrong: ${wrong.join(', ')}` : null }
    : { answers, verdict: 'refused', reason: 'the answer could not be read' }
}

/** The verdict on a model in one language, in one sentence for operators. */
import { languageNames } from '../../platform/languages/language-names.ts'
import { outOf, percents } from '../../platform/text/wilson.ts'
import { type Exam, judgeResult, writerResult } from './exam.ts'

const GRADES = {
  good: (model: string, language: string) => `${model} is good enough as a judge in ${language}`,
  unsure: (model: string, language: string) => `${model} may be good enough as a judge in ${language}`,
  poor: (model: string, language: string) => `${model} is not good enough as a judge in ${language}`,
}

/** The bounds are those below which a judge is suspended. */
export function examSentence(exam: Exam): string {
  const { model, role, error } = exam
  if (error) return `${model} could not be examined as a ${role}: ${error}`
  const language = languageNames('en').of(exam.language) ?? exam.language
  if (exam.role === 'writer') {
    const { first, second } = writerResult(exam.answers)
    const excerpts = first.of - first.hits - second.hits
    return `${model} as a writer in ${language}: the certain checks accepted ${outOf(first)} summaries at the first try and ${second.hits} at the second; ${excerpts} would be excerpts.`
  }
  const { grade, caught, wronglyRefused } = judgeResult(exam.answers)
  return `${GRADES[grade](model, language)}: it refused ${outOf(caught)} errors (${percents(caught)}, at least 85 % is asked for) and ${outOf(wronglyRefused)} true sentences (${percents(wronglyRefused)}, at most 10 % is allowed).`
}

/** Exam results of the models of the settings. */
import type { Servers } from '../../app/check-servers.ts'
import type { Services } from '../../app/services.ts'
import type { Config } from '../../config.ts'
import { ok, type Report, warning } from '../../news/health/health-check.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Exam, judgeResult } from './exam.ts'
import { examSentence } from './exam-sentence.ts'
import { findExam } from './list-exams.ts'

export interface ExaminedModel {
  model: string
  role: Exam['role']
  /** The newest that came to its end. */
  exam: Exam | null
}

/** One for each part that a model has by the settings. */
export async function examinedModels(config: Config, db: Db): Promise<ExaminedModel[]> {
  if (config.AI_PROVIDER === 'none' || !config.AI_MODEL) return []
  const writer = { model: config.AI_MODEL, role: 'writer' } as const
  const judge = { model: config.AI_JUDGE_MODEL ?? config.AI_MODEL, role: 'judge' } as const
  const parts = config.AI_JUDGE === 'on' ? [judge, writer] : [writer]
  return Promise.all(
    parts.map(async (part) => ({ ...part, exam: (await findExam(db, part.model, part.role)) ?? null })),
  )
}

const missingExam = (model: string, role: Exam['role']): string =>
  `no exam of ${model} as a ${role} yet: "karnhuset models exam" says whether it can be trusted`

/** Exam results of the models of the settings, with a warning where one judges itself. */
export async function checkExams({ config, database, models }: Servers): Promise<Report> {
  if (!models.enrichment) return []
  const parts = await examinedModels(config, database.db)
  const lines = parts.map(({ model, role, exam }) => {
    if (!exam) return warning(`${missingExam(model, role)}.`)
    const isPoor = exam.role === 'judge' && judgeResult(exam.answers).grade === 'poor'
    return (isPoor ? warning : ok)(examSentence(exam))
  })
  const isWriterJudge = new Set(parts.map(({ model }) => model)).size < parts.length
  return isWriterJudge ? [...lines, ok(SITE_JUDGE)] : lines
}

const SITE_JUDGE = 'the writer judges its own texts: another model as AI_JUDGE_MODEL is recommended'

/** A model without an exam is used all the same; its controls are counted. */
export async function noteMissingExams({ config, database, log }: Pick<Services, 'config' | 'database' | 'log'>) {
  for (const { model, role, exam } of await examinedModels(config, database.db))
    if (!exam) log.warn({ model }, missingExam(model, role))
}

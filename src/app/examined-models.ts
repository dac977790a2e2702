/** Exam results of the models of the settings. */
import type { Config } from '../config.ts'
import type { Exam } from '../domain/quality/exam.ts'
import { findExam } from '../read/operator/exams.ts'
import type { Db } from '../store/database/database.ts'

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

export const missingExam = (model: string, role: Exam['role']): string =>
  `no exam of ${model} as a ${role} yet: "karnhuset models exam" says whether it can be trusted`

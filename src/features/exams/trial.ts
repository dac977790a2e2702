/** Short exams of a model that is tried in the first run. */
import type { Services } from '../../app/services.ts'
import { type ReportTrial, TRIAL_MINUTES, type TrialLimits, type TrialPart } from '../../app/topic/try-model.ts'
import { AppError } from '../../platform/errors.ts'
import { EXAM_ROLES, type Exam, type ExamRole } from './exam.ts'
import { examSentence } from './exam-sentence.ts'
import { planExams, runExams } from './run-exams.ts'

/** As many as a small model on a laptop answers in that time. */
const QUESTIONS: Record<ExamRole, number> = { judge: 20, writer: 3 }

async function query(services: Services, { deadline, policy }: TrialLimits, report: ReportTrial): Promise<void> {
  const done: Exam[] = []
  for (const role of EXAM_ROLES) {
    const request = { models: [], baseUrl: null, roles: [role], limit: QUESTIONS[role] }
    await planExams(services, request)
    const before = done.reduce((sum, { answers }) => sum + answers.length, 0)
    const onProgress = ({ answers }: Exam) => {
      report({ answered: before + answers.length })
      if (Date.now() > deadline)
        throw new AppError(
          'unavailable',
          `It took longer than ${TRIAL_MINUTES} minutes. "karnhuset models exam" asks all of it once the site runs.`,
        )
    }
    const exams = await runExams(services, request, { onProgress, policy })
    // A model that does not answer as a judge does not as a writer.
    const failed = exams.find(({ error }) => error !== null)
    if (failed) throw new AppError('unavailable', examSentence(failed))
    done.push(...exams)
    report({ exams: done.map(examSentence) })
  }
}

export const trial: TrialPart = { questions: EXAM_ROLES.reduce((sum, role) => sum + QUESTIONS[role], 0), query }

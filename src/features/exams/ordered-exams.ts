/** Exams that the console orders: queued, recorded with who did it, and taken by a worker. */
import type { Services } from '../../app/services.ts'
import type { Outcome } from '../../news/actions/rules/actions.ts'
import { auditedAction } from '../../news/actions/writes/log.ts'
import type { ActorDatabase } from '../../platform/database/database.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import type { CallPolicyOptions } from '../../platform/models/call-policy.ts'
import { type ExamRequest, type ExamServices, planExams, runExams } from './run-exams.ts'

/** Queues them for a worker. `unchanged` while others are under way. */
export async function startExams(
  { database, clock, queue }: Pick<Services, 'database' | 'clock' | 'queue'>,
  request: ExamRequest,
): Promise<Outcome> {
  const jobs = await queue()
  const last = await jobs.last('exams')
  if (last?.state === 'waiting' || last?.state === 'active') return 'unchanged'
  await recordExams(database, request, clock.now())
  await jobs.add('exams', [JSON.stringify(request)], { now: true })
  return 'done'
}

/** Why the last ones did not come to their end; null where they did. */
export async function examsState({ queue }: Pick<Services, 'queue'>) {
  const job = await (await queue()).last('exams')
  const { error = null, message = null } = (job?.output ?? {}) as { error?: string | null; message?: string | null }
  return { isRunning: job?.state === 'waiting' || job?.state === 'active', error: error ?? message }
}

/** That models are examined. */
const recordExams = (database: ActorDatabase, { models, baseUrl, roles, limit }: ExamRequest, now: Date) =>
  auditedAction(database, now, async () => ({
    action: 'models_examined',
    target: 'models:0',
    subject: models.join(', '),
    before: {},
    undo: null,
    after: { roles: roles.join(', '), url: baseUrl, limit },
  }))

/** Runs where a worker takes a job that the console has queued. */
export async function examsJob(
  services: ExamServices,
  key: string,
  policy: Partial<CallPolicyOptions> = {},
): Promise<{ error: string | null }> {
  const request = JSON.parse(key) as ExamRequest
  try {
    await planExams(services, request)
    const exams = await runExams(services, request, { policy })
    return { error: exams.find(({ error }) => error !== null)?.error ?? null }
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') return { error: messageOf(error) }
    throw error
  }
}

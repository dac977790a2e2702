/** `models exam`: exams of language models, and how it exits. */
import { type Io, progressBar } from '../../cli/io.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallPolicyOptions } from '../../platform/models/call-policy.ts'
import { EXAM_ROLES, type Exam } from './exam.ts'
import { examFacts, examReport, planLine } from './exam-report.ts'
import { type ExamRequest, type ExamServices, examsBefore, planExams, runExams } from './run-exams.ts'

export interface ExamOptions {
  model?: string[]
  baseUrl?: string
  role?: string
  limit?: number
  json?: boolean
}

/** Exit code 0 when every exam came to its end, 1 when one did not, or it was declined. */
export async function modelsExam(
  services: ExamServices,
  io: Io,
  options: ExamOptions,
  policy: Partial<CallPolicyOptions> = {},
): Promise<number> {
  const request = requestOf(options)
  const plan = await planExams(services, request)
  const print = options.json ? io.note : io.line
  print(planLine(plan))
  if (plan.cost > 0 && !(await io.confirm('Go on?'))) return 1
  const onProgress = ({ model, role, answers, items }: Exam) =>
    io.progress(progressBar(`${model} as ${role}`, answers.length, items, io.columns))
  const exams = await runExams(services, request, { onProgress, policy })
  io.progress('')
  const { before, volume } = await examsBefore(services, exams)
  if (options.json)
    io.line(JSON.stringify({ plan, volume, exams: exams.map((exam) => examFacts(exam, volume)) }, null, 2))
  else for (const line of examReport(exams, before, volume)) io.line(line)
  return exams.every(({ error }) => error === null) ? 0 : 1
}

function requestOf({ model = [], baseUrl, role = 'both', limit }: ExamOptions): ExamRequest {
  const existing = EXAM_ROLES.find((name) => name === role)
  if (!existing && role !== 'both')
    throw new AppError('bad_request', `--role: "${role}" is not one of judge, writer, both.`)
  if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw new AppError('bad_request', `--base-url: "${baseUrl}" is no address, as http://127.0.0.1:11434/v1.`)
  if (limit === 0) throw new AppError('bad_request', '--limit: at least 1.')
  return {
    models: model,
    baseUrl: baseUrl?.replace(/\/+$/, '') ?? null,
    roles: existing ? [existing] : [...EXAM_ROLES],
    limit: limit ?? null,
  }
}

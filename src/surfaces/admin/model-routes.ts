/** Models at the console: exams with their price said first, servers nearby, and one of their models for the settings. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { volumeOf } from '../../domain/quality/exam.ts'
import { articlesADay, listExams } from '../../read/operator/exams.ts'
import type { AdminContext } from './admin-context.ts'
import { blankExam, type ExamForm, type ModelsView, modelsPage, requestOf } from './models.ts'
import { field } from './requests.ts'

const path = '/admin/modeller'

export function modelRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, clock, commands } = admin.ctx

  async function show(request: FastifyRequest, reply: FastifyReply, view: Partial<ModelsView> = {}) {
    const blank = {
      ...{ exams: await listExams(db), volume: volumeOf(await articlesADay(db, clock.now())), given: blankExam },
      ...{ state: await commands.models.examsState(), plan: null, servers: null, addresses: '', chosen: null },
      trouble: null,
    }
    return admin.send(request, reply, modelsPage(admin.page(request, reply), { ...blank, ...view }))
  }

  /** What cannot be done is said on the page, beside what was typed. */
  async function trying(request: FastifyRequest, reply: FastifyReply, given: Partial<ModelsView>, work: () => unknown) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'bad_request' && error.code !== 'unprocessable')) throw error
      return show(request, reply.code(422), { ...given, trouble: error.message })
    }
  }

  app.get(path, (request, reply) => show(request, reply))

  app.post(path, async (request, reply) => {
    const given = formIn(request)
    return trying(request, reply, { given }, async () => {
      const wanted = requestOf(given, limitOf(given))
      const plan = await commands.models.planExams(wanted)
      if (field(request, 'vad') !== 'kor') return show(request, reply, { given, plan })
      return admin.after(reply, path, await commands.models.startExams(wanted), 'examining')
    })
  })

  app.post(`${path}/leta`, async (request, reply) => {
    const addresses = field(request, 'adresser', 2000)
    const servers = () => commands.models.findServers(addresses.split(/[\s,]+/).filter(Boolean))
    return trying(request, reply, { addresses }, async () =>
      show(request, reply, { addresses, servers: await servers() }),
    )
  })

  app.post(`${path}/valj`, (request, reply) =>
    trying(request, reply, {}, async () => {
      const model = field(request, 'modell')
      const notes = await commands.models.chooseModel(field(request, 'server'), model)
      return show(request, reply, { chosen: { model, notes } })
    }),
  )
}

const formIn = (request: FastifyRequest): ExamForm => ({
  modeller: field(request, 'modeller'),
  server: field(request, 'server'),
  roll: field(request, 'roll'),
  antal: field(request, 'antal'),
})

function limitOf({ antal, server }: ExamForm): number | null {
  if (server !== '' && !/^https?:$/.test(URL.parse(server)?.protocol ?? ''))
    throw new AppError('bad_request', `"${server}" is no address, as http://127.0.0.1:11434/v1.`)
  if (antal === '') return null
  if (!/^[1-9]\d{0,3}$/.test(antal)) throw new AppError('bad_request', `"${antal}" is no number from 1 to 9999.`)
  return Number(antal)
}

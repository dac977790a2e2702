/** Sources: all of them, one of them, and what can be done with each. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { actionsOn } from '../../read/operator/log.ts'
import { findSource } from '../../read/operator/source-fetches.ts'
import { listSourceHealth } from '../../read/operator/source-health.ts'
import { type AdminContext, codeOf, found } from './admin-context.ts'
import { type ById, field, idOf, idParam } from './requests.ts'
import { sourcePage } from './source.ts'
import { previewPage, type SourcesView, sourcesPage } from './sources.ts'

const opmlBytes = 2 * 1024 * 1024

export function sourceRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, clock, commands, site } = admin.ctx
  const path = (id: number) => `/admin/kallor/${id}`

  async function list(request: FastifyRequest, reply: FastifyReply, trouble: SourcesView['trouble'] = null) {
    const sources = await listSourceHealth(db, clock.now(), site.timezone)
    return admin.send(request, reply, sourcesPage(admin.page(request, reply), { sources, trouble }))
  }

  /** Shows the fault of a given address above its form. */
  async function orShowProblem(request: FastifyRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && error.code === 'internal') throw error
      // A publisher that cannot be reached is an error of its own kind.
      if (!(error instanceof Error) || !('code' in error)) throw error
      return list(request, reply.code(422), { given: field(request, 'adress'), detail: error.message })
    }
  }

  app.get('/admin/kallor', (request, reply) => list(request, reply))

  app.post('/admin/kallor', (request, reply) =>
    orShowProblem(request, reply, async () => {
      const url = field(request, 'adress')
      if (field(request, 'vad') === 'visa') {
        const preview = await commands.operator.previewSource(url)
        return admin.send(request, reply, previewPage(admin.page(request, reply), preview))
      }
      const title = field(request, 'namn')
      const source = await commands.addSource(url, title ? { title } : {})
      return admin.go(reply, path(source.id), 'added')
    }),
  )

  app.get('/admin/kallor.opml', async (_request, reply) =>
    reply
      .type('text/x-opml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="kallor.opml"')
      .send(await commands.exportSources()),
  )

  app.post('/admin/kallor.opml', { bodyLimit: opmlBytes }, (request, reply) =>
    orShowProblem(request, reply, async () => {
      const { added } = await commands.importSources(field(request, 'opml', opmlBytes))
      return admin.go(reply, '/admin/kallor', added.length > 0 ? 'imported' : 'unchanged')
    }),
  )

  app.get(`/admin/kallor/${idParam}`, async (request: ById, reply) => {
    const id = idOf(request)
    const source = found(await findSource(db, id))
    const health = found((await listSourceHealth(db, clock.now(), site.timezone)).find((each) => each.id === id))
    const log = await actionsOn(db, `source:${id}`)
    return admin.send(request, reply, sourcePage(admin.page(request, reply), { source, health, log }))
  })

  const switches = {
    pausa: { said: 'paused', to: path, act: (id: number) => commands.pauseSource(id) },
    ateruppta: { said: 'resumed', to: path, act: (id: number) => commands.resumeSource(id) },
    'ta-bort': { said: 'removed', to: () => '/admin/kallor', act: (id: number) => commands.removeSource(id) },
  } as const
  for (const [name, { said, to, act }] of Object.entries(switches))
    app.post(`/admin/kallor/${idParam}/${name}`, async (request: ById, reply) => {
      const id = idOf(request)
      // A form that was sent twice finds its source gone: that is what it asked for.
      await act(id).catch((error) => {
        if (name !== 'ta-bort') throw error
        codeOf(error, 'not_found')
      })
      return admin.go(reply, to(id), said)
    })

  app.post(`/admin/kallor/${idParam}/las`, async (request: ById, reply) => {
    const id = idOf(request)
    try {
      const visit = await commands.operator.probeSource(id)
      return admin.go(reply, path(id), visit.outcome === 'failed' ? 'probe_failed' : 'probed')
    } catch (error) {
      codeOf(error, 'rate_limited')
      return admin.go(reply, path(id), 'just_asked')
    }
  })
}

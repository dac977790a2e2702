/** One source: its page, its settings, and what can be done with it. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { basicLogin, parseHeaders, type SecretHeaders, type SourceEdit } from '../../domain/feeds/source-settings.ts'
import { nameOrder } from '../../domain/text/collation.ts'
import { actionsOn } from '../../read/operator/log.ts'
import { findSource } from '../../read/operator/source-fetches.ts'
import { listSourceStates, withDays } from '../../read/operator/source-health.ts'
import { type AdminContext, codeOf, found } from './admin-context.ts'
import { type ById, field, idOf, idParam } from './requests.ts'
import { sourcePage } from './source.ts'

const path = (id: number) => `/admin/kallor/${id}`

export function oneSourceRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, clock, commands, site } = admin.ctx

  async function show(request: ById, reply: FastifyReply, trouble: string | null = null) {
    const id = idOf(request)
    const source = found(await findSource(db, id))
    const all = await listSourceStates(db, clock.now())
    const own = all.filter((each) => each.id === id)
    const health = found((await withDays(db, own, clock.now(), site.timezone))[0])
    const folders = [...new Set(all.flatMap(({ folder }) => folder ?? []))].sort(nameOrder(site.language))
    const form = { id, settings: await commands.sourceSettings(id), folders, trouble }
    const log = await actionsOn(db, `source:${id}`)
    return admin.send(request, reply, sourcePage(admin.page(request, reply), { source, health, log, form }))
  }

  /** Changes what is set, or shows above the form why it cannot be. */
  async function edit(request: ById, reply: FastifyReply, read: () => [SourceEdit, (SecretHeaders | null)?]) {
    try {
      const [change, login] = read()
      const outcome = await commands.editSource(idOf(request), change, login)
      return admin.after(reply, path(idOf(request)), outcome, 'changed')
    } catch (error) {
      codeOf(error, 'bad_request', 'unprocessable')
      return show(request, reply.code(422), (error as AppError).message)
    }
  }

  app.get(`/admin/kallor/${idParam}`, (request: ById, reply) => show(request, reply))

  app.post(`/admin/kallor/${idParam}/andra`, (request: ById, reply) => edit(request, reply, () => [editOf(request)]))

  app.post(`/admin/kallor/${idParam}/inloggning`, (request: ById, reply) =>
    edit(request, reply, () => [{}, loginOf(request)]),
  )

  app.post(`/admin/kallor/${idParam}/sok-adress`, async (request: ById, reply) => {
    const url = await commands.proposeAddress(idOf(request))
    return url ? reply.redirect(path(idOf(request)), 303) : admin.go(reply, path(idOf(request)), 'not_found_elsewhere')
  })

  app.post(`/admin/kallor/${idParam}/ta-adress`, async (request: ById, reply) => {
    const { proposedUrl } = await commands.sourceSettings(idOf(request))
    if (!proposedUrl) return admin.go(reply, path(idOf(request)), 'unchanged')
    return edit(request, reply, () => [{ url: proposedUrl }])
  })

  app.post(`/admin/kallor/${idParam}/som-listan`, async (request: ById, reply) => {
    const { differences } = await commands.syncSourceList()
    const own = differences.find(({ feedId }) => feedId === idOf(request))
    return edit(request, reply, () => [own?.list ?? {}])
  })

  const switches = {
    pausa: { said: 'paused', act: (id: number) => commands.pauseSource(id) },
    ateruppta: { said: 'resumed', act: (id: number) => commands.resumeSource(id) },
  } as const
  for (const [name, { said, act }] of Object.entries(switches))
    app.post(`/admin/kallor/${idParam}/${name}`, async (request: ById, reply) => {
      await act(idOf(request))
      return admin.go(reply, path(idOf(request)), said)
    })

  app.post(`/admin/kallor/${idParam}/ta-bort`, async (request: ById, reply) => {
    // A form that was sent twice finds its source gone: that is what it asked for.
    await commands.removeSource(idOf(request), field(request, 'artiklar') === 'ja').catch((error) => {
      codeOf(error, 'not_found')
    })
    return admin.go(reply, '/admin/kallor', 'removed')
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

function editOf(request: ById): SourceEdit {
  const interval = field(request, 'intervall')
  return {
    url: field(request, 'adress', 2000),
    title: field(request, 'namn'),
    publisher: field(request, 'utgivare'),
    publisherName: field(request, 'utgivarnamn') || null,
    language: field(request, 'sprak') || null,
    folder: field(request, 'mapp') || null,
    interval: interval === '' ? null : Number(interval),
    relevance: field(request, 'allt') === 'ja' ? 'all' : 'model',
    extract: field(request, 'sidor') === 'ja',
  }
}

/** Throws `bad_request` where nothing is given. */
function loginOf(request: ById): SecretHeaders | null {
  if (field(request, 'vad') === 'ta-bort') return null
  const [name, password] = [field(request, 'anvandare'), field(request, 'losenord')]
  const login = { ...parseHeaders(field(request, 'huvuden', 4000)), ...(name ? basicLogin(name, password) : {}) }
  if (Object.keys(login).length === 0) throw new AppError('bad_request', 'Give a name and a password, or headers.')
  return login
}

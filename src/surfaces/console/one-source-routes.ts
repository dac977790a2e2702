/** One source: its page, its settings, and the acts on it. */

import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  basicLogin,
  parseHeaders,
  type SecretHeaders,
  type SourceEdit,
} from '../../news/feeds/rules/source-settings.ts'
import { probeSource } from '../../news/feeds/visits/probe-source.ts'
import { proposeAddress } from '../../news/feeds/visits/propose-address.ts'
import { syncList } from '../../news/feeds/visits/sync-source-list.ts'
import { editSource, sourceSettings } from '../../news/feeds/writes/edit-source.ts'
import { getFeed } from '../../news/feeds/writes/feeds.ts'
import { pauseSource, removeSource, resumeSource } from '../../news/feeds/writes/operator-sources.ts'
import { actionsOn } from '../../news/operator/queries/read-log.ts'
import { findSource } from '../../news/operator/queries/source-fetches.ts'
import { listSourceStates, withDays } from '../../news/operator/queries/source-health.ts'
import { AppError } from '../../platform/errors.ts'
import { nameOrder } from '../../platform/text/collation.ts'
import { actionRoutes } from './actions.ts'
import { type AdminContext, codeOf, found } from './admin-context.ts'
import { type ById, idOf, idParam, textField } from './requests.ts'
import { sourcePage } from './source.ts'
import type { SourceFields, SourceFormView } from './source-form.ts'

const path = (id: number) => `/admin/sources/${id}`

export function oneSourceRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, clock, site, config, log } = admin.ctx

  async function show(
    request: ById,
    reply: FastifyReply,
    refused: Partial<Pick<SourceFormView, 'errorState' | 'given'>> = {},
  ) {
    const id = idOf(request)
    const source = found(await findSource(db, id))
    const all = await listSourceStates(db, clock.now())
    const selected = all.filter((each) => each.id === id)
    const health = found((await withDays(db, selected, clock.now(), site.timezone))[0])
    const folders = [...new Set(all.flatMap(({ folder }) => folder ?? []))].sort(nameOrder(site.language))
    const settings = await sourceSettings(admin.act(request).database, id)
    const form = { id, settings, folders, errorState: null, given: null, ...refused }
    const actions = await actionsOn(db, `source:${id}`)
    return admin.send(request, reply, sourcePage(admin.page(request, reply), { source, health, log: actions, form }))
  }

  /** Changes what is set, or shows above the form why it cannot be. */
  async function edit(
    request: ById,
    reply: FastifyReply,
    read: () => [SourceEdit, (SecretHeaders | null)?],
    given: SourceFields | null = null,
  ) {
    try {
      const [change, login] = read()
      const { database, now } = admin.act(request)
      const wanted = { edit: change, login, dataDir: config.DATA_DIR }
      const outcome = await editSource(database, idOf(request), wanted, now)
      return admin.after(reply, path(idOf(request)), outcome, 'changed')
    } catch (error) {
      codeOf(error, 'bad_request', 'unprocessable')
      return show(request, reply.code(422), { errorState: (error as AppError).message, given })
    }
  }

  app.get(`/admin/sources/${idParam}`, (request: ById, reply) => show(request, reply))

  app.post(`/admin/sources/${idParam}/change`, (request: ById, reply) => {
    const given = formIn(request)
    return edit(request, reply, () => [editOf(given)], given)
  })

  app.post(`/admin/sources/${idParam}/login`, (request: ById, reply) =>
    edit(request, reply, () => [{}, loginOf(request)]),
  )

  app.post(`/admin/sources/${idParam}/find-address`, async (request: ById, reply) => {
    const { database } = admin.act(request)
    const { fetcher, reader } = admin.services
    const deps = { database, fetcher, reader, clock, log }
    const url = await proposeAddress(deps, await getFeed(database, idOf(request)))
    return url ? reply.redirect(path(idOf(request)), 303) : admin.go(reply, path(idOf(request)), 'not_found_elsewhere')
  })

  app.post(`/admin/sources/${idParam}/take-address`, async (request: ById, reply) => {
    const { proposedUrl } = await sourceSettings(admin.act(request).database, idOf(request))
    if (!proposedUrl) return admin.go(reply, path(idOf(request)), 'unchanged')
    return edit(request, reply, () => [{ url: proposedUrl }])
  })

  app.post(`/admin/sources/${idParam}/as-listed`, async (request: ById, reply) => {
    const { database, now } = admin.act(request)
    const { differences } = await syncList(config, database, now)
    const difference = differences.find(({ feedId }) => feedId === idOf(request))
    return edit(request, reply, () => [difference?.list ?? {}])
  })

  actionRoutes(app, admin, `/admin/sources/${idParam}`, {
    pause: {
      message: 'paused',
      run: (request, { database, now }) => pauseSource(database, idOf(request), now).then(() => 'done'),
    },
    resume: {
      message: 'resumed',
      run: (request, { database, now }) => resumeSource(database, idOf(request), now).then(() => 'done'),
    },
    remove: {
      message: 'removed',
      run: async (request, { database, now }) => {
        const withArticles = textField(request, 'articles') === 'yes'
        // A form that was sent twice finds its source gone: that is what it asked for.
        await removeSource(database, idOf(request), withArticles, now).catch((error) => {
          codeOf(error, 'not_found')
        })
        return { message: 'done', path: '/admin/sources' }
      },
    },
    read: {
      message: 'probed',
      refused: { rate_limited: 'just_asked' },
      run: async (request, { database }) => {
        const { queue } = admin.services
        const { outcome } = await probeSource({ database, clock, queue }, idOf(request))
        return outcome === 'failed' ? 'probe_failed' : 'done'
      },
    },
  })
}

const formIn = (request: ById): SourceFields => ({
  address: textField(request, 'address', 2000),
  name: textField(request, 'name'),
  publisher: textField(request, 'publisher'),
  publisher_name: textField(request, 'publisher_name'),
  language: textField(request, 'language'),
  folder: textField(request, 'folder'),
  interval: textField(request, 'interval'),
  everything: textField(request, 'everything'),
  pages: textField(request, 'pages'),
})

const editOf = (given: SourceFields): SourceEdit => ({
  url: given.address,
  title: given.name,
  publisher: given.publisher,
  publisherName: given.publisher_name || null,
  language: given.language || null,
  folder: given.folder || null,
  interval: given.interval === '' ? null : Number(given.interval),
  relevance: given.everything === 'yes' ? 'all' : 'model',
  extract: given.pages === 'yes',
})

/** Throws `bad_request` where nothing is given. */
function loginOf(request: ById): SecretHeaders | null {
  if (textField(request, 'what') === 'remove') return null
  const [name, password] = [textField(request, 'user'), textField(request, 'password')]
  const login = { ...parseHeaders(textField(request, 'headers', 4000)), ...(name ? basicLogin(name, password) : {}) }
  if (Object.keys(login).length === 0) throw new AppError('bad_request', 'Give a name and a password, or headers.')
  return login
}

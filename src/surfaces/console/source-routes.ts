/** The list of sources, and the acts on it: adding, importing, several at a time. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { healthStates } from '../../news/feeds/rules/feed-health.ts'
import { filterSources, type SourceFilter, sourceOrders } from '../../news/feeds/rules/source-filter.ts'
import { addSource, findFeeds, previewSource } from '../../news/feeds/visits/new-source.ts'
import { importOpml, syncList } from '../../news/feeds/visits/sync-source-list.ts'
import { editSource } from '../../news/feeds/writes/edit-source.ts'
import { pauseSource, removeSource, resumeSource } from '../../news/feeds/writes/operator-sources.ts'
import { listSourceStates, withDays } from '../../news/operator/queries/source-health.ts'
import { listOutlines } from '../../news/operator/queries/source-records.ts'
import { AppError } from '../../platform/errors.ts'
import { pageOf } from '../../platform/site/pages.ts'
import { nameOrder } from '../../platform/text/collation.ts'
import type { Act, AdminContext } from './admin-context.ts'
import { idFields, pageNumber, queryOf, textField } from './requests.ts'
import { choicePage, previewPage, type SourcesView, sourcesPage } from './sources.ts'

const perPage = 100
const opmlBytes = 2 * 1024 * 1024

export function sourceRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, clock, site, config } = admin.ctx

  async function list(request: FastifyRequest, reply: FastifyReply, errorState: SourcesView['errorState'] = null) {
    const all = await listSourceStates(db, clock.now())
    const filter = filterOf(request)
    const { database, now } = admin.act(request)
    const { differences, leftOut } = await syncList(config, database, now)
    const folders = [...new Set(all.flatMap(({ folder }) => folder ?? []))].sort(nameOrder(site.language))
    const selected = filterSources(all, filter, site.language)
    const list = pageOf(selected, { page: pageNumber(request), perPage })
    const sources = { ...list, items: await withDays(db, list.items, clock.now(), site.timezone) }
    const view = { sources, selected, total: all.length, folders, filter, differences, leftOut, errorState }
    return admin.send(request, reply, sourcesPage(admin.page(request, reply), view))
  }

  /** Shows the error of a given address above its form. */
  async function orShowProblem(request: FastifyRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && error.code === 'internal') throw error
      // A publisher that cannot be reached is an error of its own kind.
      if (!(error instanceof Error) || !('code' in error)) throw error
      return list(request, reply.code(422), { given: textField(request, 'address'), detail: error.message })
    }
  }

  app.get('/admin/sources', (request, reply) => list(request, reply))

  app.post('/admin/sources', (request, reply) =>
    orShowProblem(request, reply, async () => {
      const url = textField(request, 'address', 2000)
      if (textField(request, 'what') === 'view') {
        const preview = await previewSource(admin.services, url)
        return admin.send(request, reply, previewPage(admin.page(request, reply), preview))
      }
      const title = textField(request, 'name')
      const found = await findFeeds(admin.services, url)
      if (found.length > 1)
        return admin.send(request, reply, choicePage(admin.page(request, reply), found, { name: title, given: url }))
      const { database, now } = admin.act(request)
      const added = { title, dataDir: config.DATA_DIR }
      const source = await addSource(database, admin.services, url, added, now)
      return admin.go(reply, `/admin/sources/${source.id}`, 'added')
    }),
  )

  app.get('/admin/sources.opml', async (_, reply) => {
    const { renderOpml } = await import('../../news/feeds/formats/render-opml.ts')
    return reply
      .type('text/x-opml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="sources.opml"')
      .send(renderOpml(await listOutlines(db, site.language), site.name))
  })

  app.post('/admin/sources.opml', { bodyLimit: opmlBytes }, (request, reply) =>
    orShowProblem(request, reply, async () => {
      const { database, now } = admin.act(request)
      const { added, leftOut } = await importOpml(database, textField(request, 'opml', opmlBytes), now)
      if (leftOut.length > 0)
        return list(request, reply, { given: '', detail: `left out, ${leftOut.slice(0, 20).join('; ')}` })
      return admin.go(reply, '/admin/sources', added.length > 0 ? 'imported' : 'unchanged')
    }),
  )

  const several: Record<string, (act: Act, id: number, folder: string) => Promise<unknown>> = {
    pause: ({ database, now }, id) => pauseSource(database, id, now),
    resume: ({ database, now }, id) => resumeSource(database, id, now),
    folder: ({ database, now }, id, folder) =>
      editSource(database, id, { edit: { folder: folder || null }, dataDir: config.DATA_DIR }, now),
    remove: ({ database, now }, id) => removeSource(database, id, false, now),
    'remove-with-articles': ({ database, now }, id) => removeSource(database, id, true, now),
  }

  app.post('/admin/sources/several', { bodyLimit: opmlBytes }, async (request, reply) => {
    const ids = idFields(request, 'source', 'all')
    const work = several[textField(request, 'what')]
    if (!work) throw new AppError('bad_request', 'Say what to do with them.')
    if (ids.length === 0) return admin.go(reply, '/admin/sources', 'none_chosen')
    const act = admin.act(request)
    const there = new Set((await listSourceStates(db, act.now)).map(({ id }) => id))
    const folder = textField(request, 'folder', 100)
    for (const id of ids) if (there.has(id)) await work(act, id, folder)
    return admin.go(reply, '/admin/sources', 'changed_several')
  })
}

function filterOf(request: FastifyRequest): SourceFilter {
  const state = [...healthStates, 'trouble' as const].find((existing) => existing === queryOf(request, 'state'))
  const order = sourceOrders.find((existing) => existing === queryOf(request, 'order'))
  const [search, folder] = [queryOf(request, 'q'), queryOf(request, 'folder')]
  return { search, ...(state ? { state } : {}), ...(folder ? { folder } : {}), ...(order ? { order } : {}) }
}

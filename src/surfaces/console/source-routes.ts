/** The list of sources, and the acts on it: adding, importing, several at a time. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { healthStates } from '../../news/feeds/rules/feed-health.ts'
import { filterSources, type SourceFilter, sourceOrders } from '../../news/feeds/rules/source-filter.ts'
import type { Commands } from '../../news/operator/commands.ts'
import { listSourceStates, withDays } from '../../news/operator/queries/source-health.ts'
import { AppError } from '../../platform/errors.ts'
import { pageOf } from '../../platform/site/pages.ts'
import { nameOrder } from '../../platform/text/collation.ts'
import type { AdminContext } from './admin-context.ts'
import { idFields, pageNumber, queryOf, textField } from './requests.ts'
import { choicePage, previewPage, type SourcesView, sourcesPage } from './sources.ts'

const perPage = 100
const opmlBytes = 2 * 1024 * 1024

export function sourceRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, clock, site } = admin.ctx

  async function list(request: FastifyRequest, reply: FastifyReply, errorState: SourcesView['errorState'] = null) {
    const all = await listSourceStates(db, clock.now())
    const filter = filterOf(request)
    const { differences, leftOut } = await admin.commands(request).syncSourceList()
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
      return list(request, reply.code(422), { given: textField(request, 'adress'), detail: error.message })
    }
  }

  app.get('/admin/kallor', (request, reply) => list(request, reply))

  app.post('/admin/kallor', (request, reply) =>
    orShowProblem(request, reply, async () => {
      const commands = admin.commands(request)
      const url = textField(request, 'adress', 2000)
      if (textField(request, 'vad') === 'visa') {
        const preview = await commands.operator.previewSource(url)
        return admin.send(request, reply, previewPage(admin.page(request, reply), preview))
      }
      const title = textField(request, 'namn')
      const found = await commands.findFeeds(url)
      if (found.length > 1)
        return admin.send(request, reply, choicePage(admin.page(request, reply), found, { name: title, given: url }))
      const source = await commands.addSource(url, title ? { title } : {})
      return admin.go(reply, `/admin/kallor/${source.id}`, 'added')
    }),
  )

  app.get('/admin/kallor.opml', async (request, reply) =>
    reply
      .type('text/x-opml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="kallor.opml"')
      .send(await admin.commands(request).exportSources()),
  )

  app.post('/admin/kallor.opml', { bodyLimit: opmlBytes }, (request, reply) =>
    orShowProblem(request, reply, async () => {
      const { added, leftOut } = await admin.commands(request).importSources(textField(request, 'opml', opmlBytes))
      if (leftOut.length > 0)
        return list(request, reply, { given: '', detail: `left out, ${leftOut.slice(0, 20).join('; ')}` })
      return admin.go(reply, '/admin/kallor', added.length > 0 ? 'imported' : 'unchanged')
    }),
  )

  const several: Record<string, (commands: Commands, id: number, folder: string) => Promise<unknown>> = {
    pausa: (commands, id) => commands.pauseSource(id),
    ateruppta: (commands, id) => commands.resumeSource(id),
    mapp: (commands, id, folder) => commands.editSource(id, { folder: folder || null }),
    'ta-bort': (commands, id) => commands.removeSource(id),
    'ta-bort-med-artiklar': (commands, id) => commands.removeSource(id, true),
  }

  app.post('/admin/kallor/flera', { bodyLimit: opmlBytes }, async (request, reply) => {
    const ids = idFields(request, 'kalla', 'alla')
    const work = several[textField(request, 'vad')]
    if (!work) throw new AppError('bad_request', 'Say what to do with them.')
    if (ids.length === 0) return admin.go(reply, '/admin/kallor', 'none_chosen')
    const commands = admin.commands(request)
    const there = new Set((await commands.listSources()).map(({ id }) => id))
    const folder = textField(request, 'mapp', 100)
    for (const id of ids) if (there.has(id)) await work(commands, id, folder)
    return admin.go(reply, '/admin/kallor', 'changed_several')
  })
}

function filterOf(request: FastifyRequest): SourceFilter {
  const state = [...healthStates, 'trouble' as const].find((existing) => existing === queryOf(request, 'lage'))
  const order = sourceOrders.find((existing) => existing === queryOf(request, 'ordning'))
  const [search, folder] = [queryOf(request, 'q'), queryOf(request, 'mapp')]
  return { search, ...(state ? { state } : {}), ...(folder ? { folder } : {}), ...(order ? { order } : {}) }
}

/** `/publishers`, each publisher, the events behind its figures, two side by side, and months as pages and files. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { monthName } from '../../platform/html/times.ts'
import { slugPattern } from '../../platform/site/reserved.ts'
import { pageNumber, type SendPage, within } from '../../surfaces/site/send-page.ts'
import { type FigureName, figureNames } from './figures.ts'
import { monthCsv, monthJson } from './month-files.ts'
import { type Among, publisherParameter, publisherPattern, RUMORS, recordPath } from './paths.ts'
import {
  behindPage,
  comparisonPage,
  type Fairness,
  monthPage,
  publishersPage,
  recordPage,
  rumorsPage,
} from './record-pages.ts'
import {
  comparePublishers,
  findRecord,
  findRumorsBehind,
  findTopic,
  latestMonths,
  listEventsBehind,
  listMonths,
  listRecords,
  listTopicRecords,
  listTopics,
} from './record-queries.ts'

const perPage = 30
const domain = publisherParameter('domain')
const month = ':month(^\\d{4}-(?:0[1-9]|1[0-2])$)'
type With<K extends string> = FastifyRequest<{ Params: Record<K, string> }>

const textOf = (request: FastifyRequest, name: string): string => {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.slice(0, 253) : ''
}

export function pageRoutes(
  app: FastifyInstance,
  ctx: Pick<Ctx, 'db' | 'site' | 'config' | 'origin'>,
  send: SendPage,
): void {
  const { db, site, config } = ctx
  const license = config.RECORD_LICENSE === 'none' ? null : config.RECORD_LICENSE
  const fairness: Fairness = { license, answers: config.RECORD_ANSWERS ?? null }

  app.get('/publishers', (request, reply) => {
    const slug = textOf(request, 'topic')
    return send(request, reply, {
      key: `/publishers ${slug}`,
      load: async () => {
        const topics = await listTopics(db)
        const selected = topics.find((tag) => tag.slug === slug) ?? null
        if (slug !== '' && !selected) return null
        const records = selected
          ? await listTopicRecords(db, selected.id)
          : await listRecords(db, await latestMonths(db), site.language)
        return { topics, selected, records, months: (await listMonths(db)).slice(0, 12) }
      },
      render: (page, view) => publishersPage(page, view, fairness),
    })
  })

  app.get('/publishers/compare', (request, reply) => {
    const names = [textOf(request, 'a'), textOf(request, 'b')] as const
    const [one, other] = names
    if (one === other) return reply.redirect(one ? recordPath(site.paths, one) : site.paths.publishers, 303)
    return send(request, reply, {
      key: `/publishers/compare ${JSON.stringify(names)}`,
      load: async () => (names.every((name) => publisherPattern.test(name)) ? comparePublishers(db, names) : null),
      render: comparisonPage,
    })
  })

  app.get(`/publishers/${domain}`, (request: With<'domain'>, reply) => {
    const path = recordPath(site.paths, request.params.domain)
    return send(request, reply, {
      key: path,
      negotiated: path,
      load: () => findRecord(db, request.params.domain),
      render: (page, record) => recordPage(page, record, fairness),
    })
  })

  app.get(`/publishers/${domain}/:figure(^[a-z_]{1,20}$)`, (request: With<'domain' | 'figure'>, reply) => {
    const [number, { figure: name, domain: publisher }] = [pageNumber(request), request.params]
    const [topic, month, other] = (['topic', 'month', 'other'] as const).map((one) => textOf(request, one))
    const among = { ...(topic && { topic }), ...(month && { month }), ...(other && { other }) }
    return send(request, reply, {
      key: `${recordPath(site.paths, publisher)}/${name}?${JSON.stringify([number, among])}`,
      load: async () =>
        name === RUMORS ? await loadRumors(publisher) : await loadBehind(publisher, name, among, number),
      render: (page, view) => ('figure' in view ? behindPage(page, view) : rumorsPage(page, view)),
    })
  })

  async function loadRumors(publisher: string) {
    const of = await findRecord(db, publisher)
    const behind = of && (await findRumorsBehind(db, publisher, site.language))
    return behind && { of, behind }
  }

  /** Null for a figure that is not shown, below twenty cases. */
  async function loadBehind(publisher: string, name: string, among: Among, page: number) {
    const figure = figureNames.find((one): one is FigureName => one === name)
    const of = figure && (await findRecord(db, publisher))
    if (!figure || !of || (among.month !== undefined && !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(among.month))) return null
    if (among.topic !== undefined && !slugPattern.test(among.topic)) return null
    const tag = among.topic === undefined ? null : ((await findTopic(db, among.topic)) ?? null)
    if (among.topic !== undefined && !tag) return null
    if (among.other !== undefined && !publisherPattern.test(among.other)) return null
    const other = among.other === undefined ? null : await findRecord(db, among.other)
    if (among.other !== undefined && !other) return null
    const cases = { tag: tag?.id ?? null, month: among.month ?? null, other: among.other ?? null }
    const behind = await listEventsBehind(db, publisher, figure, cases, { page, perPage, language: site.language })
    const list = behind && within({ items: behind.events, total: behind.total - behind.gone, page, perPage })
    const names = [tag?.name, among.month && monthName(among.month, site), other?.name].filter(
      (one) => one !== undefined,
    )
    return behind && list && { of, figure, among, names, behind, list }
  }

  const loadMonth = async (name: string) => {
    const records = await listRecords(db, { since: name, until: name }, site.language)
    return records.length > 0 ? { month: name, records } : null
  }
  app.get(`/publishers/months/${month}`, (request: With<'month'>, reply) =>
    send(request, reply, {
      key: `/publishers/months/${request.params.month}`,
      load: () => loadMonth(request.params.month),
      render: (page, view) => monthPage(page, view, fairness),
    }),
  )
  if (!license) return
  for (const [form, write] of [
    ['csv', monthCsv],
    ['json', monthJson],
  ] as const)
    app.get(`/publishers/months/${month}.${form}`, (request: With<'month'>, reply) =>
      send(request, reply, {
        key: `/publishers/months/${request.params.month}.${form}`,
        load: () => loadMonth(request.params.month),
        render: (_, view) => write({ ...view, license, ...ctx.origin }),
      }),
    )
}

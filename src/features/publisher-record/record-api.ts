/** Records in the REST API. */
import { z } from 'zod'
import { findFeed } from '../../news/sources/queries/list-feeds.ts'
import { feed } from '../../news/sources/resource.ts'
import { oneAnswer } from '../../surfaces/rest/answers.ts'
import type { RestPart } from '../../surfaces/rest/feature-api.ts'
import { orMissing } from '../../surfaces/rest/missing.ts'
import { detailRoute, listRoute } from '../../surfaces/rest/resource-routes.ts'
import { route } from '../../surfaces/rest/route.ts'
import { one, sendRead } from '../../surfaces/rest/send.ts'
import { Compared, exampleComparison, exampleRecord, publisher } from './publisher-resource.ts'
import { comparePublishers, emptyRecord, findRecord } from './record-queries.ts'

const tag = 'Publishers'

const ofFeed = route({
  method: 'GET',
  path: '/api/v1/feeds/:id/record',
  operationId: 'getFeedRecord',
  tag,
  summary: 'The record of a feed’s publisher',
  description: 'The record of the publisher that the feed belongs to, by the latest twelve months.',
  auth: 'none',
  params: z.object({ id: feed.id }),
  answers: [oneAnswer('The record.', publisher.detail, exampleRecord)],
  handle: (call) => {
    const { ctx, params } = call
    const sent = sendRead(call, {
      key: `api feeds/${params.id}/record`,
      dependsOn: ['content'],
      load: async () => {
        const found = await findFeed(ctx.db, Number(params.id))
        const domain = found?.publisher.domain
        return domain === undefined ? null : ((await findRecord(ctx.db, domain)) ?? emptyRecord(ctx.db, domain))
      },
      render: (found, now) => one(publisher.detail.present(found, ctx.origin), now),
    })
    return orMissing(call, feed, sent)
  },
})

const compare = route({
  method: 'GET',
  path: '/api/v1/publishers/compare',
  operationId: 'comparePublishers',
  tag,
  summary: 'Two publishers side by side',
  description: 'The records of two publishers, how often the texts of each are the other’s, and topics.',
  auth: 'none',
  query: z.object({ a: publisher.id, b: publisher.id.meta({ examples: ['courier.example'] }) }),
  answers: [oneAnswer('The comparison.', Compared, exampleComparison)],
  errors: ['not_found'],
  handle: (call) => {
    const { ctx, query } = call
    const names = [String(query.a), String(query.b)] as const
    return sendRead(call, {
      key: `api publishers/compare ${JSON.stringify(names)}`,
      dependsOn: ['content'],
      load: () => comparePublishers(ctx.db, names),
      render: (found, now) => one(Compared.present(found, ctx.origin), now),
    })
  },
})

export const rest: RestPart = {
  tag: { name: tag, description: 'Records of publishers: who is first, who has whose text, whose statements hold.' },
  routes: (site) => [
    listRoute(site, publisher, {
      operationId: 'listPublishers',
      tag,
      summary: 'Publishers by name',
      description: 'Publishers that have reported an event within the latest twelve months, with their figures.',
    }),
    compare,
    detailRoute(publisher, {
      operationId: 'getPublisher',
      tag,
      summary: 'The record of a publisher',
      description: 'Its figures, the publishers whose texts it has and that have its texts, and each month.',
    }),
    ofFeed,
  ],
}

/** Quality in the REST API: figures by month, and the checks of each text. */
import { z } from 'zod'
import { oneAnswer } from '../../surfaces/rest/answers.ts'
import type { RestPart } from '../../surfaces/rest/feature-api.ts'
import { route } from '../../surfaces/rest/route.ts'
import { one, sendRead } from '../../surfaces/rest/send.ts'
import { loadQuality } from './load-quality.ts'
import { allChecks, exampleQuality, Quality } from './quality-resource.ts'

export const rest: RestPart = {
  tag: { name: 'Quality', description: 'Checks of texts, and their results by month.' },
  isLast: true,
  routes: () => [
    route({
      method: 'GET',
      path: '/api/v1/quality',
      operationId: 'getQuality',
      tag: 'Quality',
      auth: 'none',
      summary: 'Quality of texts by month',
      description:
        'By month: articles summarised, answers refused and sentences dropped with their reasons, corrections, reports, events split.',
      answers: [oneAnswer('The last twelve months.', Quality, exampleQuality)],
      handle: (call) => {
        const edition = Math.floor(call.ctx.clock.now().getTime() / 3_600_000)
        return sendRead(call, {
          key: 'api /quality',
          dependsOn: ['content'],
          edition,
          load: () => loadQuality(call.ctx),
          render: (view, now) => one(Quality.present(view, call.ctx.origin), now),
        })
      },
    }),
    ...allChecks.map(({ of, whose, shape, example, load, operationId }) =>
      route({
        method: 'GET',
        path: `/api/v1${of.path}/:id/checks`,
        operationId,
        tag: 'Quality',
        auth: 'none',
        params: z.object({ id: of.id }),
        summary: `Checks of ${whose} text`,
        description:
          'For each sentence: the publishers of its evidence, the number of passages it was compared with, and the verdict.',
        answers: [oneAnswer('The checks.', shape, example)],
        handle: (call) => {
          const id = String((call.params as { id: number | string }).id)
          return sendRead(call, {
            key: `api ${of.path}/${id}/checks`,
            dependsOn: ['content'],
            load: () => load(call.ctx, id),
            render: (view, now) => one(shape.present(view, call.ctx.origin), now),
          })
        },
      }),
    ),
  ],
}

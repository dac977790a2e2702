/** `/websub/KEY`: where hubs of our sources verify a subscription and push what is new (WebSub, 5.3 and 7). */
import type { FastifyInstance } from 'fastify'
import type { Pushes } from './subscriber.ts'

interface Params {
  key: string
}

export function subscriberRoutes(app: FastifyInstance, pushes: Pushes): void {
  app.get<{ Params: Params; Querystring: Record<string, unknown> }>('/websub/:key', async (request, reply) => {
    const challenge = await pushes.verify(request.params.key, request.query)
    // Plain text that no browser takes for a page: the challenge comes from the address.
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(challenge)
  })

  app.register(async (scope) => {
    // The route reads the body in pieces.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.post<{ Params: Params }>(
      '/websub/:key',
      // Before a body is read: an invalid address receives no megabytes.
      { onRequest: async ({ params }) => void (await pushes.find(params.key)) },
      async ({ params, headers, raw }, reply) => {
        await pushes.receive(params.key, {
          signature: headers['x-hub-signature'] as string | undefined,
          contentType: headers['content-type'] ?? '',
          body: raw,
        })
        return reply.code(202).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Taken.\n')
      },
    )
  })
}

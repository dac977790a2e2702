/** Routes that read no body: a body of any type and size is ignored. */
import type { FastifyInstance } from 'fastify'

/** For a scope of its own. Node discards the body while the answer is under way, until `requestTimeout` at the latest. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // Fastify refuses an invalid type before it looks for a parser.
  scope.addHook('onRequest', (request, _reply, done) => {
    delete request.headers['content-type']
    done()
  })
}

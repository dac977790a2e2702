/** The cover of the show. */
import { readFileSync, statSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { isSame } from '../../platform/http/validators.ts'

/** For the podcast, and for editions that are spoken: whichever is there. */
export function coverRoute(app: FastifyInstance, file: string): void {
  const url = '/podcast/cover.jpg'
  if (app.hasRoute({ method: 'GET', url })) return
  const body = readFileSync(file)
  const etag = `"${statSync(file).mtimeMs.toString(36)}-${body.length.toString(36)}"`
  const type = file.endsWith('.png') ? 'image/png' : 'image/jpeg'
  app.get(url, async (request, reply) => {
    reply.headers({ etag, 'cache-control': 'public, max-age=86400', 'access-control-allow-origin': '*' })
    if (isSame(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(type).send(body)
  })
}

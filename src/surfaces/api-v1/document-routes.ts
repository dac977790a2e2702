/** The document of the API, for machines and for people. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { sendCached } from '../../http/send-cached.ts'
import type { OpenApi } from './openapi.ts'
import { type Frame, referencePage, referenceStyle } from './reference-page.ts'

export function documentRoutes(app: FastifyInstance, ctx: Ctx, document: OpenApi, frame: Frame): void {
  const json = JSON.stringify(document)
  const files = {
    '/api/v1/openapi.json': () => ({
      type: 'application/json; charset=utf-8',
      body: json,
      headers: { 'access-control-allow-origin': '*' },
    }),
    '/api/docs': () => ({ type: 'text/html; charset=utf-8', body: referencePage(document, frame) }),
    '/api/docs/reference.css': () => ({ type: 'text/css; charset=utf-8', body: referenceStyle }),
  }
  for (const [path, render] of Object.entries(files))
    app.get(path, (request, reply) =>
      sendCached(ctx.cache, ctx.clock, request, reply, { key: path, dependsOn: [], load: async () => true, render }),
    )
}

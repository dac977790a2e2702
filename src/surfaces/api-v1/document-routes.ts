/** The document of the API, for machines and for people. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { sendCached } from '../../http/send-cached.ts'
import type { OpenApi } from './openapi.ts'
import { type Frame, guidePage, guides } from './reference-guides.ts'
import { referencePage, referenceScript, referenceStyle } from './reference-page.ts'

const html = 'text/html; charset=utf-8'

/** `describe` is called at the first request for the document: a start does not wait for it. */
export function documentRoutes(app: FastifyInstance, ctx: Ctx, describe: () => OpenApi, frame: Frame): void {
  let described: OpenApi | undefined
  const document = () => {
    described ??= describe()
    return described
  }
  const files = {
    '/api/v1/openapi.json': () => ({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(document()),
      headers: { 'access-control-allow-origin': '*' },
    }),
    '/api/docs': () => ({ type: html, body: referencePage(document(), frame) }),
    '/api/docs/reference.css': () => ({ type: 'text/css; charset=utf-8', body: referenceStyle }),
    '/api/docs/try.js': () => ({ type: 'text/javascript; charset=utf-8', body: referenceScript }),
    ...Object.fromEntries(
      guides.map((guide) => [guide.path, () => ({ type: html, body: guidePage(guide, ctx.config.BASE_URL, frame) })]),
    ),
  }
  for (const [path, render] of Object.entries(files))
    app.get(path, (request, reply) =>
      sendCached(ctx.cache, ctx.clock, request, reply, { key: path, dependsOn: [], load: async () => true, render }),
    )
}

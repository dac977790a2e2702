/** Every endpoint of /api/v1 (interface.md 4.2) on Fastify, with the document that describes them. */
import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/errors.ts'
import { ignoreBodies } from '../../platform/http/unread-bodies.ts'
import type { Translate } from '../../platform/site/messages.ts'
import type { Site } from '../../platform/site/site.ts'
import { toSchemaError } from './api-errors.ts'
import { authRoutes } from './auth.ts'
import { accountOf, authenticate, setPrivateCaching } from './authenticate.ts'
import { ChangeTail } from './change-tail.ts'
import { type Streaming, streamRoute } from './changes-stream.ts'
import { documentRoutes } from './document-routes.ts'
import type { FeatureApi } from './feature-api.ts'
import { keyRoutes } from './me-keys.ts'
import { profileRoutes } from './me-profile.ts'
import { readingRoutes } from './me-reading.ts'
import { buildOpenApi } from './openapi.ts'
import type { Frame } from './reference-guides.ts'
import { resourceRoutes } from './resources.ts'
import type { ApiRoute, Call } from './route.ts'
import { noteUnknown, reportUnknown } from './unknown-parameters.ts'

/** `streaming` is null where the table is only described. */
export const apiTable = (site: Site, parts: FeatureApi, streaming: Streaming | null = null): ApiRoute[] => [
  ...resourceRoutes(site, parts),
  streamRoute(parts.kinds, streaming),
  ...authRoutes,
  ...readingRoutes,
  ...profileRoutes,
  ...parts.me,
  ...keyRoutes,
]

export function apiRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  frame: Frame,
  t: Translate,
  ofFeatures: Omit<FeatureApi, 'kinds'>,
): void {
  const tail = new ChangeTail(ctx)
  ctx.onContent(() => tail.raise())
  const parts = { ...ofFeatures, kinds: ctx.kinds }
  const table = apiTable(ctx.site, parts, { tail, streams: ctx.streams })
  documentRoutes(app, ctx, () => buildOpenApi(table, ctx.site, ctx.config.BASE_URL, parts), frame)
  const md = { ...ctx.origin, site: ctx.site, t }
  app.register(async (api) => {
    api.setValidatorCompiler(validatorCompiler)
    api.setSchemaErrorFormatter(toSchemaError)
    api.register(async (scope) => {
      readJsonAlone(scope)
      for (const route of table) if (route.body) mount(scope, ctx, md, route)
    })
    api.register(async (scope) => {
      ignoreBodies(scope)
      for (const route of table) if (!route.body) mount(scope, ctx, md, route)
    })
  })
}

function mount(api: FastifyInstance, ctx: Ctx, md: Call['md'], route: ApiRoute): void {
  const { method, path, auth, params, query, body, handle } = route
  api.route({
    method,
    url: path,
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    ...(auth !== 'none' && { onRequest: authenticate(ctx, route) }),
    preValidation: [noteUnknown(query), ...(body ? [requireBody] : [])],
    onSend: [reportUnknown, ...(auth === 'none' ? [] : [setPrivateCaching])],
    handler: (request, reply) =>
      handle({
        ctx,
        request,
        reply,
        params: request.params,
        query: request.query,
        body: request.body,
        account: accountOf(request),
        md,
      }),
  })
}

const requireBody: preValidationHookHandler = (request, _reply, done) =>
  request.body === undefined
    ? done(new AppError('bad_request', 'Send a JSON body, with Content-Type: application/json.'))
    : done()

/** Bodies are JSON and nothing else. An empty one is none: clients name a type even where they send nothing. */
function readJsonAlone(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'error')
  api.removeAllContentTypeParsers()
  api.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) =>
    text.trim() === ''
      ? done(null, undefined)
      : parse(request, text, (error, body) =>
          error ? done(new AppError('bad_request', 'The body is not valid JSON.', { cause: error })) : done(null, body),
        ),
  )
}

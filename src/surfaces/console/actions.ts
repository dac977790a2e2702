/** The forms of a page that act: address, action, and the message that the page then shows. */
import type { FastifyInstance } from 'fastify'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { Act, AdminContext } from './admin-context.ts'
import type { Statement } from './admin-page.ts'
import type { ById } from './requests.ts'

export interface Action {
  /** `done` is shown as `message`, anything else as it is, on the page itself or on `path`. */
  run(request: ById, act: Act): Promise<Statement | { message: Statement; path: string }> | Statement
  message: Statement
  /** Shown for refusals that are expected. Others are errors. */
  refused?: Partial<Record<ErrorCode, Statement>>
}

/** Of `base` with its id; an action without a name is that of `base` itself. */
export function actionRoutes(
  app: FastifyInstance,
  admin: AdminContext,
  base: string,
  actions: Record<string, Action>,
  pageOf: (request: ById) => string = ({ params }) => base.replace(/:id\(.*\)$/, String(Number(params.id))),
): void {
  for (const [name, { run, message, refused = {} }] of Object.entries(actions))
    app.post(name ? `${base}/${name}` : base, async (request: ById, reply) => {
      try {
        const found = await run(request, admin.act(request))
        const shown = typeof found === 'string' ? { message: found, path: pageOf(request) } : found
        return admin.go(reply, shown.path, shown.message === 'done' ? message : shown.message)
      } catch (error) {
        const refusal = error instanceof AppError && refused[error.code]
        if (!refusal) throw error
        return admin.go(reply, pageOf(request), refusal)
      }
    })
}

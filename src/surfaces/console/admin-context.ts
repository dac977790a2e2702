/** Context of every route of the console: renders pages, and redirects after an action. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Outcome } from '../../news/actions/rules/actions.ts'
import type { UndoHandlers } from '../../news/actions/writes/log.ts'
import type { Finding } from '../../news/feeds/visits/new-source.ts'
import type { ReprocessCtx } from '../../news/stages/reprocess.ts'
import type { Actor } from '../../platform/database/actor.ts'
import type { ActorDatabase } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Html } from '../../platform/html/html.ts'
import type { PageContext } from '../../platform/html/page.ts'
import { sendFresh } from '../../platform/http/send-fresh.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import type { AdminPage, MenuEntry, Statement } from './admin-page.ts'
import { statementOf } from './requests.ts'
import { buildGate, type Gate } from './session.ts'

/** For an act: the log names the sender of its request. */
export interface Act {
  database: ActorDatabase
  now: Date
}

/** For acts that take more than the database. */
export interface AdminServices extends Finding {
  queue(): Promise<Queue>
  reprocessing: ReprocessCtx
}

export interface AdminContext {
  /** A database to write to is had of a request alone: each act is in the log with who did it. */
  ctx: Omit<Ctx, 'commands' | 'database'>
  services: AdminServices
  gate: Gate
  act(request: FastifyRequest): Act
  /** Of features. */
  undoHandlers: UndoHandlers
  page(request: FastifyRequest, reply: FastifyReply, statement?: Statement): AdminPage
  send(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply
  /** Redirects to a page with the message of what was done. */
  go(reply: FastifyReply, path: string, statement: Statement): FastifyReply
  /** The same, for an act that may have changed nothing. */
  after(reply: FastifyReply, path: string, outcome: Outcome, statement: Statement): FastifyReply
}

export type PageAt = (now: Date) => PageContext & { logo: Html }

/** Pages of a feature. */
export interface ConsolePages extends MenuEntry {
  routes(app: FastifyInstance, admin: AdminContext): void
}

export function buildAdminContext(
  ctx: Ctx,
  services: AdminServices,
  token: string,
  pageAt: PageAt,
  ofFeatures: readonly MenuEntry[],
  undoHandlers: UndoHandlers,
): AdminContext {
  const actor = ({ ip }: FastifyRequest): Actor => `console:${ip}`
  const act: AdminContext['act'] = (request) => ({
    database: { ...ctx.database, actor: actor(request) },
    now: ctx.clock.now(),
  })
  const gate = buildGate(ctx.config.BASE_URL, act, token)
  const go: AdminContext['go'] = (reply, path, statement) => {
    const [address, hash] = path.split('#', 2)
    return reply.redirect(
      `${address}${address?.includes('?') ? '&' : '?'}said=${statement}${hash ? `#${hash}` : ''}`,
      303,
    )
  }
  return {
    ctx,
    services,
    gate,
    act,
    undoHandlers,
    page: (request, reply, statement) => ({
      ...pageAt(ctx.clock.now()),
      formToken: gate.formToken(request, reply),
      statement: statement ?? statementOf(request),
      menu: ofFeatures,
    }),
    send: (request, reply, body) => sendFresh(request, reply, 'text/html; charset=utf-8', body),
    go,
    after: (reply, path, outcome, statement) => go(reply, path, outcome === 'done' ? statement : outcome),
  }
}

/** The code of an expected error, for the page to explain; any other error is rethrown. */
export function codeOf(error: unknown, ...codes: AppError['code'][]): AppError['code'] {
  if (error instanceof AppError && codes.includes(error.code)) return error.code
  throw error
}

/** Throws `not_found` for null. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new AppError('not_found', 'There is nothing at this address.')
  return value
}

/** What has changed since a cursor, each change with its object as it is now. */
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { type ChangeCursor, formatCursor, KEPT_DAYS } from '../../domain/changes.ts'
import { AppError } from '../../domain/errors.ts'
import { listChanges } from '../../read/changes/changes.ts'
import { Change } from './change-schemas.ts'
import { changesOf, presentMeta } from './envelopes.ts'
import { changes } from './parameters.ts'
import { presentChanges } from './present-change.ts'
import { type ApiRoute, route } from './route.ts'
import { sendRead, withMeta } from './send.ts'

export interface ChangesQuery {
  after?: ChangeCursor | undefined
  types?: string[] | undefined
  limit: number
}

export const changeRoutes: ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api/v1/changes',
    operationId: 'listChanges',
    tag: 'Changes',
    summary: 'What has changed',
    description:
      'Changes in the order in which they were committed, each with its object as it is now (null when it is no more). Start ' +
      'without `after`: that gives no changes and a `next`, where the log ends now; read the lists, then follow `next`. No ' +
      `change appears behind a cursor that was handed out. Changes are kept for ${KEPT_DAYS} days. Views and scores are no change.`,
    auth: 'none',
    query: z.object(changes),
    answers: [{ status: 200, description: 'Changes, oldest first.', schema: changesOf(Change) }],
    errors: ['gone'],
    handle: (call) => {
      const { after, types, limit } = call.query
      return sendRead(call, {
        key: `api /changes ${after ? formatCursor(after) : ''} ${types ?? ''} ${limit}`,
        dependsOn: ['content'],
        load: () => loadChanges(call.ctx, call.query),
        render: ({ data, next, hasMore }, now) =>
          withMeta({ data, next: formatCursor(next), has_more: hasMore }, presentMeta(now)),
      })
    },
  }),
]

/** Throws `gone` for a cursor that leads nowhere. */
export async function loadChanges(ctx: Pick<Ctx, 'db' | 'site' | 'origin'>, query: ChangesQuery) {
  const batch = await listChanges(ctx.db, query)
  if (batch === 'gone')
    throw new AppError(
      'gone',
      `This cursor is from before what is kept (${KEPT_DAYS} days), or of another log. Start anew: ask without "after" for a new cursor, then read the lists.`,
    )
  return { data: await presentChanges(ctx, batch.changes, batch.next.epoch), next: batch.next, hasMore: batch.hasMore }
}

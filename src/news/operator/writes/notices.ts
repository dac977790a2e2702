/** Notices to the operator: each issue once while it lasts, and the time of its report. */
import { sql } from 'kysely'
import type { Facts } from '../../../platform/database/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { NoticeKind, OperatorIssue } from '../rules/notices.ts'

/** A new issue becomes an open notice; a notice whose issue is over, and not among the `lasting`, is closed. */
export async function syncNotices(
  { db }: Database,
  openIssues: OperatorIssue[],
  lasting: string[],
  now: Date,
): Promise<void> {
  const keys = [...openIssues.map(({ key }) => key), ...lasting]
  await db.transaction().execute(async (trx) => {
    await sql`update notices set mended_at = ${now} where mended_at is null and key <> all(${keys}::text[])`.execute(
      trx,
    )
    if (openIssues.length === 0) return
    const rows = openIssues.map(({ facts, ...issue }) => ({ ...issue, facts: JSON.stringify(facts) }))
    await trx
      .insertInto('notices')
      .values(rows)
      .onConflict((oc) =>
        oc
          .column('key')
          .where('mended_at', 'is', null)
          .doUpdateSet((eb) => ({ facts: eb.ref('excluded.facts') })),
      )
      .execute()
  })
}

/** Open and untold ones, urgent or not, oldest first. */
export async function listUnreported({ db }: Database, urgent: boolean): Promise<OperatorIssue[]> {
  const rows = await db
    .selectFrom('notices')
    .select(['key', 'kind', 'facts', 'since'])
    .where('mended_at', 'is', null)
    .where('told_at', 'is', null)
    .where('urgent', '=', urgent)
    .orderBy('since')
    .orderBy('id')
    .execute()
  return rows.map(({ key, kind, facts, since }) => ({
    key,
    kind: kind as NoticeKind,
    urgent,
    facts: facts as Facts,
    since,
  }))
}

export async function markReported({ db }: Database, openIssues: OperatorIssue[], now: Date): Promise<void> {
  const keys = openIssues.map(({ key }) => key)
  await sql`
    update notices set told_at = ${now} where mended_at is null and key = any(${keys}::text[])`.execute(db)
}

/** Time of the last digest. */
export async function lastDigestAt({ db }: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.max('told_at').as('at'))
    .where('urgent', '=', false)
    .executeTakeFirst()
  return row?.at ?? null
}

const YEAR_MS = 365 * 86_400_000

export async function purgeOldNotices({ db }: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('notices')
    .where('mended_at', '<', new Date(now.getTime() - YEAR_MS))
    .execute()
}

/** Titles and addresses of what a reader follows, has saved or has read, for the export. */
import type { Ctx } from '../../../ctx.ts'
import type { AccountExport } from '../../../news/accounts/rules/account.ts'
import type { Follow } from '../../../news/accounts/rules/profile.ts'
import { nameFollows } from '../../../news/editions/queries/names.ts'

/** Both are null for what is not there any more. */
interface Named {
  title: string | null
  url: string | null
}

/** Events are read with their articles: of thousands, so many at once. */
const AT_ONCE = 200

export async function nameExported(ctx: Pick<Ctx, 'db' | 'site' | 'origin'>, exported: AccountExport) {
  const { follows, saved, read } = exported
  const events = new Set([...saved, ...read].map(({ eventId }) => eventId))
  const all: Follow[] = [...follows, ...[...events].map((id) => ({ kind: 'event' as const, key: String(id) }))]
  const names = new Map<string, Named>()
  for (let at = 0; at < all.length; at += AT_ONCE)
    for (const { kind, key, title, path } of await nameFollows(ctx.db, all.slice(at, at + AT_ONCE), ctx.site))
      names.set(`${kind}:${key}`, { title, url: ctx.origin.baseUrl + path })
  const nameOf = (kind: string, key: string | number): Named =>
    names.get(`${kind}:${key}`) ?? { title: null, url: null }
  return {
    follows: follows.map((one) => ({ ...one, ...nameOf(one.kind, one.key) })),
    saved: saved.map((one) => ({ ...one, ...nameOf('event', one.eventId) })),
    read: read.map((one) => ({ ...one, ...nameOf('event', one.eventId) })),
  }
}

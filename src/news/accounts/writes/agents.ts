/** Programs that readers let in: of an account's data, whether they can be let in now or not. */

import type { Database } from '../../../platform/database/database.ts'
import type { Agent } from '../rules/account.ts'

/** Used last, first. */
export async function listAgents({ db }: Pick<Database, 'db'>, userId: number, now: Date): Promise<Agent[]> {
  return db
    .selectFrom('oauth_grants as g')
    .innerJoin('oauth_clients as c', 'c.id', 'g.client_id')
    .select(['c.id as clientId', 'c.name', 'g.access', 'g.created_at as createdAt', 'g.last_used_at as lastUsedAt'])
    .where('g.user_id', '=', userId)
    .where('g.family_hash', 'is not', null)
    .where('g.expires_at', '>', now)
    .orderBy('g.last_used_at', 'desc')
    .orderBy('g.id')
    .execute()
}

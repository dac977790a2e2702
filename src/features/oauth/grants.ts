/** Grants of readers to programs: a code, then tokens that rotate; a code or token that comes twice ends the grant. */
import { type Caller, hashToken, type KeyAccess } from '../../news/accounts/rules/account.ts'
import { inheritMade } from '../../news/accounts/writes/made-by-programs.ts'
import { lockAccount, quotas, requireQuota, withAccount } from '../../news/accounts/writes/quotas.ts'
import { type Database, type Trx, transaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  familyOf,
  type IssuedTokens,
  isAccessToken,
  type NewGrant,
  newAccessToken,
  newAuthorizationCode,
  newFamily,
  newRefreshToken,
  oauthRules,
  provesChallenge,
  type Redemption,
} from './grant.ts'

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** The code is known to the caller alone. Throws `unprocessable` for too many, and for a program that is not there any more. */
export function makeGrant(
  database: Database,
  userId: number,
  { clientId, access, redirectUri, challenge }: NewGrant,
  now: Date,
): Promise<string> {
  const code = newAuthorizationCode()
  return withAccount(database, userId, async (trx) => {
    await requireQuota(trx, userId, quotas.grants)
    const { numUpdatedRows } = await trx
      .updateTable('oauth_clients')
      .set({ granted_at: now })
      .where('id', '=', clientId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new AppError('unprocessable', 'The program is not registered any more. Begin again in the program.')
    const values = {
      user_id: userId,
      client_id: clientId,
      access,
      redirect_uri: redirectUri,
      challenge,
      created_at: now,
    }
    await trx
      .insertInto('oauth_grants')
      .values({ ...values, code_hash: hashToken(code), expires_at: after(now, oauthRules.codeSeconds) })
      .execute()
    return code
  })
}

/** Null for a code that is not valid. An earlier grant to the same program ends with this one, which has what that one made. */
export function redeemCode(
  database: Database,
  { code, clientId, redirectUri, verifier }: Redemption,
  now: Date,
): Promise<IssuedTokens | null> {
  return transaction(database, async (trx) => {
    const ofCode = trx.selectFrom('oauth_grants').selectAll().where('code_hash', '=', hashToken(code))
    const found = await ofCode.executeTakeFirst()
    if (!found || found.client_id !== clientId) return null
    // Another code of the same program waits, and then finds the grant that it replaces.
    await lockAccount(trx, found.user_id)
    const grant = await ofCode.forUpdate().executeTakeFirst()
    if (!grant) return null
    // The code is in other hands, too, and perhaps the tokens (RFC 6749, 4.1.2).
    if (grant.family_hash !== null) return endGrant(trx, grant.id)
    if (grant.expires_at <= now || (redirectUri !== null && redirectUri !== grant.redirect_uri)) return null
    if (!provesChallenge(verifier, grant.challenge)) return null
    const earlier = await trx
      .selectFrom('oauth_grants')
      .select('id')
      .where('user_id', '=', grant.user_id)
      .where('client_id', '=', clientId)
      .where('family_hash', 'is not', null)
      .execute()
    const ids = earlier.map(({ id }) => id)
    if (ids.length > 0) {
      await inheritMade(trx, ids, grant.id)
      await trx.deleteFrom('oauth_grants').where('id', 'in', ids).execute()
    }
    return issue(trx, grant, newFamily(), now)
  })
}

/** Null for a token that is not valid. One that was used before ends the grant: it is in other hands, too. */
export function refreshTokens(
  database: Database,
  { token, clientId }: { token: string; clientId: string },
  now: Date,
): Promise<IssuedTokens | null> {
  const family = familyOf(token)
  if (family === null) return Promise.resolve(null)
  return transaction(database, async (trx) => {
    const grant = await trx
      .selectFrom('oauth_grants')
      .selectAll()
      .where('family_hash', '=', hashToken(family))
      .forUpdate()
      .executeTakeFirst()
    if (!grant || grant.client_id !== clientId || grant.expires_at <= now) return null
    if (!grant.refresh_hash?.equals(hashToken(token))) return endGrant(trx, grant.id)
    return issue(trx, grant, family, now)
  })
}

async function endGrant(trx: Trx, id: number): Promise<null> {
  await trx.deleteFrom('oauth_grants').where('id', '=', id).execute()
  return null
}

/** Tokens of before are dead from now on. */
async function issue(
  trx: Trx,
  { id, access }: { id: number; access: KeyAccess },
  family: string,
  now: Date,
): Promise<IssuedTokens> {
  const tokens = { accessToken: newAccessToken(), refreshToken: newRefreshToken(family) }
  await trx
    .updateTable('oauth_grants')
    .set({
      family_hash: hashToken(family),
      refresh_hash: hashToken(tokens.refreshToken),
      access_hash: hashToken(tokens.accessToken),
      access_expires_at: after(now, oauthRules.accessSeconds),
      expires_at: after(now, oauthRules.refreshDays * 86_400),
      last_used_at: now,
    })
    .where('id', '=', id)
    .execute()
  return { ...tokens, access }
}

/** Ends the grant of an access or a refresh token; nothing for any other text. */
export async function revokeGrant({ db }: Database, token: string): Promise<void> {
  const family = familyOf(token)
  const [column, secret] = family === null ? (['access_hash', token] as const) : (['family_hash', family] as const)
  await db.deleteFrom('oauth_grants').where(column, '=', hashToken(secret)).execute()
}

/** The account of an access token, or null. Its hour is short: the grant was last used when the token was issued. */
export async function callerOfAccessToken({ db }: Database, token: string, now: Date): Promise<Caller | null> {
  if (!isAccessToken(token)) return null
  const row = await db
    .selectFrom('oauth_grants as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['u.id', 'u.email', 'g.id as grantId', 'g.access'])
    .where('g.access_hash', '=', hashToken(token))
    .where('g.access_expires_at', '>', now)
    .executeTakeFirst()
  return row ? { ...row, isSession: false } : null
}

/** Codes that were not redeemed yet, too. */
export async function removeAgent({ db }: Database, userId: number, clientId: string): Promise<void> {
  await db.deleteFrom('oauth_grants').where('user_id', '=', userId).where('client_id', '=', clientId).execute()
}

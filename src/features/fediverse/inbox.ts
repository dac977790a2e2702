/** Activities of other servers: follows, reactions to posts, and the end of both. Only behind a checked signature. */
import type { Context, Federation, InboxContext } from '@fedify/fedify'
import { type Activity, Announce, Block, Create, Delete, Follow, isActor, Like, Undo } from '@fedify/vocab'
import type { DocumentLoader } from '@fedify/vocab-runtime'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { ACTORS_PATH, actorUri, eventOfPost, isBlocked, parseActor, SHARED_INBOX_PATH } from './actors.ts'
import {
  type Reaction,
  removeAccount,
  removeFollower,
  removeReaction,
  saveFollower,
  saveReaction,
} from './followers.ts'

interface InboxDeps {
  database: Database
  clock: Clock
  baseUrl: string
  blocked: readonly string[]
  documentLoader: DocumentLoader
  findActor(identifier: string): Promise<object | null>
}

/** One request. */
export interface Incoming {
  /** Origin of the key that has signed it; null for what is no activity. */
  signer: string | null
  /** It was left without effect. */
  refused: boolean
}

/** PostgreSQL's error for an address that is longer than an index holds. */
export const isTooLong = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '54000'

type Listener<A extends Activity> = (
  deps: InboxDeps,
  account: URL,
  activity: A,
  ctx: InboxContext<Incoming>,
) => Promise<void>

export function listenToInboxes(federation: Federation<Incoming>, deps: InboxDeps): void {
  /** A key speaks for accounts of its own server alone, whomever it names as its owner. One still cached lets no blocked server in. */
  const by =
    <A extends Activity>(listener: Listener<A>) =>
    async (ctx: InboxContext<Incoming>, activity: A) => {
      const account = activity.actorId
      ctx.data.refused = account?.origin !== ctx.data.signer || isBlocked(deps.blocked, account?.hostname ?? '')
      if (!account || ctx.data.refused) return
      await listener(deps, account, activity, ctx).catch((error: unknown) => {
        if (!isTooLong(error)) throw error
        ctx.data.refused = true
      })
    }
  federation
    .setInboxListeners(`${ACTORS_PATH}/{identifier}/inbox`, SHARED_INBOX_PATH)
    .on(Follow, by(follow))
    .on(Undo, by(undo))
    .on(Block, by(block))
    .on(Delete, by(remove))
    .on(Like, by(react('like')))
    .on(Announce, by(react('share')))
    .on(Create, by(reply))
}

/** The identifier of this site's actor at an address. */
function actorAt({ baseUrl }: InboxDeps, uri: URL | null): string | null {
  const identifier = uri?.href.startsWith(`${baseUrl}${ACTORS_PATH}/`)
    ? uri.href.slice(baseUrl.length + ACTORS_PATH.length + 1)
    : ''
  return parseActor(identifier) ? identifier : null
}

const follow: Listener<Follow> = async (deps, account, activity, ctx) => {
  const actor = actorAt(deps, activity.objectId)
  if (!actor || !(await deps.findActor(actor))) return
  const remote = await activity.getActor({ ...loaders(ctx), suppressError: true })
  // An inbox on another server would get posts that no account there follows.
  const inbox = remote && isActor(remote) ? (remote.endpoints?.sharedInbox ?? remote.inboxId) : null
  if (!inbox || inbox.host !== account.host || !/^https?:$/.test(inbox.protocol)) return
  const uri = actorUri(deps.baseUrl, actor)
  const accept = {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: `${uri}#accept-${crypto.randomUUID()}`,
    type: 'Accept',
    actor: uri,
    object: { id: activity.id?.href, type: 'Follow', actor: account.href, object: uri },
  }
  const follower = { actor, follower: account.href, inbox: inbox.href, accept }
  await saveFollower(deps.database, follower, deps.clock.now())
}

const undo: Listener<Undo> = async (deps, account, activity, ctx) => {
  const undone = await activity.getObject({ ...loaders(ctx), suppressError: true })
  if (undone instanceof Follow) {
    const actor = actorAt(deps, undone.objectId)
    if (actor) await removeFollower(deps.database, actor, account.href)
  }
  if (undone instanceof Like || undone instanceof Announce) {
    const eventId = eventOfPost(deps.baseUrl, undone.objectId?.href ?? '')
    const kind = undone instanceof Like ? 'like' : 'share'
    if (eventId) await removeReaction(deps.database, { eventId, kind, source: account.href, account: account.href })
  }
}

const block: Listener<Block> = async (deps, account, activity) => {
  const actor = actorAt(deps, activity.objectId)
  if (actor) await removeFollower(deps.database, actor, account.href)
}

const isOf = (activity: Activity, account: URL) => activity.objectId?.href === account.href

/** Of an account with all that it did, or of a reply. */
const remove: Listener<Delete> = async (deps, account, activity) => {
  if (isOf(activity, account)) return removeAccount(deps.database, account.href)
  const source = activity.objectId?.href
  if (source) await removeReaction(deps.database, { kind: 'reply', source, account: account.href })
}

const react =
  (kind: Reaction['kind']): Listener<Like | Announce> =>
  async (deps, account, activity) => {
    const eventId = eventOfPost(deps.baseUrl, activity.objectId?.href ?? '')
    const reaction = { kind, source: account.href, account: account.href }
    if (eventId) await saveReaction(deps.database, { eventId, ...reaction }, deps.clock.now())
  }

const reply: Listener<Create> = async (deps, account, activity, ctx) => {
  const object = await activity.getObject({ ...loaders(ctx), suppressError: true })
  const eventId = eventOfPost(deps.baseUrl, object?.replyTargetId?.href ?? '')
  if (!object?.id || object.id.host !== account.host || !eventId) return
  const reaction: Reaction = { eventId, kind: 'reply', source: object.id.href, account: account.href }
  await saveReaction(deps.database, reaction, deps.clock.now())
}

const loaders = ({ documentLoader, contextLoader }: Context<Incoming>) => ({ documentLoader, contextLoader })

/**
 * A request without a valid signature is refused and never reaches Fedify. The deletion of an account is the exception: its key
 * goes with it, so that its server is asked. `body` is hostile.
 */
export async function receiveUnsigned(deps: InboxDeps, body: string): Promise<Response> {
  const account = deletedAccount(body)
  if (!account || !(await isDeleted(deps, account))) return new Response('The signature is not valid.', { status: 401 })
  await removeAccount(deps.database, account)
  return new Response(null, { status: 202 })
}

function deletedAccount(body: string): string | null {
  const { type, actor, object } = readActivity(body) ?? {}
  const deleted = typeof object === 'object' ? (object as { id?: unknown } | null)?.id : object
  return type === 'Delete' && typeof actor === 'string' && actor === deleted ? actor : null
}

/** Null for what is no JSON object. */
export function readActivity(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

async function isDeleted({ documentLoader }: InboxDeps, account: string): Promise<boolean> {
  try {
    await documentLoader(account)
    return false
  } catch (error) {
    const status = (error as { response?: Response }).response?.status
    return status === 404 || status === 410
  }
}

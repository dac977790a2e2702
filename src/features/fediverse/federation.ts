/** ActivityPub by Fedify: WebFinger, actors, inboxes behind checked signatures, NodeInfo. Loaded only where FEDIVERSE is on. */
import type { webcrypto } from 'node:crypto'
import {
  createFederation,
  exportJwk,
  type Federation,
  generateCryptoKeyPair,
  importJwk,
  type KeyCache,
  type KvStore,
  signRequest,
  verifyRequest,
} from '@fedify/fedify'
import { CryptographicKey, Endpoints, Image, Service } from '@fedify/vocab'
import type { DocumentLoader } from '@fedify/vocab-runtime'
import type { Database } from '../../platform/database/database.ts'
import type { Poster } from '../../platform/fetch/post.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { ACTORS_PATH, actorNamed, actorUri, isBlocked, parseActor } from './actors.ts'
import { deleteCached, getCached, setCached } from './cache.ts'
import { type Incoming, isTooLong, listenToInboxes, readActivity, receiveUnsigned } from './inbox.ts'
import { type SigningKeys, signingKeys } from './keys.ts'
import { createDocumentLoader } from './remote-documents.ts'

export interface LocalActor {
  username: string
  name: string
  summary: string
  /** Its page. */
  url: string
}

export interface FederationDeps {
  database: Database
  clock: Clock
  /** Sends to addresses that strangers name. */
  poster: Poster
  dataDir: string
  baseUrl: string
  /** Hosts of FEDIVERSE_BLOCK. */
  blocked: readonly string[]
  version: string
  /** Name of the site's actor. */
  siteName: string
  icon: string
  findActor(identifier: string): Promise<LocalActor | null>
  countFollowers(identifier: string): Promise<number>
  countPosts(): Promise<number>
}

export type Sign = (request: {
  url: string
  body: string
  actor: string
  spec: 'draft-cavage-http-signatures-12' | 'rfc9421'
}) => Promise<Record<string, string>>

export interface FediverseServer {
  /** WebFinger, actors, followers, inboxes, NodeInfo. `elsewhere` answers who wants a page. */
  handle(request: Request, elsewhere: (request: Request) => Response | Promise<Response>): Promise<Response>
  sign: Sign
}

export async function buildFederation(deps: FederationDeps): Promise<FediverseServer> {
  const { database, clock, poster, baseUrl, blocked } = deps
  const keys = await openKeys(await signingKeys(database, deps.dataDir, newKeys, clock.now()))
  const documentLoader = createDocumentLoader({ poster, isBlocked: (host) => isBlocked(blocked, host) })
  const federation = createFederation<Incoming>({
    kv: keyValueStore(database, clock),
    origin: baseUrl,
    documentLoaderFactory: () => documentLoader,
    contextLoaderFactory: () => documentLoader,
    authenticatedDocumentLoaderFactory: () => documentLoader,
  })
  serveActors(federation, deps, keys)
  listenToInboxes(federation, { ...deps, documentLoader })
  federation.setNodeInfoDispatcher('/fediverse/nodeinfo/2.1', async () => ({
    software: { name: 'karnhuset', version: deps.version },
    protocols: ['activitypub'],
    openRegistrations: false,
    usage: { users: { total: 1 }, localPosts: await deps.countPosts(), localComments: 0 },
  }))
  async function answer(request: Request, elsewhere: Parameters<FediverseServer['handle']>[1]): Promise<Response> {
    const contextData: Incoming = { signer: null, refused: false }
    if (request.method === 'POST') {
      const body = await request.clone().text()
      contextData.signer = await signerOf(request, deps, documentLoader)
      if (!contextData.signer) return receiveUnsigned({ ...deps, documentLoader }, body)
      if (!readActivity(body)) return notAnActivity()
    }
    const response = await federation.fetch(request, { contextData, onNotAcceptable: elsewhere })
    return contextData.refused
      ? new Response('The signature is not that of the account, or an address is too long.', { status: 401 })
      : response
  }
  return {
    handle: (request, elsewhere) => answer(request, elsewhere).catch(rejectHostile),
    sign: async ({ url, body, actor, spec }) => {
      const headers = { 'content-type': 'application/activity+json', accept: 'application/activity+json' }
      const request = new Request(url, { method: 'POST', headers, body })
      const keyId = new URL(`${actorUri(baseUrl, actor)}#main-key`)
      return Object.fromEntries((await signRequest(request, keys.privateKey, keyId, { spec })).headers)
    },
  }
}

const notAnActivity = () => new Response('This is not an activity.', { status: 400 })

/** Parsing a hostile activity throws errors of many kinds. Errors of ours and of the database go on. */
function rejectHostile(error: unknown): Response {
  const { name } = error as Error
  if (isTooLong(error) || /^(?:TypeError|RangeError|SyntaxError)$|^jsonld\./.test(name)) return notAnActivity()
  throw error
}

/** Origin of the key that has signed a request; null where the signature is not valid. */
async function signerOf(request: Request, { database, clock }: FederationDeps, loader: DocumentLoader) {
  const loaders = { documentLoader: loader, contextLoader: loader }
  const keyCache: KeyCache = {
    get: async (keyId) => {
      const stored = await getCached(database, `signer ${keyId.href}`, clock.now())
      return stored ? CryptographicKey.fromJsonLd(stored, loaders) : undefined
    },
    set: async (keyId, key) => {
      if (key) await setCached(database, `signer ${keyId.href}`, await key.toJsonLd(loaders), clock.now())
    },
  }
  const key = await verifyRequest(request.clone(), { ...loaders, keyCache })
  return key?.id?.origin ?? null
}

function serveActors(federation: Federation<Incoming>, deps: FederationDeps, keys: webcrypto.CryptoKeyPair): void {
  const exists = async (identifier: string) => parseActor(identifier) && (await deps.findActor(identifier))
  federation
    .setActorDispatcher(`${ACTORS_PATH}/{identifier}`, async (ctx, identifier) => {
      const actor = await exists(identifier)
      if (!actor) return null
      const [key] = await ctx.getActorKeyPairs(identifier)
      return new Service({
        id: ctx.getActorUri(identifier),
        preferredUsername: actor.username,
        name: actor.name,
        summary: actor.summary,
        url: new URL(actor.url),
        icon: new Image({ url: new URL(deps.icon), mediaType: 'image/png' }),
        inbox: ctx.getInboxUri(identifier),
        outbox: new URL(`${actorUri(deps.baseUrl, identifier)}/outbox`),
        followers: ctx.getFollowersUri(identifier),
        endpoints: new Endpoints({ sharedInbox: ctx.getInboxUri() }),
        publicKey: key?.cryptographicKey ?? null,
        discoverable: true,
        indexable: true,
        manuallyApprovesFollowers: false,
      })
    })
    .mapHandle((_ctx, username) => actorNamed(username, deps.siteName))
    .setKeyPairsDispatcher(() => [keys])
  federation
    .setFollowersDispatcher(`${ACTORS_PATH}/{identifier}/followers`, async (_ctx, identifier) =>
      // The number is public, the accounts are not.
      (await exists(identifier)) ? { items: [] } : null,
    )
    .setCounter((_ctx, identifier) => deps.countFollowers(identifier))
}

async function newKeys(): Promise<SigningKeys> {
  const pair = await generateCryptoKeyPair('RSASSA-PKCS1-v1_5')
  const [publicKey, privateKey] = await Promise.all([exportJwk(pair.publicKey), exportJwk(pair.privateKey)])
  return { publicKey: JSON.stringify(publicKey), privateKey: JSON.stringify(privateKey) }
}

const openKeys = async ({ publicKey, privateKey }: SigningKeys): Promise<webcrypto.CryptoKeyPair> => ({
  publicKey: await importJwk(JSON.parse(publicKey), 'public'),
  privateKey: await importJwk(JSON.parse(privateKey), 'private'),
})

const keyValueStore = (database: Database, clock: Clock): KvStore => ({
  get: async <T>(key: readonly string[]) => (await getCached(database, key.join(' '), clock.now())) as T | undefined,
  set: (key, value, options) =>
    setCached(database, key.join(' '), value, clock.now(), options?.ttl?.total('millisecond')),
  delete: (key) => deleteCached(database, key.join(' ')),
  // Of queues alone, which have none here.
  async *list() {},
})

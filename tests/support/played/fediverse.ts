/** A Mastodon-like server on loopback with accounts of its own, which signs and checks signatures by itself. */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { startSmallServer } from './small-server.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = publicKey.export({ type: 'spki', format: 'pem' })
const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const JSON_TYPE = 'application/activity+json'
const CONTEXT = ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1']

interface Received {
  path: string
  activity: { id: string; type: string; actor: string; object: Record<string, unknown> & string } & Record<
    string,
    unknown
  >
  /** The signature is that of the actor, by the key that its document names. */
  isSigned: boolean
}

export interface SendOptions {
  to?: string
  spec?: 'cavage' | 'rfc9421' | 'none'
  /** Signed with a key that is published nowhere. */
  wrongKey?: boolean
  /** Sent in place of what was signed. */
  body?: string
  /** Signed and sent in place of the activity. */
  raw?: string
  date?: Date
  keyId?: string
}

export type Peer = Awaited<ReturnType<typeof startPeer>>

export async function startPeer(
  site: { app: FastifyInstance; config: { BASE_URL: string } },
  { host = '127.0.0.1', port = 0, sharedInbox = true } = {},
) {
  const received: Received[] = []
  /** Account → the status of its document from now on. */
  const statuses = new Map<string, number>()
  const answers = { status: 202 }
  let documents = 0
  const { url, close } = await startSmallServer(
    async (request, response) => {
      const path = request.url ?? ''
      if (request.method === 'POST') {
        const body = await text(request)
        received.push({
          path,
          activity: JSON.parse(body),
          isSigned: await isSigned(site.app, request.headers, { path, body }),
        })
        return void response.writeHead(answers.status).end()
      }
      documents++
      const [, name = ''] = /^\/users\/(\w+)/.exec(path) ?? []
      const document = path === '/strange' ? strange : accountOf(url, name, sharedInbox)
      const status = statuses.get(name) ?? 200
      if (status !== 200) return void response.writeHead(status).end()
      response.writeHead(status, { 'content-type': JSON_TYPE }).end(JSON.stringify(document))
    },
    host,
    port,
  )
  let strange: object = {}
  const actor = (name: string) => `${url}/users/${name}`
  let sent = 0

  async function send(name: string, activity: Record<string, unknown>, options: SendOptions = {}): Promise<number> {
    const content = { '@context': CONTEXT[0], id: `${url}/activities/${++sent}`, actor: actor(name), ...activity }
    const body = options.raw ?? JSON.stringify(content)
    const path = options.to ?? '/fediverse/inbox'
    const target = new URL(path, site.config.BASE_URL)
    const keyId = options.keyId ?? `${actor(name)}#main-key`
    const signed = {
      target,
      body,
      keyId,
      date: options.date ?? new Date(),
      key: options.wrongKey ? OTHER_KEY : privateKey,
    }
    const answer = await site.app.inject({
      method: 'POST',
      url: path,
      payload: options.body ?? body,
      headers: { 'content-type': JSON_TYPE, host: target.host, ...SIGNERS[options.spec ?? 'cavage'](signed) },
    })
    return answer.statusCode
  }

  return {
    url,
    close,
    received,
    answers,
    actor,
    send,
    /** Documents that were fetched from it. */
    documents: () => documents,
    follow: (name: string, object: string, options?: SendOptions) => send(name, { type: 'Follow', object }, options),
    undoFollow: (name: string, object: string) =>
      send(name, { type: 'Undo', object: { id: `${url}/f`, type: 'Follow', actor: actor(name), object } }),
    /** Status of an account's document: 410 once it was deleted. */
    answerForAccount: (name: string, status: number) => statuses.set(name, status),
    /** A key, by itself or in an account of this server, that names another account as its owner; its address. */
    claimKeyOf: (owner: string, form: 'key' | 'account') => {
      const id = form === 'key' ? `${url}/strange` : `${url}/strange#main-key`
      const key = { id, type: 'CryptographicKey', owner, publicKeyPem: PEM }
      const account = { ...accountOf(url, 'strange', false), id: `${url}/strange`, publicKey: key }
      strange = form === 'key' ? { '@context': CONTEXT, ...key } : account
      return id
    },
  }
}

function accountOf(url: string, name: string, sharedInbox: boolean): object {
  const id = `${url}/users/${name}`
  return {
    '@context': CONTEXT,
    id,
    type: 'Person',
    preferredUsername: name,
    inbox: `${id}/inbox`,
    outbox: `${id}/outbox`,
    ...(sharedInbox && { endpoints: { sharedInbox: `${url}/inbox` } }),
    publicKey: { id: `${id}#main-key`, owner: id, publicKeyPem: PEM },
  }
}

interface Signed {
  target: URL
  body: string
  keyId: string
  date: Date
  key: KeyObject
}

const sha256 = (body: string) => createHash('sha256').update(body).digest('base64')
const rsa = (key: KeyObject, base: string) => sign('sha256', Buffer.from(base), key).toString('base64')

const SIGNERS: Record<NonNullable<SendOptions['spec']>, (signed: Signed) => Record<string, string>> = {
  none: () => ({}),
  /** draft-cavage-http-signatures-12, as Mastodon sends it. */
  cavage: ({ target, body, keyId, date, key }) => {
    const fields = { host: target.host, date: date.toUTCString(), digest: `SHA-256=${sha256(body)}` }
    const lines = [
      `(request-target): post ${target.pathname}`,
      ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    ]
    const names = `(request-target) ${Object.keys(fields).join(' ')}`
    const signature = `keyId="${keyId}",algorithm="rsa-sha256",headers="${names}",signature="${rsa(key, lines.join('\n'))}"`
    return { ...fields, signature }
  },
  rfc9421: ({ target, body, keyId, date, key }) => {
    const digest = `sha-256=:${sha256(body)}:`
    const created = Math.floor(date.getTime() / 1000)
    const parameters = `("@method" "@target-uri" "content-digest");created=${created};keyid="${keyId}";alg="rsa-v1_5-sha256"`
    const base = `"@method": POST\n"@target-uri": ${target.href}\n"content-digest": ${digest}\n"@signature-params": ${parameters}`
    return { 'content-digest': digest, 'signature-input': `sig1=${parameters}`, signature: `sig1=:${rsa(key, base)}:` }
  },
}

/** Of a request from the site: draft-cavage, with the key that its actor's document names. */
async function isSigned(
  app: FastifyInstance,
  headers: IncomingHttpHeaders,
  { path, body }: { path: string; body: string },
) {
  const field = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(String(headers.signature))?.[1] ?? ''
  const keyId = new URL(field('keyId'))
  const { actor } = JSON.parse(body) as { actor: string }
  const answer = await app.inject({ url: keyId.pathname, headers: { accept: JSON_TYPE } })
  const { id, publicKey: published } = answer.json()
  const lines = field('headers')
    .split(' ')
    .map((name) => `${name}: ${name === '(request-target)' ? `post ${path}` : headers[name]}`)
  const isDigest = headers.digest === `SHA-256=${sha256(body)}`
  const isOurs = id === actor && published.id === keyId.href && published.owner === actor
  const key = createPublicKey(published.publicKeyPem)
  return (
    isDigest &&
    isOurs &&
    verify('sha256', Buffer.from(lines.join('\n')), key, Buffer.from(field('signature'), 'base64'))
  )
}

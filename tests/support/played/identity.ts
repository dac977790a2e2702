/** The other parties of signing in: an identity provider that signs ID tokens, and a program that acts for a reader by OAuth. */

import { createHash } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { TestWeb } from '../web.ts'
import { startSmallServer } from './small-server.ts'

interface SigningKey {
  kid: string
  jwk: JWK
  publicPem: string
  privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
}

export interface TestProvider {
  url: string
  /** How often the keys were asked for. */
  asked: number
  key: SigningKey
  /** A new key takes the place of the old one. */
  rotate(): Promise<void>
  sign(claims: JWTPayload, key?: SigningKey): Promise<string>
  /** What is answered from now on: the keys, an error, or nonsense. */
  behave(how: 'well' | 'broken' | 'nonsense'): void
  close(): Promise<void>
}

let keys = 0

export async function makeKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = `key-${++keys}`
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  return { kid, jwk, publicPem: await exportSPKI(publicKey), privateKey }
}

export async function startProvider(): Promise<TestProvider> {
  let mood: 'well' | 'broken' | 'nonsense' = 'well'
  const server = await startSmallServer((_request, response) => {
    provider.asked++
    if (mood === 'broken') return response.writeHead(500).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(mood === 'nonsense' ? '<html>' : JSON.stringify({ keys: [provider.key.jwk] }))
  })
  const provider: TestProvider = {
    url: `${server.url}/keys`,
    asked: 0,
    key: await makeKey(),
    rotate: async () => {
      provider.key = await makeKey()
    },
    sign: (claims, key = provider.key) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(key.privateKey),
    behave: (how) => {
      mood = how
    },
    close: server.close,
  }
  return provider
}

export const redirectUri = 'http://127.0.0.1:4711/callback'
export const verifier = 'x'.repeat(43)
export const challenge = createHash('sha256').update(verifier).digest('base64url')
const form = 'f'.repeat(32)

type Fields = Record<string, string | string[] | undefined>

let callers = 0
/** Each from another address of the net, so that no limit is reached. */
const remoteAddress = () => `10.${++callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`

export const encode = (fields: Fields): string => {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  return new URLSearchParams(texts).toString()
}

export async function register(web: TestWeb, metadata: object = { redirect_uris: [redirectUri] }) {
  const headers = { 'content-type': 'application/json' }
  const payload = JSON.stringify(metadata)
  const { statusCode, body } = await web.app.inject({
    method: 'POST',
    url: '/oauth/register',
    headers,
    payload,
    remoteAddress: remoteAddress(),
  })
  return { status: statusCode, body: JSON.parse(body) }
}

/** Of an authorization; undefined leaves a field out. */
export const requestOf = (clientId: string, more: Fields = {}): Fields => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  state: 'a b&c=d',
  scope: 'full',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...more,
})

export const open = (web: TestWeb, session: string, fields: Fields) =>
  web.app.inject({ url: `/konto/connect?${encode(fields)}`, headers: { cookie: `konto=${session}` } })

/** The form of the page that asks, as it is sent by a browser of the reader's. */
export const answerForm = (web: TestWeb, session: string, fields: Fields, headers: Record<string, string> = {}) =>
  web.app.inject({
    method: 'POST',
    url: '/konto/connect',
    payload: encode({ form, answer: 'yes', ...fields }),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `konto=${session}; konto_form=${form}`,
      origin: web.config.BASE_URL,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })

/** Parameters of the address that the answer leads to. */
export const ledTo = ({ headers }: { headers: Record<string, unknown> }): URL => new URL(String(headers.location))

export async function authorize(web: TestWeb, session: string, clientId: string, more: Fields = {}): Promise<string> {
  const answer = await answerForm(web, session, requestOf(clientId, more))
  return ledTo(answer).searchParams.get('code') ?? ''
}

export async function post(web: TestWeb, path: string, fields: Fields) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await web.app.inject({
    method: 'POST',
    url: path,
    headers,
    payload: encode(fields),
    remoteAddress: remoteAddress(),
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body), headers: answer.headers }
}

export const redeem = (web: TestWeb, clientId: string, code: string, more: Fields = {}) =>
  post(web, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  })

export const refresh = (web: TestWeb, clientId: string, token: string, more: Fields = {}) =>
  post(web, '/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more })

/** A new program with tokens of its own. */
export async function connect(web: TestWeb, session: string, more: Fields = {}) {
  const { client_id: clientId } = (await register(web)).body as { client_id: string }
  const code = await authorize(web, session, clientId, more)
  const { body } = await redeem(web, clientId, code)
  return { clientId, code, access: String(body.access_token), refreshToken: String(body.refresh_token) }
}

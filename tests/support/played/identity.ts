/** An identity provider: publishes keys, signs ID tokens, rotates, goes away. */
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
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

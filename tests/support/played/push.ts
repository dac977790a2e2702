/** A push service: takes messages at addresses of its own (RFC 8030), checks who sends them and opens them for the devices. */
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { PushAddress } from '../../../src/features/alerts/device.ts'
import { startSmallServer } from './small-server.ts'

export interface Pushed {
  device: string
  message: { title: string; body: string; url: string; tag: string }
  headers: IncomingMessage['headers']
  /** Claims of the sender's token (RFC 8292), whose signature is right. */
  claims: { aud: string; sub: string; exp: number }
  bytes: number
}

export interface TestPushService {
  url: string
  /** What was taken, in order. */
  pushed: Pushed[]
  /** A device of that name as its browser would subscribe it. */
  subscribe(device: string): PushAddress
  /** With what the next messages are answered; 201 without. */
  answer(status: number | null): void
  close(): Promise<void>
}

export async function startPushService(publicKey: () => Promise<string>): Promise<TestPushService> {
  const devices = new Map<string, { ecdh: ECDH; auth: Buffer }>()
  const pushed: Pushed[] = []
  let answer: number | null = null
  const { url, close } = await startSmallServer(async (request, response) => {
    const body = await buffer(request)
    const name = (request.url ?? '').slice('/push/'.length)
    const device = devices.get(name)
    if (answer !== null || !device) return void response.writeHead(answer ?? 404).end()
    const claims = checkSender(request.headers.authorization ?? '', await publicKey())
    if (claims?.aud !== url || body.length > 4096) return void response.writeHead(claims ? 413 : 403).end()
    const message = JSON.parse(decrypt(body, device.ecdh, device.auth))
    pushed.push({ device: name, message, headers: request.headers, claims, bytes: body.length })
    response.writeHead(201).end()
  })
  return {
    url,
    pushed,
    close,
    subscribe: (name) => {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      devices.set(name, { ecdh, auth })
      const p256dh = ecdh.getPublicKey('base64url')
      return { endpoint: `${url}/push/${name}`, p256dh, auth: auth.toString('base64url') }
    },
    answer: (status) => {
      answer = status
    },
  }
}

/** RFC 8292: a signed token by the key that subscriptions were made for; null where it is not. */
function checkSender(header: string, publicKey: string): Pushed['claims'] | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (key !== publicKey || !x || !y) return null
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: jwk, dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))) return null
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

/** RFC 8291 and 8188, one record. */
function decrypt(body: Buffer, device: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', device.computeSecret(sender), auth, info, 32))
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // What is padded ends with 2.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}

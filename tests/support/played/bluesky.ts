/** A small Personal Data Server of the AT Protocol: one account that signs in with an app password and creates records. */
import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { startSmallServer } from './small-server.ts'

interface Call {
  method: string
  token: string
  body: Record<string, unknown>
}

export interface Pds {
  url: string
  handle: string
  password: string
  /** Every call, in order. */
  calls: Call[]
  /** Records that were taken. */
  records: { repo: string; collection: string; record: Record<string, unknown> }[]
  /** The next calls of a method are answered by these, before any other. */
  next: Record<string, ((response: ServerResponse) => void)[]>
  /** Sessions end. */
  endSessions(): void
  close(): Promise<void>
}

export const refuse =
  (status: number, error = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }))

export async function startPds(): Promise<Pds> {
  const sessions = new Set<string>()
  const pds = {
    handle: 'nyheter.pds.example',
    password: 'abcd-efgh-ijkl-mnop',
    calls: [] as Call[],
    records: [] as Pds['records'],
    next: {} as Pds['next'],
    endSessions: () => sessions.clear(),
  }
  const server = await startSmallServer(async (request, response) => {
    const method = String(request.url).replace('/xrpc/', '')
    const token = String(request.headers.authorization ?? '').replace('Bearer ', '')
    const body = (await json(request)) as Record<string, unknown>
    pds.calls.push({ method, token, body })
    const forced = pds.next[method]?.shift()
    if (forced) return forced(response)
    const answer = (content: object) => response.end(JSON.stringify(content))
    if (method === 'com.atproto.server.createSession') {
      if (body.identifier !== pds.handle || body.password !== pds.password)
        return refuse(401, 'AuthenticationRequired')(response)
      const accessJwt = `jwt-${pds.calls.length}`
      sessions.add(accessJwt)
      return answer({ accessJwt, refreshJwt: 'r', handle: pds.handle, did: 'did:plc:played', didDoc: {} })
    }
    if (method !== 'com.atproto.repo.createRecord') return refuse(404, 'MethodNotImplemented')(response)
    if (!sessions.has(token)) return refuse(400, 'ExpiredToken')(response)
    pds.records.push(body as unknown as Pds['records'][number])
    return answer({ uri: 'at://did:plc:played/app.bsky.feed.post/1', cid: 'bafy' })
  })
  return Object.assign(pds, { url: server.url, close: server.close })
}

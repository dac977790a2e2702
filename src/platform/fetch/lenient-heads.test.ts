import net from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFetcher, type Fetcher } from './fetcher.ts'

const BODY = '<rss version="2.0"><channel><title>Från en gammal server</title></channel></rss>'
const L = Buffer.byteLength(BODY)
const OK = 'HTTP/1.1 200 OK\r\n'
const TYPE = 'Content-Type: application/rss+xml\r\n'

/** Whole answers, by path. */
const answers = new Map<string, (Buffer | string)[]>()
let paths: string[] = []
let connections = 0
let server: net.Server
let fetcher: Fetcher

beforeAll(async () => {
  server = net.createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.on('data', async (request) => {
      const path = String(request).split(' ')[1] ?? ''
      paths.push(path)
      const parts = answers.get(path) ?? []
      for (const part of parts) {
        socket.write(part)
        if (parts.length > 1) await new Promise((done) => setTimeout(done, 1))
      }
      if (!path.startsWith('/stays')) socket.end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  fetcher = createFetcher({ allow: ['127.0.0.1'], userAgent: 'Test/1' })
})
afterAll(async () => {
  await fetcher.close()
  server.close()
})

const at = (path: string) => `http://127.0.0.1:${(server.address() as net.AddressInfo).port}${path}`

/** The result of an answer, sent at once and in pieces of `size` bytes. */
async function read(answer: string, size = Number.POSITIVE_INFINITY) {
  const bytes = Buffer.from(answer)
  const count = Math.min(400, Math.ceil(bytes.length / size))
  const parts = Array.from({ length: count }, (_, n) =>
    bytes.subarray(n * size, n + 1 === count ? undefined : (n + 1) * size),
  )
  answers.set('/a', count > 1 ? parts : [bytes])
  const result = await fetcher.get(at('/a'))
  return { text: Buffer.from(result.body).toString(), ...result }
}

describe('an answer of an old server is read', () => {
  it.each<[string, string]>([
    ['with one length twice', `${OK}${TYPE}Content-Length: ${L}\r\nContent-Length: ${L}\r\n\r\n${BODY}`],
    [
      'with one length twice under other letters',
      `${OK}${TYPE}Content-Length: ${L}\r\ncontent-length:${L} \r\n\r\n${BODY}`,
    ],
    ['with one length as a list', `${OK}${TYPE}Content-Length: ${L}, ${L}\r\n\r\n${BODY}`],
    ['with other headers twice', `${OK}${TYPE}${TYPE}Date: x\r\nDate: x\r\nETag: "1"\r\nETag: "1"\r\n\r\n${BODY}`],
    [
      'with one coding of the transfer twice',
      `${OK}${TYPE}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${L.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
    ],
    [
      'with a folded header',
      `${OK}Content-Type: application/rss+xml;\r\n charset=utf-8\r\nX: a\r\n\tb\r\n   c\r\n\r\n${BODY}`,
    ],
    ['with a first line that goes on', `${OK} X: y\r\n${TYPE}\r\n${BODY}`],
    ['with bare line feeds', `${OK}${TYPE}Content-Length: ${L}\r\n\r\n`.replaceAll('\r', '') + BODY],
    ['with some bare line feeds', `HTTP/1.1 200 OK\n${TYPE}X: y\n\r\n${BODY}`],
    ['with a last bare line feed', `${OK}${TYPE}\n${BODY}`],
    ['with blanks before a colon', `${OK}Content-Type : application/rss+xml\r\nX\t: y\r\n\r\n${BODY}`],
    ['with blanks before the colon of its length', `${OK}${TYPE}Content-Length : ${L}\r\n\r\n${BODY}`],
    ['with blanks in a name', `${OK}X Bad Header: 1\r\n${TYPE}\r\n${BODY}`],
    ['with a line that has no name', `${OK}: nothing\r\n${TYPE}\r\n${BODY}`],
    ['with a line that has no colon', `${OK}Warning\r\n${TYPE}\r\n${BODY}`],
    ['with a name in letters of no standard', `${OK}Härlig: 1\r\nX(y): 2\r\n${TYPE}\r\n${BODY}`],
    ['with controls in a value', `${OK}X: a\x01b\x7f\rc\r\n${TYPE}\r\n${BODY}`],
    ['with lines before its own', `\r\n\n${OK}${TYPE}\r\n${BODY}`],
    [
      'after an interim one',
      `HTTP/1.1 103 Early Hints\nLink : </x>\n\nHTTP/1.1 200 OK\nContent-Type : application/rss+xml\n\n${BODY}`,
    ],
  ])('%s', async (_, answer) => {
    for (const size of [undefined, 9])
      expect(await read(answer, size)).toMatchObject({ status: 200, text: BODY, contentType: 'application/rss+xml' })
  })

  it('with what its folded and repeated headers say', async () => {
    const { headers } = await read(`${OK}${TYPE}X-One: a\r\n\t  b\r\nETag : "1"\r\nETag : "2"\r\n\r\n${BODY}`)
    expect(headers).toMatchObject({ 'x-one': 'a b', etag: '"1"' })
  })

  it('and what it compressed twice', async () => {
    const body = gzipSync(gzipSync(BODY))
    const head = `${OK}${TYPE}Content-Encoding : gzip\nContent-Encoding: gzip\nContent-Length: ${body.length}\n\n`
    answers.set('/z', [Buffer.concat([Buffer.from(head), body])])
    expect(Buffer.from((await fetcher.get(at('/z'))).body).toString()).toBe(BODY)
  })

  it('one after another over the same connection', async () => {
    const before = connections
    for (const n of [1, 2, 3]) {
      answers.set(`/stays/${n}`, [`HTTP/1.1 200 OK\nContent-Type : text/plain\nContent-Length: 1\n\n${n}`])
      expect(String(Buffer.from((await fetcher.get(at(`/stays/${n}`))).body))).toBe(String(n))
    }
    expect(connections - before).toBeLessThan(3)
  })
})

describe('an answer is refused', () => {
  it.each<[string, string]>([
    ['with two lengths', `${OK}Content-Length: ${L}\r\nContent-Length: ${L - 1}\r\n\r\n${BODY}`],
    ['with two lengths as a list', `${OK}Content-Length: ${L}, ${L - 1}\r\n\r\n${BODY}`],
    [
      'with two lengths, one with blanks before the colon',
      `${OK}Content-Length : ${L}\r\nContent-Length: 5\r\n\r\n${BODY}`,
    ],
    [
      'with a length and a coding of the transfer',
      `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'with both, one of them with blanks before the colon',
      `${OK}Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
    ],
    [
      'with a length and a coding of the transfer that agree',
      `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    ],
    [
      'with two codings of the transfer',
      `${OK}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
    ],
    ['with a length that is none', `${OK}Content-Length: 5x\r\n\r\n${BODY}`],
    ['with a length in two pieces', `${OK}Content-Length: 5\r\n 0\r\n\r\n${BODY}`],
    ['with the null character', `${OK}X: a\0b\r\n\r\n${BODY}`],
    ['with a head without end', `${OK}${'X: yyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(10_000)}`],
    ['with lines that say nothing without end', `${OK}${'nothing\n'.repeat(100_000)}`],
    ['with one line without end', `${OK}${'x'.repeat(1_000_000)}`],
    ['in another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ])('%s', async (_, answer) => {
    await expect(read(answer)).rejects.toMatchObject({ kind: 'protocol' })
  })

  it('that leads to two places', async () => {
    const head = (second: string) =>
      `HTTP/1.1 302 Found\r\nLocation: /there\r\nLocation: ${second}\r\nContent-Length: 0\r\n\r\n`
    answers.set('/there', [`${OK}${TYPE}\r\n${BODY}`])
    await expect(read(head('/elsewhere'))).rejects.toMatchObject({ kind: 'protocol' })
    paths = []
    expect(await read(head('/there'))).toMatchObject({ text: BODY })
    expect(paths).toEqual(['/a', '/there'])
  })

  it('that breaks off within its head', async () => {
    await expect(read(`${OK}Content-Ty`)).rejects.toMatchObject({ kind: 'connection' })
  })
})

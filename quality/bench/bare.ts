/** Child of the bench: a bare node:http server that sends bodies from memory. It asks the service once for each path. */
import { createServer } from 'node:http'

const origin = String(process.env.BENCH_ORIGIN)
const bodies = new Map<string, { body: Buffer; type: string; etag: string }>()

createServer(async (request, response) => {
  const path = request.url ?? '/'
  let kept = bodies.get(path)
  if (!kept) {
    const answer = await fetch(origin + path)
    const body = Buffer.from(await answer.arrayBuffer())
    kept = { body, type: answer.headers.get('content-type') ?? '', etag: answer.headers.get('etag') ?? '' }
    bodies.set(path, kept)
  }
  if (kept.etag && request.headers['if-none-match'] === kept.etag) {
    response.writeHead(304, { etag: kept.etag })
    response.end()
    return
  }
  response.writeHead(200, { 'content-type': kept.type, 'content-length': kept.body.length, etag: kept.etag })
  response.end(kept.body)
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))

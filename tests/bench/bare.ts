/** Child of the bench: a bare node:http server that sends bodies from memory. It asks the service once for each path. */
import { createServer } from 'node:http'

const origin = String(process.env.BENCH_ORIGIN)
const bodies = new Map<string, { body: Buffer; type: string; etag: string }>()

createServer(async (request, response) => {
  const path = request.url ?? '/'
  let retained = bodies.get(path)
  if (!retained) {
    const answer = await fetch(origin + path)
    const body = Buffer.from(await answer.arrayBuffer())
    retained = { body, type: answer.headers.get('content-type') ?? '', etag: answer.headers.get('etag') ?? '' }
    bodies.set(path, retained)
  }
  if (retained.etag && request.headers['if-none-match'] === retained.etag) {
    response.writeHead(304, { etag: retained.etag })
    response.end()
    return
  }
  response.writeHead(200, {
    'content-type': retained.type,
    'content-length': retained.body.length,
    etag: retained.etag,
  })
  response.end(retained.body)
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))

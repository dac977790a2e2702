/** Child of the bench: serves the files of BENCH_FOLDER by name, as a publisher does its feeds. */
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'

createServer((request, response) => {
  const file = join(String(process.env.BENCH_FOLDER), basename(request.url ?? ''))
  response.writeHead(200, { 'content-type': 'application/rss+xml' })
  createReadStream(file).pipe(response)
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))

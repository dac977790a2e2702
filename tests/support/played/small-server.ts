/** Servers on loopback: one whose answers a test gives, a host of static files, and a free port for others. */
import { once } from 'node:events'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

export interface SmallServer {
  /** Origin without a trailing slash. */
  url: string
  port: number
  /** Lets go of all that wait. */
  close(): Promise<void>
}

export async function startSmallServer(answer: RequestListener, host = '127.0.0.1', on = 0): Promise<SmallServer> {
  const server = createServer(answer).listen(on, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

export async function freePort(): Promise<number> {
  const { port, close } = await startSmallServer(() => {})
  await close()
  return port
}

/** A folder below a prefix, as static hosts serve it: `index.html` for a path, the site's 404.html for what is missing. */
export const startStaticHost = (folder: string, prefix: string): Promise<SmallServer> =>
  startSmallServer((request, response) => {
    const [address = ''] = String(request.url).split('?')
    const path = decodeURIComponent(address)
    const isBelow = path === prefix || path.startsWith(`${prefix}/`)
    const file = [path.slice(prefix.length), `${path.slice(prefix.length)}/index.html`]
      .map((one) => join(folder, one))
      .find((one) => isBelow && existsSync(one) && statSync(one).isFile())
    const shown = file ?? join(folder, '404.html')
    response.writeHead(file ? 200 : 404, { 'content-type': TYPES[extname(shown)] ?? 'application/octet-stream' })
    createReadStream(shown).pipe(response)
  })

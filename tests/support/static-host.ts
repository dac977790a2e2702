/** A plain file server, as static hosts are: a folder below a prefix, `index.html` for a path, the site's 404.html. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type SmallServer, startSmallServer } from './small-server.ts'

const TYPES: Record<string, string> = {
  ...{ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' },
  ...{ '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json' },
}

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

/** The site's own files, read once at start and served under an address that changes with their content. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { AssetUrl } from './page.ts'

export interface Asset {
  type: string
  body: Buffer
}

export interface Assets {
  /** Ten hexadecimal digits over every file. */
  version: string
  files: ReadonlyMap<string, Asset>
  url: AssetUrl
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Every file of `folders`; the style sheets among them joined, in the order of `sheets`, as site.css. */
export function loadAssets(folders: string[], sheets: string[]): Assets {
  const files = new Map<string, Asset>()
  for (const folder of folders)
    for (const name of readdirSync(folder).sort()) {
      const type = types[extname(name)]
      if (type) files.set(name, { type, body: readFileSync(join(folder, name)) })
    }
  joinSheets(files, sheets)
  const version = fingerprint(files)
  return { version, files, url: (name) => `/assets/${version}/${name}` }
}

function joinSheets(files: Map<string, Asset>, sheets: string[]): void {
  const parts = sheets.flatMap((name) => files.get(name)?.body ?? [])
  for (const name of sheets) files.delete(name)
  files.set('site.css', { type: 'text/css; charset=utf-8', body: Buffer.concat(parts) })
}

function fingerprint(files: Map<string, Asset>): string {
  const hash = createHash('sha256')
  for (const [name, { body }] of files) hash.update(`${name}\0${body.length}\0`).update(body)
  return hash.digest('hex').slice(0, 10)
}

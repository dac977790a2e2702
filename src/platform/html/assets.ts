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
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Without the lines that are comments, a tenth of what browsers would load. */
const script = (path: string): Buffer =>
  Buffer.from(readFileSync(path, 'utf8').replace(/^\s*(?:\/\/.*|\/\*\*.*\*\/)\n/gm, ''))

const read = (path: string): Buffer => (extname(path) === '.js' ? script(path) : readFileSync(path))

/** Every file of `folders`; and `joined`, scripts and style sheets, each the files of its list in that order. */
export function loadAssets(folders: string[], joined: Record<string, string[]>): Assets {
  const files = new Map<string, Asset>()
  for (const folder of folders)
    for (const name of readdirSync(folder).sort()) {
      const type = types[extname(name)]
      if (type) files.set(name, { type, body: read(join(folder, name)) })
    }
  for (const [name, parts] of Object.entries(joined))
    files.set(name, { type: types[extname(name)] ?? 'text/css; charset=utf-8', body: Buffer.concat(parts.map(read)) })
  const version = fingerprint(files)
  return { version, files, url: (name) => `/assets/${version}/${name}` }
}

function fingerprint(files: Map<string, Asset>): string {
  const hash = createHash('sha256')
  for (const [name, { body }] of files) hash.update(`${name}\0${body.length}\0`).update(body)
  return hash.digest('hex').slice(0, 10)
}

/** `npm run licences`: writes docs/licences.md, the licences of everything that `npm ci --omit=dev` installs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  version?: string
  license?: string
  dev?: boolean
  optional?: boolean
  peer?: boolean
}

/** Licences that may stand beside our AGPL-3.0-or-later; GPL-3.0 may by section 13 of both, MPL-2.0 by its 3.3. */
const COMPATIBLE =
  /^\(?(MIT|GPL-3\.0|MIT-0|ISC|BSD|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|Python-2\.0|PSF-2\.0|PostgreSQL|Zlib|WTFPL|MPL-2\.0|LGPL-3\.0-or-later|LGPL-3\.0|\(LGPL-3\.0 OR MIT\))\b/

const root = join(import.meta.dirname, '..')

export interface Licence {
  name: string
  version: string
  licence: string
  compatible: boolean
}

/** Each package once per version, by name. */
export function readLicences(): Licence[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const found = Object.entries(lock.packages)
    .filter(([path, { dev, peer }]) => path !== '' && !dev && !peer)
    .map(([path, { version = '', license = '' }]) => {
      const licence = license || 'unknown'
      return { name: path.replace(/^.*node_modules\//, ''), version, licence, compatible: isCompatible(licence) }
    })
  const unique = new Map(found.map((entry) => [`${entry.name}@${entry.version}`, entry]))
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Every part of an AND, one part of an OR. */
function isCompatible(licence: string): boolean {
  const parts = licence.replace(/[()]/g, '').split(/ AND /)
  return parts.every((part) => part.split(/ OR /).some((choice) => COMPATIBLE.test(choice.trim())))
}

export function renderLicences(licences: Licence[]): string {
  const counts = Map.groupBy(licences, ({ licence }) => licence)
  const summary = [...counts]
    .sort((a, b) => b[1].length - a[1].length)
    .map(([name, all]) => `| ${name} | ${all.length} |`)
  const rows = licences.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return `# Licences of what Kärnhuset is built on

Kärnhuset itself is AGPL-3.0-or-later (see [LICENSE](../LICENSE)). This list is made from package-lock.json by
\`npm run licences\`; a test fails when it is out of date, or when a licence that does not go with ours comes in.

| licence | packages |
|---|---|
${summary.join('\n')}

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`
}

if (import.meta.main) writeFileSync(join(root, 'docs/licences.md'), renderLicences(readLicences()))

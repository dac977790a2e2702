/** `npm run brand [-- FOLDER]`: favicons, app icons and the default image from mark.svg, else of content/brand. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { drawBrand } from '../src/platform/media/images/brand.ts'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../content/brand'))
for (const [name, body] of await drawBrand(readFileSync(join(folder, 'mark.svg'), 'utf8')))
  writeFileSync(join(folder, name), body)
console.log('drawn')

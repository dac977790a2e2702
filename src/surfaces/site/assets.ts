/** Which files the site serves from where: our own beside this file, the brand's from the content folder. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Assets, loadAssets } from '../../html/assets.ts'
import { type Html, trusted } from '../../html/html.ts'
import { shippedContent as shipped } from '../../package-folder.ts'

const own = (name: string) => join(import.meta.dirname, name)

/** Styles lie beside what they style. The console's stand on the site's. */
const sheets = {
  'site.css': [
    ...['tokens.css', 'base.css', 'frame.css'].map(own),
    ...globSync(own('*/*.css')).sort(),
    own('print.css'),
  ],
  'admin.css': [own('../admin/console.css')],
}

/** `brand/` of the site's own folder, or else the one that comes with the project. */
const brandFolder = (contentDir: string): string =>
  [contentDir, shipped].map((folder) => join(folder, 'brand')).find((folder) => existsSync(folder)) ?? contentDir

export const siteAssets = (contentDir: string): Assets => loadAssets([own('assets'), brandFolder(contentDir)], sheets)

export const siteMark = (contentDir: string): Html =>
  trusted(readFileSync(join(brandFolder(contentDir), 'mark.svg'), 'utf8').trim())

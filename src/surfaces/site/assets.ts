/** Which files the site serves from where: our own beside this file, the brand's from the content folder. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Assets, loadAssets } from '../../html/assets.ts'
import { type Html, trusted } from '../../html/html.ts'

const sheets = ['tokens.css', 'base.css', 'frame.css', 'items.css', 'pages.css', 'events.css', 'print.css']

/** The console's own sheet is served beside the site's, and stands on it. */
const consoleAssets = join(import.meta.dirname, '../admin/assets')

const shipped = join(import.meta.dirname, '../../../content')

/** `brand/` of the site's own folder, or else the one that comes with the project. */
const brandFolder = (contentDir: string): string =>
  [contentDir, shipped].map((folder) => join(folder, 'brand')).find((folder) => existsSync(folder)) ?? contentDir

export const siteAssets = (contentDir: string): Assets =>
  loadAssets([join(import.meta.dirname, 'assets'), consoleAssets, brandFolder(contentDir)], sheets)

export const siteMark = (contentDir: string): Html =>
  trusted(readFileSync(join(brandFolder(contentDir), 'mark.svg'), 'utf8').trim())

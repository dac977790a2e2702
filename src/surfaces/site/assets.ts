/** Which files the site serves from where: our own beside this file, the brand's from the content folder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Assets, loadAssets } from '../../html/assets.ts'
import { type Html, trusted } from '../../html/html.ts'

const sheets = ['tokens.css', 'base.css', 'frame.css', 'items.css', 'pages.css', 'print.css']

export const siteAssets = (contentDir: string): Assets =>
  loadAssets([join(import.meta.dirname, 'assets'), join(contentDir, 'brand')], sheets)

export const siteMark = (contentDir: string): Html =>
  trusted(readFileSync(join(contentDir, 'brand/mark.svg'), 'utf8').trim())

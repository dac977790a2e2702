/** Files of the site and their addresses: our own beside this file, the brand's from the content folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type Assets, loadAssets } from '../../platform/html/assets.ts'
import { type Html, trusted } from '../../platform/html/html.ts'
import { shippedContent as shipped } from '../../platform/package/package-folder.ts'
import { type FeatureSite, NO_PARTS } from './feature-site.ts'

const localFile = (name: string) => join(import.meta.dirname, name)

/** Files that are served as one. Styles lie beside what they style; the console's stand on the site's. */
const joined = ({ styles, scripts }: FeatureAssets) => ({
  'site.js': [localFile('assets/site.js'), ...scripts],
  'site.css': [
    ...['tokens.css', 'base.css', 'frame.css'].map(localFile),
    ...stylesBelow(import.meta.dirname),
    ...styles,
    localFile('print.css'),
  ],
  'card.css': ['tokens.css', 'base.css', 'components/disputes.css', 'card.css'].map(localFile),
  'admin.css': [localFile('../console/console.css')],
})

/** Of the folders in it. A glob of Node brings a parser of patterns, which takes ten times as long. */
const stylesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/]+\/[^/]+\.css$/.test(path))
    .sort()
    .map((path) => join(folder, path))

type ContentFolders = Pick<Config, 'CONTENT_DIR' | 'DATA_DIR'>

/** `brand/` of each place, the strongest last: what comes along, what was drawn for the topic, and the topic's own. */
const brandFolders = ({ CONTENT_DIR, DATA_DIR }: ContentFolders): string[] =>
  [shipped, ...(CONTENT_DIR === shipped ? [] : [DATA_DIR]), CONTENT_DIR]
    .map((folder) => join(folder, 'brand'))
    .filter((folder) => existsSync(folder))

type FeatureAssets = Pick<FeatureSite, 'assets' | 'scripts' | 'styles'>

export const siteAssets = (config: ContentFolders, ofFeatures: FeatureAssets = NO_PARTS): Assets =>
  loadAssets([localFile('assets'), ...ofFeatures.assets, ...brandFolders(config)], joined(ofFeatures))

export function readLogo(config: ContentFolders): Html {
  const file = brandFolders(config).findLast((folder) => existsSync(join(folder, 'mark.svg'))) ?? shipped
  return trusted(sizedLogo(readFileSync(join(file, 'mark.svg'), 'utf8')))
}

const REPLACED = /\s+(?:class|width|height|aria-hidden|xmlns)\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Without what a drawing program writes before the drawing. One without a size would be as wide as its column. */
const sizedLogo = (svg: string): string =>
  svg
    .slice(Math.max(0, svg.indexOf('<svg')))
    .trim()
    .replace(
      /^<svg([^>]*)>/,
      (_, attributes: string) =>
        `<svg class="mark"${attributes.includes('viewBox') ? '' : ' viewBox="0 0 32 32"'}${attributes.replace(REPLACED, '')} width="32" height="32" aria-hidden="true">`,
    )

/** Context shared by all pages of the site: texts, files, mark. Read once at start. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { judgedBy } from '../../news/texts/queries/judge-record.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import type { Assets } from '../../platform/html/assets.ts'
import type { Inflection } from '../../platform/languages/inflection.ts'
import type { Languages } from '../../platform/languages/languages.ts'
import type { Messages } from '../../platform/site/messages.ts'
import type { Site } from '../../platform/site/site.ts'
import { sentenceEndsOf } from '../../platform/text/sentences.ts'
import { readLogo, siteAssets } from './assets.ts'
import type { FeatureSite, Section } from './feature-site.ts'
import type { SitePage } from './page.ts'
import { type About, notFoundPage } from './pages/plain-pages.ts'

interface PageContent {
  site: Site
  messages: Messages
  inflection: Inflection
  languages: Languages
}

export interface SiteContext {
  assets: Assets
  /** The context of a page that is rendered at `now`. */
  page(now: Date): SitePage
  /** The 404 page. */
  notFound(): string
  /** Of features, and with the site's own sections among them. */
  parts: FeatureSite
  /** Pages rendered from now on have these sections in their navigation. */
  showSections(filled: ReadonlySet<string>): void
  /** The same for the lines of publishers, which are read again after some minutes. */
  loadPublisherNotes(db: ReadDb, now: Date): Promise<void>
  about: About
}

export function buildSiteContext(
  config: Pick<
    Config,
    | 'CONTENT_DIR'
    | 'DATA_DIR'
    | 'BASE_URL'
    | 'PUBLISHER_NAME'
    | 'PUBLISHER_CONTACT'
    | 'AI_PROVIDER'
    | 'AI_MODEL'
    | 'AI_JUDGE'
    | 'AI_JUDGE_MODEL'
  >,
  { site, messages, inflection: { endings, replaced }, languages }: PageContent,
  isBrokenImage: (url: string) => boolean,
  ofFeatures: FeatureSite,
): SiteContext {
  const assets = siteAssets(config, ofFeatures)
  const parts = { ...ofFeatures, sections: [stories, ...ofFeatures.sections] }
  const logo = readLogo(config)
  const fixed = {
    site,
    t: messages.t,
    asset: assets.url,
    baseUrl: config.BASE_URL,
    paths: site.paths,
    logo,
    isBrokenImage,
    buttons: parts.buttons,
    ends: sentenceEndsOf(languages, site.language),
    checksPath: parts.aboutSite.find(({ isOfChecks }) => isOfChecks)?.path(site.paths) ?? `${site.paths.about}#ai`,
    hasModel: config.AI_PROVIDER !== 'none',
    endings: [[...endings], ...[...replaced].map(([letter, instead]) => [letter, ...instead])]
      .map((some) => some.join(' '))
      .join('|'),
  }
  const aboutSite = parts.aboutSite.map(({ name, path }) => [name, path(site.paths)] as const)
  const entriesOf = (sections: readonly Section[]) =>
    sections.map(({ name, path, isEarly = false }) => [name, path(site.paths), isEarly] as const)
  let sections = entriesOf(parts.sections)
  let notes: ReadonlyMap<string, string> = new Map()
  let notesAt = Number.NEGATIVE_INFINITY
  const publisherNote = (domain: string) => notes.get(domain) ?? ''
  const page = (now: Date): SitePage => ({ ...fixed, aboutSite, sections, publisherNote, now })
  return {
    assets,
    page,
    notFound: () => notFoundPage(page(new Date(0))),
    parts,
    showSections: (filled) => {
      sections = entriesOf(parts.sections.filter(({ name }) => filled.has(name)))
    },
    loadPublisherNotes: async (db, now) => {
      if (now.getTime() - notesAt < NOTES_MS) return
      notesAt = now.getTime()
      const all = await Promise.all(parts.publisherNotes.map((load) => load(db, messages.t)))
      notes = new Map(all.flatMap((one) => [...one]))
    },
    about: {
      text: readAbout(config.CONTENT_DIR) ?? site.description,
      publisher: config.PUBLISHER_NAME ?? null,
      contact: config.PUBLISHER_CONTACT ?? null,
      model: fixed.hasModel ? (config.AI_MODEL ?? config.AI_PROVIDER) : null,
      judgedBy: judgedBy(config),
    },
  }
}

const NOTES_MS = 600_000

const stories: Section = {
  name: 'stories',
  path: () => '/stories',
  isFilled: sql`exists (select from shown_stories)`,
}

function readAbout(folder: string): string | null {
  const file = join(folder, 'pages/om.md')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

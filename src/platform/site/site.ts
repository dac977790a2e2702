/** Subject and settings of this site: the parsed content/site.yaml. */
import { z } from 'zod'
import { type PageAddresses, pageAddresses } from './addresses.ts'
import { ConfiguredPaths, pathViolations, resolvePaths } from './configured-paths.ts'
import { parseContent, type ViolationAt } from './content-file.ts'
import { pagePaths } from './page-words.ts'
import type { Paths } from './paths.ts'

const language = z.string().refine(isLanguage, 'must be a language tag such as "sv" or "en-GB"')

const SiteFile = z.object({
  name: z.string().trim().min(1),
  language,
  languages: z.array(language).min(1),
  topic: z.string().trim().min(1),
  tagline: z.string().trim().min(1),
  description: z.string().trim().min(1),
  /** Their words where a model writes the texts. */
  with_model: z.object({ tagline: z.string().trim().min(1), description: z.string().trim().min(1) }).optional(),
  /** A line above every page, such as that all is invented. */
  notice: z.string().trim().min(1).max(200).optional(),
  timezone: z.string().refine(isTimezone, 'must be a time zone such as "Europe/Stockholm"'),
  contact: z.email().optional(),
  paths: ConfiguredPaths.default({}),
})

/** The site's own words and settings; everything that names the topic is here. */
export type Site = Readonly<Omit<z.infer<typeof SiteFile>, 'paths'>> & {
  /** Of the site's own pages. */
  readonly paths: Paths
  readonly addresses: PageAddresses
}

/**
 * Throws `bad_request` with one line for each violation, `site.yaml:line: what is wrong`. `isGuide`: true for the path
 * of a guide.
 */
export function parseSite(text: string, isGuide: (path: string) => boolean = () => false): Site {
  const check = ({ paths }: z.infer<typeof SiteFile>, at: ViolationAt) => pathViolations(paths, at, isGuide)
  const { paths, ...site } = parseContent(text, 'site.yaml', SiteFile, check)
  const occupied = new Set(Object.values(paths).flat())
  const free = Object.entries(pagePaths(site.language)).filter(([, path]) => !occupied.has(path) && !isGuide(path))
  const configured = { ...Object.fromEntries(free), ...paths }
  const addresses = pageAddresses(configured, site.language)
  return Object.freeze({ ...site, paths: resolvePaths(configured), addresses })
}

/** A site as it presents itself, with its words for texts that a model writes where one does. */
export const presentedSite = ({ with_model: texts, ...site }: Site, hasModel: boolean): Site =>
  hasModel ? { ...site, ...texts } : site

/** False for a name, as "danish", which is a tag by its form alone. */
export function isLanguage(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language.length < 4
  } catch {
    return false
  }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

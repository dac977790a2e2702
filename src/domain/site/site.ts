/** What this site is about: the parsed content/site.yaml. */
import { z } from 'zod'
import { parseContent } from './content-file.ts'

const language = z.string().refine(isLanguage, 'must be a language tag such as "sv" or "en-GB"')

const SiteFile = z.object({
  name: z.string().trim().min(1),
  language,
  languages: z.array(language).min(1),
  topic: z.string().trim().min(1),
  tagline: z.string().trim().min(1),
  description: z.string().trim().min(1),
  timezone: z.string().refine(isTimezone, 'must be a time zone such as "Europe/Stockholm"'),
  contact: z.email().optional(),
})

/** The site's own words and settings; everything that names the topic stands here. */
export type Site = Readonly<z.infer<typeof SiteFile>>

/** Throws `bad_request` with one line for each fault, `site.yaml:line: what is wrong`. */
export const parseSite = (text: string): Site => Object.freeze(parseContent(text, 'site.yaml', SiteFile))

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
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

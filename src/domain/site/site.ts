/** What this site is about: the parsed content/site.yaml. */
import { parse } from 'yaml'
import { z } from 'zod'
import { AppError, messageOf } from '../errors.ts'

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

/** Throws `bad_request` with one line for each fault in the file. */
export function parseSite(text: string): Site {
  const parsed = SiteFile.safeParse(readYaml(text))
  if (parsed.success) return Object.freeze(parsed.data)
  const lines = parsed.error.issues.map((issue) => `site.yaml: ${issue.path.join('.') || 'file'}: ${issue.message}`)
  throw new AppError('bad_request', lines.join('\n'))
}

function readYaml(text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw new AppError('bad_request', `site.yaml cannot be read: ${messageOf(cause)}`, { cause })
  }
}

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

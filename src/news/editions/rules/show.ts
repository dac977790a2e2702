/** The show to which all that is spoken belongs: the parsed content/podcast/show.yaml. */
import { z } from 'zod'
import { parseContent } from '../../../platform/site/content-file.ts'
import type { Site } from '../../../platform/site/site.ts'

const nonEmptyText = z.string().trim().min(1)
const lines = z.array(nonEmptyText)

const ShowFile = z.strictObject({
  title: nonEmptyText,
  description: nonEmptyText,
  author: nonEmptyText,
  email: z.email().optional(),
  category: nonEmptyText,
  subcategory: nonEmptyText.optional(),
  explicit: z.boolean(),
  cover: z.string().regex(/^[\w-]+\.(jpg|png)$/, 'must name a .jpg or .png in the same folder'),
  sources_heading: nonEmptyText,
  script: z.strictObject({
    happenings: z.number().int().min(1).max(30),
    title: nonEmptyText,
    description: nonEmptyText,
    description_item: nonEmptyText,
    opening_title: nonEmptyText,
    opening: lines,
    item: lines.min(1),
    foreign_intro: lines,
    foreign_item: lines.min(1),
    story: lines,
    closing_title: nonEmptyText,
    closing: lines,
    more_sources: nonEmptyText,
  }),
})

export type PodcastShow = Readonly<z.infer<typeof ShowFile>>

/** Throws `bad_request` with file, line and violation. */
export function parseShow(text: string, site: Site): PodcastShow {
  const show = parseContent(text, 'podcast/show.yaml', ShowFile)
  const filled = (template: string) => fillIn(template, { name: site.name, topic: site.topic })
  const email = show.email ?? site.contact
  return Object.freeze({
    ...show,
    title: filled(show.title),
    description: filled(show.description),
    author: filled(show.author),
    ...(email ? { email } : {}),
  })
}

/** `template` with its {placeholders} filled in; unknown ones are left as they stand. */
export function fillIn(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (complete, name: string) => values[name] ?? complete)
}

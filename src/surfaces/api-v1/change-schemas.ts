/** Changes as they stand on the wire. */
import { z } from 'zod'
import { changeTypes } from '../../domain/changes.ts'
import { Entry, Episode, Event, Story } from './schemas.ts'

const instant = z.iso.datetime()

export const GuideItem = z
  .object({
    slug: z.string(),
    title: z.string(),
    page_type: z.string(),
    summary: z.string(),
    family: z.string().nullable(),
    generation: z.string().nullable(),
    updated: z.string(),
    url: z.url(),
    markdown_url: z.url(),
  })
  .meta({ id: 'GuideItem', description: 'A guide, as in lists.' })

const Said = z.object({ title: z.string(), summary: z.string() })

export const Correction = z
  .object({
    id: z.int(),
    at: instant,
    entry_id: z.int(),
    before: Said.describe('What stood.'),
    after: Said.describe('What stands.'),
  })
  .meta({ id: 'Correction', description: 'A correction by the operator.' })

export const Change = z
  .object({
    cursor: z.string().describe('Where to go on from if this one was the last that was taken in.'),
    at: instant,
    type: z.enum(changeTypes as [string, ...string[]]),
    id: z.union([z.int(), z.string()]).describe('Of the object; slugs of guides and ids of episodes are text.'),
    into: z.int().optional().describe('What it went on in, after a merge.'),
    from: z.int().optional().describe('What it was split from.'),
    fields: z.array(z.string()).describe('What changed of it, for `updated`. Fields of a detail may be among them.'),
    object: z
      .union([Entry, Event, Story, Episode, GuideItem, Correction, z.null()])
      .describe('As in lists, as it is now; null when it is no more.'),
  })
  .meta({ id: 'Change', description: 'One change of one object in one transaction.' })

/** Parameters of the log of changes and of its stream. */
import { z } from 'zod'
import type { LoggedKind } from '../../ctx.ts'
import { parseCursor, readTypes, typesOf } from '../../news/changes/change-types.ts'
import { upTo } from '../../news/resources/parameters.ts'

const typesAmong = (offered: string[]) =>
  z.string().transform((text, context) => {
    const { existing, unknown } = readTypes(text, offered)
    if (unknown === undefined && existing.length > 0) return existing
    const message = `must be types such as ${offered.slice(0, 3).join(', ')}, or kinds such as entry, joined by commas`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const cursorText = z.string().transform((text, context) => {
  const cursor = parseCursor(text)
  if (cursor) return cursor
  context.addIssue({ code: 'custom', message: 'must be a `next` of an earlier answer' })
  return z.NEVER
})

export const changesQuery = (kinds: readonly LoggedKind[]) => ({
  after: cursorText.optional().describe('The `next` of the answer before. Without it: where the log ends now.'),
  types: typesAmong(typesOf(kinds))
    .optional()
    .describe('Only these types (`entry.created,event.merged`) or kinds (`entry`), joined by commas.'),
  limit: upTo(500, 100, 'Changes'),
})

/** Tools for product guides. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { pageTypes } from '../../domain/guides/guide.ts'
import type { Translate } from '../../domain/site/messages.ts'
import { guideBody, guideLine } from '../../markdown/guide.ts'
import { findGuide, listGuides } from '../../read/content/guides.ts'
import { hydrateStories } from '../../read/stories/stories.ts'
import { asSlug, notThere } from './near.ts'
import { cursor, fitted, nextCursor, ofAll, partOf } from './paging.ts'
import type { McpParts } from './parts.ts'
import { presentGuide } from './present-mcp.ts'
import { guideDetailSchema, guideSchema } from './schemas.ts'
import { registerTool } from './tool.ts'

/** Of one answer. */
const MOST_GUIDES = 50

export function registerGuideTools(server: McpServer, parts: McpParts, say: Translate): void {
  const { ctx, md } = parts

  registerTool(server, parts, say, {
    name: 'list_product_guides',
    input: z.object({ page_type: z.enum(pageTypes).optional().describe('Only guides of this type.'), cursor }),
    output: z.object({ guides: z.array(guideSchema), next_cursor: nextCursor }),
    run: async (input) => {
      const guides = await listGuides(ctx.db, ctx.site.language, input.page_type)
      const { data, text, next_cursor } = await fitted(MOST_GUIDES, ofAll(input.cursor, guides), (guide) => ({
        data: presentGuide(guide, md),
        text: `${guideLine(guide, md)} (slug ${guide.slug})`,
      }))
      return { data: { guides: data, next_cursor }, text }
    },
  })

  registerTool(server, parts, say, {
    name: 'get_product_guide',
    input: z.object({ slug: z.string().max(100).describe('Slug of a guide, from list_product_guides.'), cursor }),
    output: z.object({ guide: guideDetailSchema, next_cursor: nextCursor.describe('Where its markdown goes on.') }),
    run: async ({ slug, cursor: from }) => {
      const guide = await findGuide(ctx.db, asSlug(slug), {
        siteLanguage: ctx.site.language,
        stories: (ids) => hydrateStories(ctx.db, ids),
      })
      if (!guide) {
        const slugs = (await listGuides(ctx.db, ctx.site.language)).map((one) => one.slug)
        return { unknown: notThere('guide', slug, slugs, 'list_product_guides') }
      }
      const { text: markdown, next } = partOf(guideBody(guide, md), from)
      const { checked, sources } = guide
      return {
        data: { guide: { ...presentGuide(guide, md), checked, sources, markdown }, next_cursor: next },
        text: markdown,
      }
    },
  })
}

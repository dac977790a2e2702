/** Tools for product guides. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { pageTypes } from '../../domain/guides/guide.ts'
import { guideBody, guideLine } from '../../markdown/guide.ts'
import { findGuide, listGuides } from '../../read/content/guides.ts'
import { hydrateStories } from '../../read/stories/stories.ts'
import type { McpParts } from './parts.ts'
import { presentGuide } from './present-mcp.ts'
import { guideDetailSchema, guideSchema } from './schemas.ts'
import { registerTool } from './tool.ts'

export function registerGuideTools(server: McpServer, parts: McpParts): void {
  const { ctx, md } = parts

  registerTool(server, parts, {
    name: 'list_product_guides',
    input: z.object({ page_type: z.enum(pageTypes).optional().describe('Only guides of this type.') }),
    output: z.object({ guides: z.array(guideSchema) }),
    run: async (input) => {
      const guides = await listGuides(ctx.db, input.page_type)
      return {
        data: { guides: guides.map((guide) => presentGuide(guide, md.baseUrl)) },
        text: guides.map((guide) => `${guideLine(guide, md)} (slug ${guide.slug})`).join('\n'),
      }
    },
  })

  registerTool(server, parts, {
    name: 'get_product_guide',
    input: z.object({ slug: z.string().max(100).describe('Slug of a guide, from list_product_guides.') }),
    output: z.object({ guide: guideDetailSchema }),
    run: async ({ slug }) => {
      const guide = await findGuide(ctx.db, slug, {
        siteLanguage: ctx.site.language,
        stories: (ids) => hydrateStories(ctx.db, ids),
      })
      if (!guide) return { unknown: `There is no guide "${slug}". Call list_product_guides for the slugs that exist.` }
      const markdown = guideBody(guide, md)
      const { checked, sources } = guide
      return { data: { guide: { ...presentGuide(guide, md.baseUrl), checked, sources, markdown } }, text: markdown }
    },
  })
}

/** Tools for running stories. */

import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { storyBody, storyLine } from '../../markdown/story.ts'
import { findHeir } from '../../read/heirs.ts'
import { findDissolvedPath } from '../../read/stories/dissolved.ts'
import { findStory, listStories } from '../../read/stories/stories.ts'
import { limit } from './filters.ts'
import type { McpParts } from './parts.ts'
import { presentStory, presentStoryDetail } from './present-mcp.ts'
import { storyDetailSchema, storySchema } from './schemas.ts'
import { registerTool } from './tool.ts'

export function registerStoryTools(server: McpServer, parts: McpParts): void {
  const { ctx, md } = parts
  const sayUnknown = async (id: number): Promise<string> => {
    const path = await findDissolvedPath(ctx.db, id)
    if (path === null) return `There is no story ${id}. Call latest_stories for those that exist.`
    return `Story ${id} turned out to be none. What it told of: ${md.baseUrl}${path}. Call latest_stories for those that exist.`
  }

  registerTool(server, parts, {
    name: 'latest_stories',
    input: z.object({
      status: z.enum(['active', 'dormant']).optional().describe('Only stories in this state.'),
      limit,
    }),
    output: z.object({ stories: z.array(storySchema) }),
    run: async ({ status, limit: most }) => {
      const stories = await listStories(ctx.db, { limit: most, ...(status ? { status } : {}) })
      return {
        data: { stories: stories.map((story) => presentStory(story, md.baseUrl)) },
        text: stories.map((story) => `${storyLine(story, md)} (id ${story.id})`).join('\n'),
      }
    },
  })

  registerTool(server, parts, {
    name: 'get_story',
    input: z.object({ id: z.int().min(1).describe('Id of a story, from latest_stories.') }),
    output: z.object({ story: storyDetailSchema }),
    run: async ({ id }) => {
      const story =
        (await findStory(ctx.db, id, ctx.site.language)) ??
        (await findStory(ctx.db, (await findHeir(ctx.db, 'stories', id)) ?? 0, ctx.site.language))
      if (!story) return { unknown: await sayUnknown(id) }
      return { data: { story: presentStoryDetail(story, md.baseUrl) }, text: storyBody(story, md) }
    },
  })
}

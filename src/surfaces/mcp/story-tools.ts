/** Tools for running stories. */

import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Translate } from '../../domain/site/messages.ts'
import { storyBody, storyLine } from '../../markdown/story.ts'
import { findHeir } from '../../read/heirs.ts'
import { findDissolvedPath } from '../../read/stories/dissolved.ts'
import { findStory, listStoriesBehind, pageStories } from '../../read/stories/stories.ts'
import { limit, MOST_ID } from './filters.ts'
import { cursor, fitted, formatNext, nextCursor, offsetIn, placeIn } from './paging.ts'
import type { McpParts } from './parts.ts'
import { presentStory, presentStoryDetail } from './present-mcp.ts'
import { storyDetailSchema, storySchema } from './schemas.ts'
import { registerTool } from './tool.ts'

/** Of one answer: so many fit. */
const MOST_ENTRIES = 30

export function registerStoryTools(server: McpServer, parts: McpParts, say: Translate): void {
  const { ctx, md } = parts
  const sayUnknown = async (id: number): Promise<string> => {
    const path = await findDissolvedPath(ctx.db, id)
    if (path === null) return `There is no story ${id}. Call latest_stories for those that exist.`
    return `Story ${id} turned out to be none. What it told of: ${md.baseUrl}${path}. Call latest_stories for those that exist.`
  }

  registerTool(server, parts, say, {
    name: 'latest_stories',
    input: z.object({
      status: z.enum(['active', 'dormant']).optional().describe('Only stories in this state.'),
      limit,
      cursor,
    }),
    output: z.object({ stories: z.array(storySchema), next_cursor: nextCursor }),
    run: async ({ status, limit: most, cursor: from }) => {
      const [within, after] = [status ? { status } : {}, placeIn(from)]
      const load = async (perPage: number) => {
        const { items, next } = after
          ? await listStoriesBehind(ctx.db, { ...within, after, perPage })
          : await pageStories(ctx.db, { ...within, page: 1, perPage })
        return { items, next: formatNext(next) }
      }
      const { data, text, next_cursor } = await fitted(most, load, (story) => ({
        data: presentStory(story, md),
        text: `${storyLine(story, md)} (id ${story.id})`,
      }))
      return { data: { stories: data, next_cursor }, text }
    },
  })

  registerTool(server, parts, say, {
    name: 'get_story',
    input: z.object({ id: z.int().min(1).max(MOST_ID).describe('Id of a story, from latest_stories.'), cursor }),
    output: z.object({ story: storyDetailSchema, next_cursor: nextCursor.describe('Where its entries go on.') }),
    run: async ({ id, cursor: from }) => {
      const story =
        (await findStory(ctx.db, id, ctx.site.language)) ??
        (await findStory(ctx.db, (await findHeir(ctx.db, 'stories', id)) ?? 0, ctx.site.language))
      if (!story) return { unknown: await sayUnknown(id) }
      const start = offsetIn(from)
      const shown = { ...story, entries: story.entries.slice(start, start + MOST_ENTRIES) }
      const next = story.entries.length > start + MOST_ENTRIES ? String(start + MOST_ENTRIES) : null
      return {
        data: { story: presentStoryDetail(shown, md), next_cursor: next },
        text: storyBody(shown, md),
      }
    },
  })
}

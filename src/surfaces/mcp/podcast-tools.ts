/** Tools for podcast episodes. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Translate } from '../../domain/site/messages.ts'
import { episodeBody, episodeLine } from '../../markdown/episode.ts'
import { findEpisode, listEpisodesBehind, pageEpisodes } from '../../read/content/episodes.ts'
import { limit } from './filters.ts'
import { cursor, fitted, formatNext, nextCursor, partOf } from './paging.ts'
import type { McpParts } from './parts.ts'
import { presentEpisode, presentEpisodeDetail } from './present-mcp.ts'
import { episodeDetailSchema, episodeSchema } from './schemas.ts'
import { registerTool } from './tool.ts'

export function registerPodcastTools(server: McpServer, parts: McpParts, say: Translate): void {
  const { ctx, md } = parts

  registerTool(server, parts, say, {
    name: 'list_podd_episodes',
    input: z.object({ limit, cursor }),
    output: z.object({ episodes: z.array(episodeSchema), next_cursor: nextCursor }),
    run: async (input) => {
      const load = async (perPage: number) => {
        const { items, next } = input.cursor
          ? await listEpisodesBehind(ctx.db, input.cursor, perPage)
          : await pageEpisodes(ctx.db, { page: 1, perPage })
        return { items, next: formatNext(next) }
      }
      const { data, text, next_cursor } = await fitted(input.limit, load, (one) => ({
        data: presentEpisode(one, md),
        text: `${episodeLine(one, md)} (episode_id ${one.episodeId})`,
      }))
      return { data: { episodes: data, next_cursor }, text }
    },
  })

  registerTool(server, parts, say, {
    name: 'get_podd_episode',
    input: z.object({
      episode_id: z.string().max(64).describe('episode_id of an episode, from list_podd_episodes.'),
      include_transcript: z.boolean().default(false).describe('Whether to give the transcript as well.'),
      cursor,
    }),
    output: z.object({
      episode: episodeDetailSchema,
      next_cursor: nextCursor.describe('Where its transcript goes on.'),
    }),
    run: async (input) => {
      const episode = await findEpisode(ctx.db, input.episode_id)
      if (!episode)
        return { unknown: `There is no episode "${input.episode_id}". Call list_podd_episodes for those that exist.` }
      const options = { transcript: input.include_transcript }
      const { text, next } = partOf(options.transcript ? (episode.transcriptText ?? '') : '', input.cursor)
      const shown = { ...episode, transcriptText: episode.transcriptText === null ? null : text }
      return {
        data: { episode: presentEpisodeDetail(shown, md, options), next_cursor: next },
        text: episodeBody(shown, md, options),
      }
    },
  })
}

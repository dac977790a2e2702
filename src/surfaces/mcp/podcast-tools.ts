/** Tools for podcast episodes. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { episodeBody, episodeLine } from '../../markdown/episode.ts'
import { findEpisode, listEpisodes } from '../../read/content/episodes.ts'
import { limit } from './filters.ts'
import type { McpParts } from './parts.ts'
import { presentEpisode, presentEpisodeDetail } from './present-mcp.ts'
import { episodeDetailSchema, episodeSchema } from './schemas.ts'
import { registerTool } from './tool.ts'

export function registerPodcastTools(server: McpServer, parts: McpParts): void {
  const { ctx, md } = parts

  registerTool(server, parts, {
    name: 'list_podd_episodes',
    input: z.object({ limit }),
    output: z.object({ episodes: z.array(episodeSchema) }),
    run: async (input) => {
      const episodes = await listEpisodes(ctx.db, input.limit)
      return {
        data: { episodes: episodes.map((one) => presentEpisode(one, md.baseUrl)) },
        text: episodes.map((one) => `${episodeLine(one, md)} (episode_id ${one.episodeId})`).join('\n'),
      }
    },
  })

  registerTool(server, parts, {
    name: 'get_podd_episode',
    input: z.object({
      episode_id: z.string().max(64).describe('episode_id of an episode, from list_podd_episodes.'),
      include_transcript: z.boolean().default(false).describe('Whether to give the whole transcript as well.'),
    }),
    output: z.object({ episode: episodeDetailSchema }),
    run: async (input) => {
      const episode = await findEpisode(ctx.db, input.episode_id)
      if (!episode)
        return { unknown: `There is no episode "${input.episode_id}". Call list_podd_episodes for those that exist.` }
      const options = { transcript: input.include_transcript }
      return {
        data: { episode: presentEpisodeDetail(episode, md.baseUrl, options) },
        text: episodeBody(episode, md, options),
      }
    },
  })
}

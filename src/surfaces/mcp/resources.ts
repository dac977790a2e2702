/** Pages as MCP resources: their addresses are those of the markdown pages, so that any link in an answer can be read. */
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { indexPage } from '../../news/articles/markdown.ts'
import { article } from '../../news/articles/resource.ts'
import { event } from '../../news/events/resource.ts'
import { idIn, type MarkdownPage, type Resource } from '../../news/resources/resource.ts'
import { story } from '../../news/stories/resource.ts'
import type { McpDeps } from './parts.ts'
import { lookUp } from './resource-tools.ts'
import { runLimited } from './work.ts'

const mimeType = 'text/markdown'
const listed = 20
const minute = { ttlMs: 60_000, cacheScope: 'public' as const }

const config = (title: string) => ({ title, mimeType, cacheHint: minute })

function contents(uri: URL, text: string | undefined) {
  if (text === undefined) throw new ResourceNotFoundError(uri.href)
  return { contents: [{ uri: uri.href, mimeType, text }] }
}

export function registerResources(server: McpServer, parts: McpDeps): void {
  const { ctx, md } = parts
  server.registerResource('index', `${md.baseUrl}/index.md`, config(md.t('agents.latest_title')), async (uri) => {
    const { items } = await article.list(ctx, { filter: { relevant: true }, page: 1, perPage: 50, counted: false })
    return contents(uri, indexPage(items, md))
  })
  registerPages(server, parts, article)
  registerPages(server, parts, event)
  registerPages(server, parts, story)
  for (const of of parts.resources) of((one) => registerPages(server, parts, one))
}

function registerPages<Item extends { title: string }, Detail>(
  server: McpServer,
  parts: McpDeps,
  of: Resource<Item, Detail> & { markdown?: MarkdownPage<Item, Detail> },
): void {
  const { ctx, md } = parts
  const { markdown: page, mcp } = of
  if (!page) return
  const { filter = {}, limit = listed } = mcp.lists[0] ?? {}
  const { slugs } = of
  const name = page.template(md.paths).includes('{slug}') ? 'slug' : 'id'
  const listedAs = (item: Item) => ({
    uri: `${md.baseUrl}${page.path(item, md.paths)}.md`,
    // Without a title of its own each has that of its list.
    name: item.title,
    title: item.title,
    mimeType,
    ...(page.note && { description: page.note(item) }),
  })
  server.registerResource(
    of.name,
    new ResourceTemplate(`${md.baseUrl}${page.template(md.paths)}.md`, {
      list: async () => {
        const { answer } = await ctx.cache.get(
          {
            key: `mcp resources ${of.path}`,
            dependsOn: ['content'],
            load: () => runLimited(() => of.list(ctx, { filter, page: 1, perPage: limit, counted: false })),
            render: ({ items }) => ({ type: 'application/json', body: JSON.stringify(items.map(listedAs)) }),
          },
          ctx.clock.now(),
        )
        return { resources: JSON.parse(String(answer?.bodies.identity)) }
      },
      ...(slugs && {
        complete: { slug: async (begun: string) => (await slugs(ctx)).filter((slug) => slug.startsWith(begun)) },
      }),
    }),
    config(md.t(page.title)),
    async (uri, { [name]: id }) => {
      const lookup = await lookUp(of, ctx, idIn(page, String(id)), { include_transcript: true })
      return contents(uri, lookup && 'found' in lookup ? page.render(lookup.found, md) : undefined)
    },
  )
}

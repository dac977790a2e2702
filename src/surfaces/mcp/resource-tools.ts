/** Tools that follow from the descriptions of the resources: lists, and one thing by its id. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Filter, ListQuery } from '../../news/resources/filters.ts'
import { idNumber } from '../../news/resources/parameters.ts'
import type { GetTool, ListTool, Reads, Resource } from '../../news/resources/resource.ts'
import { asSlug, notThere } from '../../news/search/near.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { evident, feedId, findFilter, limit, tag } from './arguments.ts'
import { named } from './outline.ts'
import { byRank, cursor, fitted, formatNext, listCursorIn, nextCursor, type Part } from './paging.ts'
import type { McpDeps } from './parts.ts'
import { registerTool } from './tool.ts'

export function registerResource<Item, Detail>(
  server: McpServer,
  parts: McpDeps,
  t: Translate,
  of: Resource<Item, Detail>,
): void {
  for (const list of of.mcp.lists) registerList(server, parts, t, of, list)
  if (of.mcp.get) registerGet(server, parts, t, of, of.mcp.get)
}

function registerList<Item, Detail>(
  server: McpServer,
  parts: McpDeps,
  t: Translate,
  of: Resource<Item, Detail>,
  { name, parameters = [], filter, sort: order, limit: fixed }: ListTool,
): void {
  const { ctx, md } = parts
  const all: Record<string, z.ZodType | undefined> = { ...of.query?.(ctx.site), tag, feed_id: feedId }
  const filterShape = Object.fromEntries(
    parameters.flatMap((one) => {
      const schema = all[one]
      return schema ? [[one, evidentNames.has(one) ? evident(schema) : schema]] : []
    }),
  )
  registerTool(server, parts, t, {
    name,
    input: z.object({ ...(fixed === undefined && { limit }), ...filterShape, cursor }),
    output: z.object({ [of.mcp.many]: z.array(named(of.mcp.item.schema, like(of, name))), next_cursor: nextCursor }),
    run: async (input) => {
      const { limit: requested, cursor: from, sort = order, ...filters } = input as Input
      const found = await findFilter(ctx, filters)
      if ('unknown' in found) return found
      const load = loaderOf(ctx, of, { filter: { ...found.filter, ...filter }, sort }, from)
      const { data, next_cursor, ...content } = await fitted(fixed ?? requested ?? 0, load, (item) =>
        itemOf(of, item, md),
      )
      return { data: { [of.mcp.many]: data, next_cursor }, ...content }
    },
  })
}

const evidentNames = new Set(['kind', 'since', 'until', 'min_sources', 'page_type', 'status'])

/** The first tool that gives objects of the kind, of which others need not name the fields. */
export function like<Item, Detail>({ mcp }: Resource<Item, Detail>, except?: string) {
  const [first] = mcp.lists
  return first && first.name !== except ? { tool: first.name, schema: mcp.item.schema } : undefined
}

type Input = ListQuery & { limit?: number; cursor?: string; sort?: string }

export const itemOf = <Item, Detail>(of: Resource<Item, Detail>, view: Item, md: McpDeps['md']) => ({
  data: of.mcp.item.present(view, md),
  text: of.mcp.line(view, md),
  link: linkTo(of, view, md),
})

/** Its markdown page, which is a resource. */
function linkTo<Item, Detail>({ markdown }: Resource<Item, Detail>, view: Item | Detail, md: McpDeps['md']) {
  const { title } = view as { title?: string }
  return markdown && title ? { uri: `${md.baseUrl}${markdown.path(view, md.paths)}.md`, name: title } : undefined
}

/** A list by rank has no places to go on from: it is counted. */
function loaderOf<Item, Detail>(
  ctx: Reads,
  of: Resource<Item, Detail>,
  requested: { filter: Filter; sort: string | undefined },
  from: string | undefined,
): (limit: number) => Promise<Part<Item>> {
  const list = (perPage: number, behind = {}) =>
    of.list(ctx, { ...requested, page: 1, perPage, counted: false, ...behind })
  if (requested.sort === 'popular') return byRank(from, async (max) => (await list(max)).items)
  const behind = of.cursor === 'key' ? { afterKey: from } : { after: listCursorIn(from) }
  return async (perPage) => {
    const { items, next } = await list(perPage, behind)
    return { items, next: formatNext(next) }
  }
}

function registerGet<Item, Detail>(
  server: McpServer,
  parts: McpDeps,
  t: Translate,
  of: Resource<Item, Detail>,
  get: GetTool<Detail>,
): void {
  const { md } = parts
  const { name, part } = get
  const one = of.mcp.one ?? of.name
  registerTool(server, parts, t, {
    name,
    input: z.object({
      [get.id]: (get.id === 'id' ? idNumber : z.string().max(100)).describe(get.about),
      ...of.options,
      ...(part && { cursor }),
    }),
    output: z.object({
      [one]: named(get.detail.schema, like(of)),
      ...(part && { next_cursor: nextCursor.describe(part.about) }),
    }),
    run: async (input) => {
      const { [get.id]: id, cursor: from, ...options } = input as Record<string, string | number | undefined>
      const found = await find(parts, of, get, id as string | number, options)
      if ('unknown' in found) return found
      const links = [linkTo(of, found.found, md) ?? []].flat()
      const contentOf = (shown: Detail) => ({ text: get.render(shown, md), links })
      if (!part) return { data: { [one]: get.detail.present(found.found, md) }, ...contentOf(found.found) }
      const { shown, next } = part.cut(found.found, from as string | undefined, md)
      return { data: { [one]: get.detail.present(shown, md), next_cursor: next }, ...contentOf(shown) }
    },
  })
}

/** No id has a NUL, which PostgreSQL refuses in a text. */
export async function lookUp<Item, Detail>(
  of: Resource<Item, Detail>,
  ctx: McpDeps['ctx'],
  id: string,
  options: Record<string, unknown>,
) {
  return id.includes('\0') ? null : of.find(ctx, id, options)
}

/** The thing, also where it moved to another, or a sentence with the tool to call instead. */
async function find<Item, Detail>(
  { ctx, md }: McpDeps,
  of: Resource<Item, Detail>,
  { instead = `Call ${of.mcp.lists[0]?.name} for those that exist.` }: GetTool<Detail>,
  requested: string | number,
  options: Record<string, unknown>,
): Promise<{ found: Detail } | { unknown: string }> {
  const { slugs } = of
  const first = await lookUp(of, ctx, slugs ? asSlug(String(requested)) : String(requested), options)
  const moved = first && 'moved' in first ? first.moved : null
  const found = typeof moved === 'number' ? await of.find(ctx, String(moved), options) : first
  if (found && 'found' in found) return found
  if (slugs) return { unknown: notThere(of.name, String(requested), await slugs(ctx), of.mcp.lists[0]?.name ?? '') }
  if (typeof moved === 'string') {
    const name = of.name.replace(/^./, (letter) => letter.toUpperCase())
    return { unknown: `${name} ${requested} does not exist any more. Its subject: ${md.baseUrl}${moved}. ${instead}` }
  }
  return { unknown: `There is no ${of.name} ${JSON.stringify(requested)}. ${instead}` }
}

/** The description of a resource, from which REST, OpenAPI, MCP, markdown and feeds derive. */
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { VersionName } from '../../platform/http/read-cache.ts'
import { parseSluggedId } from '../../platform/ids.ts'
import type { MarkdownContext } from '../../platform/markdown/context.ts'
import type { ListCursor, Page, PageRequest } from '../../platform/site/pages.ts'
import type { Paths } from '../../platform/site/paths.ts'
import { reservedSlugs } from '../../platform/site/reserved.ts'
import type { Site } from '../../platform/site/site.ts'
import type { QueryVector } from '../embeddings/rules/query-vector.ts'
import type { Filter } from './filters.ts'
import type { Part } from './long-answers.ts'
import type { Lookup } from './queries/moved.ts'
import type { Shape } from './shape.ts'

export type Reads = Pick<Ctx, 'db' | 'site'>
export type Schemas = Record<string, z.ZodType>

export interface ListRequest extends PageRequest {
  filter: Filter
  sort?: string | undefined
  /** The place that the list goes on behind, or the key of the item. */
  after?: ListCursor | undefined
  afterKey?: string | undefined
  /** False where the total is not needed and may be 0: counting can cost more than reading. */
  counted?: boolean
}

/** A search: the words that are ranked by, and their meaning where a model has read them. */
export interface Sought {
  reading: { text: string }
  vector: QueryVector | null
}

export interface Resource<Item, Detail = Item> {
  name: string
  plural: string
  /** Below `/api/v1`. */
  path: `/${string}`
  id: z.ZodType<string | number>
  /** Parameters of its detail. */
  options?: Schemas
  /** Parameters of its list: filters, and `sort` where it has orders. */
  query?: (site: Site) => Schemas
  /** The first is the default. `popular` has numbered pages alone. */
  sorts?: readonly string[]
  /** A cursor of its list names a place in time, or the last item. */
  cursor: 'time' | 'key'
  dependsOn: VersionName[]
  item: Shape<Item>
  /** Its form in a list with `view=short`. */
  short?: Shape<Item>
  detail: Shape<Detail>
  /** Of the OpenAPI document. */
  example?: { item: Item; detail: Detail }
  /** Of a redirect, in the document. */
  moves?: string
  list: (ctx: Reads, request: ListRequest) => Promise<Page<Item>>
  find: (ctx: Reads, id: string, options?: Record<string, unknown>) => Promise<Lookup<Detail>>
  /** Those that fit what was searched for, best first. A search has each such resource as a type. */
  search?: (ctx: Reads, sought: Sought, limit: number) => Promise<Item[]>
  /** Of all that there are, where one may be asked for by its name. */
  slugs?: (ctx: Reads) => Promise<string[]>
  /** Fills in what of a detail is written in the site's words. */
  complete?: (view: Detail, md: MarkdownContext) => Detail
  markdown?: MarkdownPage<Item, Detail>
  mcp: Tools<Item, Detail>
}

/** One whose types its frames need not know: what they do to each resource is done to it. */
export type AnyResource = <Result>(
  use: <Item extends { title: string }, Detail>(of: Resource<Item, Detail>) => Result,
) => Result

/** Its page as markdown: at the address of the site's page, with `.md` behind it. */
export interface MarkdownPage<Item, Detail> {
  /** The message that names such pages. */
  title: string
  /** Of the route: the folder as it is by default, and the parameter that identifies one in it; by default an id and any words. */
  folder: string
  parameter?: string
  /** The same for MCP, where the site may have named the folder otherwise. */
  template: (paths: Paths) => string
  path: (view: Item | Detail, paths: Paths) => string
  /** Leads to the page, whatever the title is. */
  permalink?: (id: number, paths: Paths) => string
  /** Beside its title in lists. */
  note?: (view: Item) => string
  render: (view: Detail, md: MarkdownContext) => string
}

/** Of answers, whose data holds no more than their text does. */
export interface Tools<Item, Detail> {
  item: Shape<Item>
  /** Names of one and of several in answers. */
  one?: string
  many: string
  /** True where the content folder is that of a site which has them. Without it, and with it, where there is one. */
  isOffered?: (contentFolder: string) => boolean
  lists: ListTool[]
  get?: GetTool<Detail>
  /** One item of a list, in markdown. */
  line: (view: Item, md: MarkdownContext) => string
}

export interface ListTool {
  name: string
  /** Names of the parameters that it takes besides `limit` and `cursor`. */
  parameters?: string[]
  filter?: Filter
  sort?: string
  /** A fixed number of items, where the caller sets none. */
  limit?: number
}

export interface GetTool<Detail> {
  name: string
  detail: Shape<Detail>
  /** The argument that names one. */
  id: string
  /** The description of the argument. */
  about: string
  /** Behind "There is no …", where it is more than the name of its list. */
  instead?: string
  render: (view: Detail, md: MarkdownContext) => string
  /** Of a detail that may not fit into one answer: what is long in it, and the part of it from a cursor on. */
  part?: { about: string; cut: (view: Detail, from: string | undefined, md: MarkdownContext) => Part<Detail> }
}

/** Checks a description against its types. */
export const resource = <Item, Detail = Item>(description: Resource<Item, Detail>): Resource<Item, Detail> =>
  description

const NUMBERED = ':key(^\\d[\\w%-]{0,300})'

/** Of the route, without the ending. */
export const markdownRoute = ({
  folder,
  parameter = NUMBERED,
}: Pick<MarkdownPage<never, never>, 'folder' | 'parameter'>) => `${folder}/${parameter}`

/** Of the addresses that have such a page. Right below the site it may have any word, but those of the service. */
export const markdownAddress = (page: Pick<MarkdownPage<never, never>, 'folder' | 'parameter'>): RegExp =>
  new RegExp(`^${page.folder ? '' : notOfService}${markdownRoute(page).replace(/:\w+\(\^(.*)\)$/, '$1')}$`)

const notOfService = `(?!/(?:${[...reservedSlugs].join('|')})$)`

/** Of `12` and `12-any-words`: 12. 0, which nothing has, for anything else in their place. */
export const idIn = (page: { parameter?: string } | undefined, text: string): string =>
  page?.parameter === undefined ? String(parseSluggedId(text) ?? 0) : text

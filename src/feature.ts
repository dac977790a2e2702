/** A feature that can be taken away, and what the frames ask of it. Types only. */
import type { FastifyInstance } from 'fastify'
import type { ServerCheck } from './app/check-servers.ts'
import type { Services } from './app/services.ts'
import type { TrialPart } from './app/topic/try-model.ts'
import type { Config } from './config.ts'
import type { Ctx, LoggedKind } from './ctx.ts'
import type { Caller } from './news/accounts/rules/account.ts'
import type { UndoHandlers } from './news/actions/writes/log.ts'
import type { Check } from './news/health/health-check.ts'
import type { AnyResource } from './news/resources/resource.ts'
import type { ListPassages } from './news/search/embed.ts'
import type { FeatureStage } from './news/stages/context.ts'
import type { OrderedJobs } from './news/stages/run.ts'
import type { Database, Db } from './platform/database/database.ts'
import type { ErrorRenderer } from './platform/http/server.ts'
import type { Channel, Delivery } from './platform/outbox/outbox-channel.ts'
import type { DeliveryPool } from './platform/outbox/pool.ts'
import type { AdminContext } from './surfaces/console/admin-context.ts'
import type { MenuEntry } from './surfaces/console/admin-page.ts'
import type { LlmsLink, LlmsSection } from './surfaces/markdown/llms.ts'
import type { AccountTool } from './surfaces/mcp/parts.ts'
import type { RestPart } from './surfaces/rest/feature-api.ts'
import type { ApiRoute } from './surfaces/rest/route.ts'
import type { AccountPart } from './surfaces/site/account/account-part.ts'
import type { FeatureSite } from './surfaces/site/feature-site.ts'
import type { SitePage } from './surfaces/site/page.ts'
import type { SendPage } from './surfaces/site/send-page.ts'

/** The web, to which a feature adds its addresses. */
export interface WebFrame {
  app: FastifyInstance
  ctx: Ctx
  services: Services
  /** Context of a page that is made now. */
  page(): SitePage
  renderErrors(renderer: ErrorRenderer): void
  /** Answers with a cached page of the site. */
  sendPage: SendPage
}

/** Makes a pool for a channel of the outbox. */
export type OpenPool = <Item extends Delivery>(
  channel: Channel<Item>,
  /** In all, and to one receiver. */
  limits?: { atOnce: number; ofOne: number },
) => DeliveryPool

export interface Deliveries {
  pools: DeliveryPool[]
  /** Published content has changed, in whichever process. */
  changed?(): void
  close?(): void
}

export interface WebPart {
  /** Called by the service alone: commands send nothing. */
  deliver?(open: OpenPool): Deliveries
}

/** The worker, to which a feature adds stages. */
export type WorkerFrame = Pick<
  Services,
  'config' | 'log' | 'clock' | 'database' | 'content' | 'poster' | 'strangers' | 'fetcher'
>

/** Bearer tokens of a kind of its own. */
export interface TokenKind {
  isToken(text: string): boolean
  callerOf(token: string): Promise<Caller | null>
  revoke(token: string): Promise<void>
}

/** Pages of the console. */
export interface FeaturePages extends MenuEntry {
  routes(app: FastifyInstance, admin: AdminContext, services: Services): void
}

/** A folder of src/features, whose index.ts has one. Frames ask the list of features; nothing else knows of it. */
export interface Feature extends Partial<FeatureSite> {
  web?(frame: WebFrame): WebPart | null | Promise<WebPart | null>
  stages?(frame: WorkerFrame): FeatureStage[]
  /** Done by a worker before its stages start. */
  start?(services: Services): Promise<void>
  /** Texts that are embedded beside the articles. */
  passages?: readonly ListPassages[]
  /** Done by a worker where an operator orders it. */
  jobs?(services: Services): OrderedJobs
  console?: readonly FeaturePages[]
  account?(frame: Pick<WebFrame, 'ctx' | 'services'>): AccountPart
  tokens?(services: Services): TokenKind
  /** Address that leads a refused client of `path` to its reader's sign-in (RFC 9728). */
  signInAt?(baseUrl: string, path: string): string
  /** The WebSub hub that this site's feeds name. */
  hub?(config: Config): string | null
  /** Deletes what has expired, every hour. */
  purges?: readonly ((database: Database, now: Date, config: Config) => Promise<unknown>)[]
  /** Addresses of its pages that have a markdown form, beside those of its resources. */
  negotiated?: readonly RegExp[]
  /** Take its audited actions back. */
  undo?: UndoHandlers
  /** Its markdown pages, and MCP's tools and resources. */
  resources?: readonly AnyResource[]
  /** Of the REST API and its document. */
  rest?: readonly RestPart[]
  /** Of the REST API, for what is the caller's own. */
  me?: readonly ApiRoute[]
  /** MCP's tools of an account. */
  tools?: readonly AccountTool[]
  /** Of the log of changes. */
  kinds?: readonly LoggedKind[]
  /** Lines of llms.txt. */
  llms?: readonly LlmsLink[]
  llmsSections?: readonly LlmsSection[]
  /** For `doctor`. */
  checks?(config: Config): Check[]
  /** The same, of what is stored. */
  storedChecks?(config: Config, db: Db): Check[]
  servers?: readonly ServerCheck[]
  /** Of a model that is tried in the first run. */
  trial?: TrialPart
  /** Names of its prompts in the content folder. */
  prompts?: readonly string[]
  /** Called once the demo's articles and texts are there, with their newest day; again at each start. */
  demo?(services: Services, day: string, signal: AbortSignal): Promise<void>
}

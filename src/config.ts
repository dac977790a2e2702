/** Environment → validated, frozen Config. The only reader of process.env. */
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from './domain/errors.ts'
import { readEnvFile } from './env-file.ts'
import { shippedContent } from './package-folder.ts'

const blankIsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const setting = <T extends z.ZodType>(type: T) => z.preprocess(blankIsUnset, type)
const split = (text: string) => text.split(',').flatMap((part) => part.trim() || [])
const listOf = (fits: (part: string) => boolean, error: string) =>
  setting(
    z
      .string()
      .default('')
      .transform(split)
      .refine((parts) => parts.every(fits), error),
  )
const list = listOf(() => true, '')
function integer(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(error).refine((n) => Number.isInteger(n) && n >= min && n <= max, error)
}
const amountError = 'must be a number, 0 or more, with a point before its decimals'
const amount = z.coerce.number(amountError).refine((n) => n >= 0 && Number.isFinite(n), amountError)
const oneOf = <const T extends string[]>(...values: T) => z.enum(values, `must be one of ${values.join(', ')}`)
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const isOrigin = (text: string) => URL.canParse(text) && /^https?:\/\/[^/?#@]+\/*$/i.test(text)
const hasPath = 'must be an origin, as https://news.example.org: pages are served at its root'
const proxyError =
  'must be the number of proxies in front, or their addresses or ranges (10.0.0.0/8) with commas between'
function isAddressRange(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  return (
    rest.length === 0 && /^\d{1,3}$/.test(bits) && isIP(address) > 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
  )
}
const isMailAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)
/** Base64url of so many bytes, as web-push and others print it. */
const vapidKey = (bytes: number) =>
  z
    .string()
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, `must be ${bytes} bytes in base64url`)
    .optional()
const hostNames = listOf(
  (name) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(name),
  'must be host names in lower case with commas between',
)
const path = z
  .string()
  .refine((text) => !text.startsWith('~'), 'must be a path from / or the working directory: ~ is not expanded')
const secret = setting(z.string().optional())

const Settings = z.object({
  PORT: setting(integer(0, 65535).default(3000)),
  HOST: setting(
    z
      .string()
      .regex(/^[\w.:-]+$/, 'must be the name or address of an interface')
      .default('127.0.0.1'),
  ),
  BASE_URL: setting(url.refine(isOrigin, hasPath).optional()),
  DATA_DIR: setting(path.default('./data')),
  CONTENT_DIR: setting(path.default(() => (existsSync('content') ? 'content' : shippedContent))),
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' }).optional()),
  DATABASE_REPLICA_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' }).optional(),
  ),
  SOURCES: setting(path.optional()),
  FETCH_ALLOW: listOf(isAddressRange, 'must be addresses or ranges (10.0.0.0/8) with commas between'),
  RELEVANCE: setting(oneOf('model', 'all').default('model')),
  AI_PROVIDER: setting(oneOf('none', 'openai', 'anthropic', 'google').default('none')),
  AI_MODEL: setting(z.string().optional()),
  AI_BASE_URL: setting(url.optional()),
  AI_API_KEY: secret,
  AI_MONTHLY_BUDGET: setting(amount.optional()),
  AI_PRICE_INPUT: setting(amount.default(0)),
  AI_PRICE_OUTPUT: setting(amount.default(0)),
  AI_JUDGE: setting(oneOf('on', 'off').default('on')),
  AI_JUDGE_MODEL: setting(z.string().optional()),
  AI_JUDGE_PRICE_INPUT: setting(amount.optional()),
  AI_JUDGE_PRICE_OUTPUT: setting(amount.optional()),
  EVIDENCE_PUBLIC: setting(oneOf('off', 'short').default('off')),
  AI_CONCURRENCY: setting(integer(1, 64).default(4)),
  AI_RATE_PER_MINUTE: setting(integer(1, 100_000).default(60)),
  AI_TIMEOUT: setting(integer(1, 600).default(60)),
  EMBEDDING_PROVIDER: setting(oneOf('none', 'openai', 'local').default('none')),
  EMBEDDING_MODEL: setting(z.string().optional()),
  EMBEDDING_BASE_URL: setting(url.optional()),
  EMBEDDING_API_KEY: secret,
  EMBEDDING_MODEL_DIR: setting(path.optional()),
  EMBEDDING_PRICE_INPUT: setting(amount.default(0)),
  TTS_PROVIDER: setting(oneOf('none', 'openai', 'espeak').default('none')),
  TTS_MODEL: setting(z.string().optional()),
  TTS_VOICE: setting(z.string().optional()),
  TTS_BASE_URL: setting(url.optional()),
  TTS_API_KEY: secret,
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional()),
  MAIL_FROM: setting(
    z
      .string()
      .regex(
        /^[^<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
        'must be a mail address, or a name with one: News <news@example.org>',
      )
      .optional(),
  ),
  APPLE_CLIENT_IDS: list,
  GOOGLE_CLIENT_IDS: list,
  APPLE_JWKS_URL: setting(url.default('https://appleid.apple.com/auth/keys')),
  GOOGLE_JWKS_URL: setting(url.default('https://www.googleapis.com/oauth2/v3/certs')),
  APPLE_ISSUER: setting(z.string().default('https://appleid.apple.com')),
  GOOGLE_ISSUER: setting(z.string().default('https://accounts.google.com')),
  PUBLISHER_NAME: setting(z.string().trim().max(200).optional()),
  PUBLISHER_CONTACT: setting(z.string().trim().max(300).optional()),
  VAPID_PUBLIC_KEY: setting(vapidKey(65)),
  VAPID_PRIVATE_KEY: setting(vapidKey(32)),
  ADMIN_TOKEN: setting(z.string().min(16, 'must be at least 16 characters').optional()),
  NOTIFY_MAIL: listOf(isMailAddress, 'must be mail addresses with commas between'),
  NOTIFY_WEBHOOK: setting(url.optional()),
  NOTIFY_NTFY: setting(
    url
      .refine(
        (text) => !URL.canParse(text) || /^\/[\w-]+$/.test(new URL(text).pathname),
        'must name a topic, as https://ntfy.sh/topic',
      )
      .optional(),
  ),
  NOTIFY_NTFY_TOKEN: secret,
  NOTIFY_MATRIX: setting(url.optional()),
  NOTIFY_MATRIX_ROOM: setting(z.string().regex(/^!/, 'must be the id of a room, which begins with "!"').optional()),
  NOTIFY_MATRIX_TOKEN: secret,
  NOTIFY_HOUR: setting(integer(0, 23).default(8)),
  BLUESKY_HANDLE: setting(
    z
      .string()
      .max(253)
      .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, 'must be a handle, as news.example.org or name.bsky.social')
      .optional(),
  ),
  BLUESKY_APP_PASSWORD: secret,
  BLUESKY_SERVICE: setting(url.default('https://bsky.social')),
  BLUESKY_MIN_SOURCES: setting(integer(2, 100).default(3)),
  KEEP_ARTICLES: setting(integer(30, 36_500).optional()),
  KEEP_IMAGES: setting(integer(1, 36_500).optional()),
  KEEP_EVENTS_OPEN: setting(integer(1, 36_500).optional()),
  TRUST_PROXY: setting(
    z
      .string()
      .trim()
      .refine((text) => /^\d+$/.test(text) || split(text).every(isAddressRange), proxyError)
      .optional(),
  ),
  HSTS_SUBDOMAINS: setting(oneOf('on', 'off').default('off')),
  WEB_PROCESSES: setting(integer(1, 64).default(1)),
  WEBSUB_HUB: setting(url.optional()),
  FEDIVERSE: setting(oneOf('on', 'off').default('off')),
  FEDIVERSE_MIN_SOURCES: setting(integer(1, 100).default(3)),
  FEDIVERSE_BLOCK: hostNames,
  MCP_ORIGINS: listOf(isOrigin, 'must be origins, as https://app.example.org, with commas between'),
  MCP_RATE_PER_MINUTE: setting(integer(30, 100_000).default(30)),
  CACHE_MB: setting(integer(1, 65_536).default(64)),
  WORKER_HEAP_MB: setting(integer(128, 1_048_576).optional()),
  DATABASE_POOL: setting(integer(2, 500).default(10)),
  DATABASE_PREPARE: setting(oneOf('on', 'off').default('on')),
  LOG_LEVEL: setting(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info')),
})

/** Names of all settings, in the order of .env.example. */
export const settingNames = Object.keys(Settings.shape)

type Raw = z.infer<typeof Settings>

/** Every setting, validated; see .env.example for what each means. */
export type Config = Readonly<
  Omit<Raw, 'BASE_URL' | 'SOURCES'> & {
    /** Origin of every absolute URL, without a trailing slash. */
    BASE_URL: string
    /** Path of the OPML file, or null for none. */
    SOURCES: string | null
    /** True when the database is the embedded one in DATA_DIR. */
    embedded: boolean
    /** The WebSub hub that feeds name: WEBSUB_HUB, else our own where other servers can reach it, else null. */
    hub: string | null
    /** Other servers can reach BASE_URL: then hubs may push to us. */
    reachable: boolean
    /** FEDIVERSE is on, and BASE_URL is a public https address. */
    fediverse: boolean
  }
>

/** Throws `bad_request` with one line for each setting that is wrong. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const parsed = Settings.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${describe(issue, env)}`)
    throw new AppError('bad_request', lines.join('\n'))
  }
  const violations = crossChecks(parsed.data)
  if (violations.length > 0) throw new AppError('bad_request', violations.join('\n'))
  return toConfig(parsed.data)
}

function toConfig(raw: Raw): Config {
  const baseUrl = new URL(raw.BASE_URL ?? `http://localhost:${raw.PORT}`).origin
  return Object.freeze({
    ...raw,
    BASE_URL: baseUrl,
    reachable: isReachable(baseUrl),
    fediverse: raw.FEDIVERSE === 'on' && isReachable(baseUrl) && baseUrl.startsWith('https:'),
    hub: raw.WEBSUB_HUB ?? (isReachable(baseUrl) ? `${baseUrl}/websub` : null),
    DATA_DIR: resolve(raw.DATA_DIR),
    CONTENT_DIR: resolve(raw.CONTENT_DIR),
    SOURCES: raw.SOURCES === 'none' ? null : resolve(raw.SOURCES ?? join(raw.CONTENT_DIR, 'sources.opml')),
    embedded: raw.DATABASE_URL === undefined,
  })
}

/** True when other servers may know this origin: a name with a dot, or a public-looking address. */
function isReachable(origin: string): boolean {
  const { hostname } = new URL(origin)
  return /\.[a-z][a-z0-9-]*$/i.test(hostname) && !/\.(?:local|localhost|internal|lan|home)$/i.test(hostname)
}

function describe(issue: z.core.$ZodIssue, env: Record<string, string | undefined>): string {
  const given = env[String(issue.path[0])]
  const secretName = /KEY|TOKEN|PASSWORD|URL$|^NOTIFY_/.test(String(issue.path[0]))
  return `${issue.message}${given === undefined || secretName ? '' : ` (got "${given.slice(0, 80)}")`}`
}

function crossChecks(raw: Raw): string[] {
  const violations: string[] = []
  if (raw.AI_PROVIDER !== 'none' && !raw.AI_MODEL)
    violations.push('AI_MODEL: name the model that AI_PROVIDER should use')
  if (raw.AI_PROVIDER === 'openai' && !raw.AI_BASE_URL && !raw.AI_API_KEY)
    violations.push('AI_API_KEY: needed for OpenAI itself; for another server set AI_BASE_URL')
  if (
    raw.AI_MONTHLY_BUDGET !== undefined &&
    raw.AI_PROVIDER !== 'none' &&
    raw.AI_PRICE_INPUT + raw.AI_PRICE_OUTPUT === 0
  )
    violations.push('AI_PRICE_INPUT: a budget needs prices (AI_PRICE_INPUT and AI_PRICE_OUTPUT, per million tokens)')
  if (raw.EMBEDDING_PROVIDER === 'openai' && !raw.EMBEDDING_MODEL)
    violations.push('EMBEDDING_MODEL: name the model that EMBEDDING_PROVIDER should use')
  if (raw.SMTP_URL && !raw.MAIL_FROM)
    violations.push('MAIL_FROM: needed with SMTP_URL, the address that mail comes from')
  if (raw.NOTIFY_MAIL.length > 0 && !raw.SMTP_URL)
    violations.push('NOTIFY_MAIL: needs SMTP_URL, the server that sends the mail; without it no mail would be sent')
  if (raw.NOTIFY_MATRIX && !(raw.NOTIFY_MATRIX_ROOM && raw.NOTIFY_MATRIX_TOKEN))
    violations.push('NOTIFY_MATRIX: needs NOTIFY_MATRIX_ROOM and NOTIFY_MATRIX_TOKEN')
  if (raw.BLUESKY_HANDLE && !raw.BLUESKY_APP_PASSWORD)
    violations.push('BLUESKY_HANDLE: needs BLUESKY_APP_PASSWORD, made under Settings, App passwords')
  if (raw.BLUESKY_HANDLE && !isReachable(raw.BASE_URL ?? 'http://localhost'))
    violations.push('BLUESKY_HANDLE: needs BASE_URL, an address that others can open, since posts lead there')
  if (raw.DATABASE_REPLICA_URL && !raw.DATABASE_URL)
    violations.push('DATABASE_REPLICA_URL: a replica needs DATABASE_URL, the database that it follows')
  if (raw.WEB_PROCESSES > 1 && raw.PORT === 0)
    violations.push('PORT: several WEB_PROCESSES need a port that they can share')
  return violations
}

/** The settings that are right, defaults in place of the others, and a line for each that is wrong. For `doctor`. */
export function configIgnoring(env: Record<string, string | undefined>): { config: Config; violations: string[] } {
  const parsed = Settings.safeParse(env)
  if (parsed.success) return { config: toConfig(parsed.data), violations: crossChecks(parsed.data) }
  const violations = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${describe(issue, env)}`)
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])))
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name)))
  const { config, violations: others } = configIgnoring(rest)
  return { config, violations: [...violations, ...others] }
}

/** Settings by where they are given, and what is wrong with the file. */
export interface Environment {
  file: Record<string, string | undefined>
  process: Record<string, string | undefined>
  violations?: string[]
}

export function readEnvironment(): Environment {
  const { values, violations } = readEnvFile('.env', settingNames)
  return { file: values, process: { ...process.env }, violations }
}

/** Reads `.env` in the working directory, then the environment, which wins. Libraries find both in the environment. */
export function readConfig(overrides: Record<string, string> = {}): Config {
  const { file, violations = [] } = readEnvironment()
  if (violations.length > 0) throw new AppError('bad_request', violations.join('\n'))
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value
  return parseConfig({ ...process.env, ...overrides })
}

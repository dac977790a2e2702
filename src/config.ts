/** Environment → validated, frozen Config. The only reader of process.env. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { choiceViolations, featureSettings, featureViolations, selectFeatures } from './features.ts'
import { AppError } from './platform/errors.ts'
import { shippedContent } from './platform/package/package-folder.ts'
import { readEnvFile } from './platform/settings/env-file.ts'
import {
  amount,
  hasPath,
  integer,
  isAddressRange,
  isMailAddress,
  isOrigin,
  isReachable,
  list,
  listOf,
  oneOf,
  path,
  proxyError,
  secret,
  setting,
  split,
  url,
} from './platform/settings/setting-types.ts'

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
  PROCESSES: setting(oneOf('one', 'many').optional()),
  WEB_PROCESSES: setting(integer(1, 64).default(1)),
  MCP_ORIGINS: listOf(isOrigin, 'must be origins, as https://app.example.org, with commas between'),
  MCP_RATE_PER_MINUTE: setting(integer(30, 100_000).default(30)),
  CACHE_MB: setting(integer(1, 65_536).default(64)),
  WORKER_HEAP_MB: setting(integer(128, 1_048_576).optional()),
  DATABASE_POOL: setting(integer(2, 500).default(10)),
  DATABASE_PREPARE: setting(oneOf('on', 'off').default('on')),
  FEATURES: list,
  LOG_LEVEL: setting(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info')),
  ...featureSettings,
})

/** Names of all settings, in the order of .env.example. */
export const settingNames = Object.keys(Settings.shape)

type Raw = z.infer<typeof Settings>

/** Every setting, validated; see .env.example for what each means. */
export type Config = Readonly<
  Omit<Raw, 'BASE_URL' | 'SOURCES' | 'FEATURES'> & {
    /** Origin of every absolute URL, without a trailing slash. */
    BASE_URL: string
    /** Path of the OPML file, or null for none. */
    SOURCES: string | null
    /** True when the database is the embedded one in DATA_DIR. */
    embedded: boolean
    /** Other servers can reach BASE_URL: then hubs may push to us. */
    reachable: boolean
    /** Names of those that are on. */
    features: ReadonlySet<string>
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
    features: selectFeatures(raw.FEATURES),
    DATA_DIR: resolve(raw.DATA_DIR),
    CONTENT_DIR: resolve(raw.CONTENT_DIR),
    SOURCES: raw.SOURCES === 'none' ? null : resolve(raw.SOURCES ?? join(raw.CONTENT_DIR, 'sources.opml')),
    embedded: raw.DATABASE_URL === undefined,
  })
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
  if (raw.DATABASE_REPLICA_URL && !raw.DATABASE_URL)
    violations.push('DATABASE_REPLICA_URL: a replica needs DATABASE_URL, the database that it follows')
  violations.push(...choiceViolations(raw.FEATURES))
  violations.push(...featureViolations(raw, { reachable: isReachable(raw.BASE_URL ?? 'http://localhost') }))
  if (raw.WEB_PROCESSES > 1 && raw.PORT === 0)
    violations.push('PORT: several WEB_PROCESSES need a port that they can share')
  if (raw.WEB_PROCESSES > 1 && raw.PROCESSES === 'one') violations.push('PROCESSES: several WEB_PROCESSES are many')
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

/** Features that are on, whatever else is wrong: the command line is there before its settings are read. */
export function configuredFeatures(): ReadonlySet<string> {
  const { file, process } = readEnvironment()
  return configIgnoring({ ...file, ...process }).config.features
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

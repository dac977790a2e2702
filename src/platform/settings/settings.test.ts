import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseConfig, settingNames } from '../../config.ts'
import { readEnvFile } from './env-file.ts'

const lines = readFileSync('.env.example', 'utf8').split('\n')
const examples = lines.flatMap((line) => {
  const [, name, value] = /^#([A-Z_]+)=(.*)$/.exec(line) ?? []
  return name ? [[name, value ?? ''] as const] : []
})

describe('.env.example', () => {
  it('has every setting once, and none that is unknown', () => {
    expect(examples.map(([name]) => name).sort()).toEqual([...settingNames].sort())
  })

  it('states the defaults as they are', () => {
    expect(parseConfig(Object.fromEntries(examples))).toEqual(parseConfig({}))
    const withDefault = examples.filter(([, value]) => value !== '').map(([name]) => name)
    for (const name of withDefault) expect(parseConfig({})).toHaveProperty(name)
    const unsaid = Object.entries(parseConfig({})).filter(
      ([name, value]) => !withDefault.includes(name) && typeof value === 'number',
    )
    expect(unsaid).toEqual([])
  })

  it('says something of each', () => {
    const bare = lines.filter((line, at) => /^#[A-Z_]+=/.test(line) && (lines[at - 1] ?? '') === '')
    expect(bare).toEqual([])
  })
})

/** Nothing that any of these takes; null for those that take any words. A new setting needs a row. */
const WRONG: Record<string, string | null> = {
  ...Object.fromEntries(
    [
      'PORT',
      'BLUESKY_MIN_SOURCES',
      'FEDIVERSE_MIN_SOURCES',
      'AI_CONCURRENCY',
      'AI_RATE_PER_MINUTE',
      'AI_TIMEOUT',
      'NOTIFY_HOUR',
      'KEEP_ARTICLES',
      'KEEP_IMAGES',
    ]
      .concat([
        'KEEP_EVENTS_OPEN',
        'WEB_PROCESSES',
        'CACHE_MB',
        'DATABASE_POOL',
        'WORKER_HEAP_MB',
        'MCP_RATE_PER_MINUTE',
      ])
      .map((name) => [name, '-1']),
  ),
  ...Object.fromEntries(
    ['AI_MONTHLY_BUDGET', 'AI_PRICE_INPUT', 'AI_PRICE_OUTPUT', 'AI_JUDGE_PRICE_INPUT', 'AI_JUDGE_PRICE_OUTPUT']
      .concat(['EMBEDDING_PRICE_INPUT'])
      .map((name) => [name, '1,5']),
  ),
  ...Object.fromEntries(
    ['RELEVANCE', 'AI_PROVIDER', 'AI_JUDGE', 'EVIDENCE_PUBLIC', 'EMBEDDING_PROVIDER', 'TTS_PROVIDER', 'LOG_LEVEL']
      .concat(['PROCESSES', 'DATABASE_PREPARE', 'FEDIVERSE', 'HSTS_SUBDOMAINS', 'RECORD_LICENSE'])
      .map((name) => [name, 'perhaps']),
  ),
  ...Object.fromEntries(
    ['BASE_URL', 'AI_BASE_URL', 'EMBEDDING_BASE_URL', 'TTS_BASE_URL', 'APPLE_JWKS_URL', 'GOOGLE_JWKS_URL', 'SMTP_URL']
      .concat([
        'NOTIFY_WEBHOOK',
        'NOTIFY_NTFY',
        'NOTIFY_MATRIX',
        'WEBSUB_HUB',
        'BLUESKY_SERVICE',
        'DATABASE_URL',
        'DATABASE_REPLICA_URL',
      ])
      .map((name) => [name, 'ftp://example.org']),
  ),
  ...Object.fromEntries(['DATA_DIR', 'CONTENT_DIR', 'SOURCES', 'EMBEDDING_MODEL_DIR'].map((name) => [name, '~/x'])),
  ...Object.fromEntries(
    [
      'MAIL_FROM',
      'NOTIFY_MAIL',
      'MCP_ORIGINS',
      'FETCH_ALLOW',
      'TRUST_PROXY',
      'HOST',
      'FEATURES',
      'FEDIVERSE_BLOCK',
      'BLUESKY_HANDLE',
      'RECORD_ANSWERS',
    ].map((name) => [name, 'a b']),
  ),
  ...Object.fromEntries(['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'ADMIN_TOKEN'].map((name) => [name, 'short'])),
  PUBLISHER_NAME: 'x'.repeat(201),
  PUBLISHER_CONTACT: 'x'.repeat(301),
  NOTIFY_MATRIX_ROOM: '#room:example.org',
  ...Object.fromEntries(
    ['AI_MODEL', 'AI_JUDGE_MODEL', 'AI_API_KEY', 'EMBEDDING_MODEL', 'EMBEDDING_API_KEY', 'TTS_MODEL', 'TTS_VOICE']
      .concat(['TTS_API_KEY', 'APPLE_CLIENT_IDS', 'GOOGLE_CLIENT_IDS', 'APPLE_ISSUER', 'GOOGLE_ISSUER'])
      .concat(['NOTIFY_NTFY_TOKEN', 'NOTIFY_MATRIX_TOKEN', 'BLUESKY_APP_PASSWORD'])
      .map((name) => [name, null]),
  ),
}

function errorsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

describe('every setting', () => {
  it('has a row', () => expect(settingNames.filter((name) => !(name in WRONG))).toEqual([]))

  it.each(settingNames)('%s: blank is as if it were missing, and what is wrong is named in short lines', (name) => {
    for (const blank of ['', '  ']) expect(parseConfig({ [name]: blank })).toEqual(parseConfig({}))
    const wrong = WRONG[name]
    if (typeof wrong !== 'string') return
    // A long token is a good one.
    const long = name === 'ADMIN_TOKEN' ? wrong : `${wrong}${'~'.repeat(5000)}`
    for (const value of [wrong, long]) {
      const lines = errorsOf({ [name]: value })
      expect(lines).not.toEqual([])
      expect(lines.filter((line) => !line.startsWith(`${name}: `) || line.length > 250)).toEqual([])
    }
  })
})

describe('wrong settings', () => {
  it('are all named at once, in a line each, without what a secret holds', () => {
    const env = {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      AI_PROVIDER: 'oracle',
      ADMIN_TOKEN: 'short',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'http://u:hunter3@mail',
    }
    let message = ''
    try {
      parseConfig(env)
    } catch (error) {
      message = (error as Error).message
    }
    expect(
      message
        .split('\n')
        .map((line) => line.split(':')[0])
        .sort(),
    ).toEqual(Object.keys(env).sort())
    expect(message).not.toMatch(/hunter|short"/)
  })

  it.each([
    ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
    ['PORT', '99999', 'must be a whole number from 0 to 65535'],
    ['KEEP_ARTICLES', '3', 'must be a whole number from 30 to 36500'],
    ['AI_MONTHLY_BUDGET', '1,5', 'must be a number, 0 or more'],
    ['AI_PRICE_INPUT', '-1', 'must be a number, 0 or more'],
    ['RELEVANCE', 'some', 'must be one of model, all'],
    ['BASE_URL', 'https://news.example.org/nyheter', 'must be an origin'],
    ['DATA_DIR', '~/data', 'must be a path from / or the working directory'],
    ['CONTENT_DIR', '~', 'must be a path from / or the working directory'],
    ['SOURCES', '~news/sources.opml', 'must be a path from / or the working directory'],
    ['EMBEDDING_MODEL_DIR', '~/model', 'must be a path from / or the working directory'],
    ['TRUST_PROXY', 'yes', 'must be the number of proxies in front, or their addresses'],
    ['TRUST_PROXY', '10.0.0.0/33', 'must be the number of proxies in front, or their addresses'],
    ['NOTIFY_NTFY', 'abc', 'must be an http or https address'],
    ['NOTIFY_MAIL', 'drift', 'must be mail addresses'],
    ['MCP_ORIGINS', 'https://app.example, x', 'must be origins'],
  ])('%s=%s is told in one line that says what it must be', (name, value, words) => {
    let message = ''
    try {
      parseConfig({ [name]: value })
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toMatch(new RegExp(`^${name}: ${words}[^\n]*$`))
  })

  it('a proxy is named by number, address or range, an origin with or without its slash', () => {
    for (const TRUST_PROXY of ['1', ' 2 ', '127.0.0.1', '10.0.0.1, 10.1.0.0/16', '::1', 'fd00::/8'])
      expect(() => parseConfig({ TRUST_PROXY })).not.toThrow()
  })

  it.each([
    ['https://news.example.org:8443/', 'https://news.example.org:8443'],
    ['HTTPS://News.Example.ORG', 'https://news.example.org'],
    ['https://news.example.org:443/', 'https://news.example.org'],
    ['http://news.example.org:80', 'http://news.example.org'],
  ])('an origin %s is %s', (given, origin) => {
    expect(parseConfig({ BASE_URL: given }).BASE_URL).toBe(origin)
  })

  it('that contradict each other are named too', () => {
    expect(() => parseConfig({ NOTIFY_MAIL: 'drift@exempel.se' })).toThrow(/^NOTIFY_MAIL: needs SMTP_URL/)
    expect(() => parseConfig({ AI_PROVIDER: 'openai' })).toThrow(/AI_MODEL[\s\S]*AI_API_KEY/)
    expect(() => parseConfig({ DATABASE_REPLICA_URL: 'postgres://x/y' })).toThrow(/DATABASE_REPLICA_URL/)
    expect(() => parseConfig({ SMTP_URL: 'smtp://mail' })).toThrow(/MAIL_FROM/)
    expect(() => parseConfig({ PROCESSES: 'one', WEB_PROCESSES: '2' })).toThrow(/^PROCESSES: several/)
  })
})

describe('.env', () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-env-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, '.env')
  const read = (content: string | Buffer) => {
    writeFileSync(file, content)
    return readEnvFile(file, settingNames)
  }

  it('is read with or without a mark of its encoding, with every end of line', () => {
    const values = { DATA_DIR: '/srv/data', PORT: '8080' }
    for (const text of ['DATA_DIR=/srv/data\nPORT=8080\n', 'DATA_DIR=/srv/data\r\nexport PORT="8080" # the port\r\n'])
      for (const mark of ['', '\uFEFF']) expect(read(mark + text)).toEqual({ values, violations: [] })
    expect(readEnvFile(join(folder, 'none'), settingNames)).toEqual({ values: {}, violations: [] })
  })

  it.each([
    ['UTF-16', Buffer.from('\uFEFFPORT=1', 'utf16le'), /^it is not UTF-8 \(UTF-16/],
    ['Latin-1', Buffer.from('PUBLISHER_NAME=Kärn', 'latin1'), /^it is not UTF-8/],
    ['a colon', 'PORT: 1\n', /^"PORT: 1" sets nothing: write PORT=value$/],
    ['a space', '  data_dir /srv/data\n', /^"data_dir \/srv\/data" sets nothing: write DATA_DIR=value$/],
    ['small letters', 'port=1\n', /^port is not a setting: write PORT$/],
  ])('with %s is told in one sentence that names the file', (_, content, sentence) => {
    const { violations } = read(content)
    expect(violations).toHaveLength(1)
    expect(violations[0]?.slice(file.length + 2)).toMatch(sentence)
    expect(violations[0]).toContain(`${file}: `)
  })

  it('that cannot be read is told, not passed over', () => {
    expect(readEnvFile(folder, settingNames).violations).toEqual([expect.stringMatching(/: it is a folder/)])
    expect(readEnvFile(join(file, 'below'), settingNames).violations).toEqual([
      expect.stringMatching(/: it cannot be read/),
    ])
  })

  it('has remarks, blank lines and values with colons that are no fault', () => {
    const text = '# PORT: 1\n\nBASE_URL=https://a.example:81\nPUBLISHER_NAME="Kärn: huset"\nhttp_proxy=http://p:1\n'
    expect(read(text).violations).toEqual([])
  })
})

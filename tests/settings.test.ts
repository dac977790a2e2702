import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseConfig, settingNames } from '../src/config.ts'

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
    expect(parseConfig({ BASE_URL: 'https://news.example.org:8443/' }).BASE_URL).toBe('https://news.example.org:8443')
  })

  it('that contradict each other are named too', () => {
    expect(() => parseConfig({ NOTIFY_MAIL: 'drift@exempel.se' })).toThrow(/^NOTIFY_MAIL: needs SMTP_URL/)
    expect(() => parseConfig({ AI_PROVIDER: 'openai' })).toThrow(/AI_MODEL[\s\S]*AI_API_KEY/)
    expect(() => parseConfig({ DATABASE_REPLICA_URL: 'postgres://x/y' })).toThrow(/DATABASE_REPLICA_URL/)
    expect(() => parseConfig({ SMTP_URL: 'smtp://mail' })).toThrow(/MAIL_FROM/)
  })
})

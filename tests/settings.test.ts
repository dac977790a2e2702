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

  it('that contradict each other are named too', () => {
    expect(() => parseConfig({ AI_PROVIDER: 'openai' })).toThrow(/AI_MODEL[\s\S]*AI_API_KEY/)
    expect(() => parseConfig({ DATABASE_REPLICA_URL: 'postgres://x/y' })).toThrow(/DATABASE_REPLICA_URL/)
    expect(() => parseConfig({ SMTP_URL: 'smtp://mail' })).toThrow(/MAIL_FROM/)
  })
})

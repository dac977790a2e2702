/** `.env` after a model was chosen: only its lines change, and never half of them. */
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { withSettings, writeSettings } from './write-settings.ts'

const values = { AI_PROVIDER: 'openai', AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'qwen2.5:7b' }
const lines = 'AI_PROVIDER=openai\nAI_BASE_URL=http://127.0.0.1:11434/v1\nAI_MODEL=qwen2.5:7b\n'
const written = (before: string | Buffer) => withSettings(Buffer.from(before), values)?.toString('latin1')
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

describe('settings', () => {
  it.each<[string, string, string]>([
    ['an empty file', '', lines],
    ['other settings and comments', '# mine å\n\nPORT=3000\n', `# mine å\n\nPORT=3000\n${lines}`],
    ['no end of the last line', 'PORT=3000', `PORT=3000\n${lines}`],
    ['lines ended as on Windows', 'PORT=1\r\n', `PORT=1\r\n${lines.replaceAll('\n', '\r\n')}`],
    [
      'all three, in their places',
      'AI_MODEL=old\nPORT=1\nAI_BASE_URL="http://x"\nAI_PROVIDER = none # why\n',
      'AI_MODEL=qwen2.5:7b\nPORT=1\nAI_BASE_URL=http://127.0.0.1:11434/v1\nAI_PROVIDER=openai\n',
    ],
    [
      'one given twice, and exported',
      'AI_MODEL=a\nexport AI_MODEL=b\n',
      'AI_MODEL=qwen2.5:7b\nAI_MODEL=qwen2.5:7b\nAI_PROVIDER=openai\nAI_BASE_URL=http://127.0.0.1:11434/v1\n',
    ],
    [
      'a mark of byte order',
      '\ufeffAI_MODEL=a\nPORT=1\n',
      '\ufeffAI_MODEL=qwen2.5:7b\nPORT=1\nAI_PROVIDER=openai\nAI_BASE_URL=http://127.0.0.1:11434/v1\n',
    ],
    [
      'a value of several lines',
      'AI_MODEL="one\ntwo"\nAI_PROVIDER=\'\'\nAI_BASE_URL=\n',
      'AI_MODEL=qwen2.5:7b\nAI_PROVIDER=openai\nAI_BASE_URL=http://127.0.0.1:11434/v1\n',
    ],
    [
      'names that only begin or end so',
      '#AI_MODEL=a\nAI_MODEL_X=1\nMY_AI_MODEL=2\n',
      `#AI_MODEL=a\nAI_MODEL_X=1\nMY_AI_MODEL=2\n${lines}`,
    ],
  ])('go into a file with %s', (_, before, after) => {
    expect(written(before)).toBe(latin1(after))
  })

  it('leave bytes that are no text as they are', () => {
    const before = Buffer.from([0x23, 0xff, 0xfe, 0x80, 0x0a])
    expect(withSettings(before, values)).toEqual(Buffer.concat([before, Buffer.from(lines)]))
  })

  it.each<[string, string | Buffer]>([
    ['the text of another setting', 'SECRET="one\nAI_MODEL=two\nthree"\n'],
    ['UTF-16', Buffer.from('\ufeffPORT=1\n', 'utf16le')],
  ])('are not put into %s', (_, before) => {
    expect(written(before)).toBeUndefined()
  })

  it.each([
    ...['a b', 'a#b', 'Åsa Öberg', "d'Arc", ' a ', 'Karen "Kay" Lund', '$HOME', 'a\\nb', '$1 "a" `b` \\', "'", '"'],
    ...['"Kay" d\'Arc', 'd\'Arc $5 # "x"', "`d'Arc` #", "a'"],
  ])('are quoted as %j', (model) => {
    const after = withSettings(Buffer.alloc(0), { ...values, AI_MODEL: model })
    expect(parseEnv(String(after))).toEqual({ ...values, AI_MODEL: model })
  })

  it.each(['`a\' "b" #', '\'a\' "b" `c`', 'a\nPORT=1', 'a\rb', ''])('are not written as %j', (model) => {
    expect(withSettings(Buffer.alloc(0), { ...values, AI_MODEL: model })).toBeNull()
  })
})

describe('the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-env-'))
  const path = join(folder, '.env')
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is its owner’s alone where it is new, and leaves nothing beside it', async () => {
    await writeSettings(path, values)
    expect(readFileSync(path, 'utf8')).toBe(lines)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['.env'])
  })

  it.each([0o640, 0o600, 0o644])('keeps the mode %o', async (mode) => {
    chmodSync(path, mode)
    await writeSettings(path, values)
    expect(statSync(path).mode & 0o777).toBe(mode)
  })

  it('stays a link where it is one', async () => {
    const linked = join(folder, 'linked')
    writeFileSync(join(folder, 'real'), 'PORT=1\n')
    symlinkSync('real', linked)
    await writeSettings(linked, values)
    expect(lstatSync(linked).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe(`PORT=1\n${lines}`)
  })

  it('that cannot be written is named with the lines for it, and is as it was', async () => {
    const missing = join(folder, 'no-such-folder/.env')
    await expect(writeSettings(missing, values)).rejects.toThrow(
      /cannot be changed safely \(ENOENT.*Set in it by hand: AI_PROVIDER, AI_BASE_URL, AI_MODEL\.$/,
    )
    await expect(writeSettings(folder, values)).rejects.toThrow('cannot be changed safely')
    writeFileSync(path, 'A="\nAI_MODEL=x\n"\n')
    await expect(writeSettings(path, values)).rejects.toThrow('cannot be changed safely')
    expect(readFileSync(path, 'utf8')).toBe('A="\nAI_MODEL=x\n"\n')
  })

  it('is not written with a value that it cannot hold: the message names the setting, and no value', async () => {
    const before = readFileSync(path, 'utf8')
    const refused = writeSettings(path, { SMTP_URL: 'smtp://anna:hemligt@127.0.0.1', ADMIN_TOKEN: 'hemligt`\' "b" #' })
    await expect(refused).rejects.toThrow(/cannot hold this value of ADMIN_TOKEN: (?!.*hemligt)/)
    await expect(writeSettings(path, { SMTP_URL: 'hemligt', AI_MODEL: 'a' })).rejects.toThrow(/^(?!.*hemligt)/)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })
})

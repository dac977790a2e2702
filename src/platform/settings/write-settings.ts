/** Writing settings into `.env`: all else in the file stays as it is, byte by byte. */
import { randomUUID } from 'node:crypto'
import { chmod, chown, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { AppError, messageOf } from '../errors.ts'

type Values = Readonly<Record<string, string>>

/** Nothing that quotes, comments or line ends mean something in. */
const PLAIN = /^[\w.:/@+[\]-]+$/
/** Between double quotes Compose looks for variables and escapes. */
const QUOTABLE = /^[^"\\`$]+$/
const UNQUOTABLE = /[\\$#]/

/** Ways to write a value, those first that Compose and systemd read as this program does. */
const waysToWrite = (value: string): string[] => [
  ...(PLAIN.test(value) ? [value] : []),
  ...(QUOTABLE.test(value) ? [`"${value}"`] : []),
  `'${value}'`,
  ...(UNQUOTABLE.test(value) ? [] : [value]),
  `\`${value}\``,
  `"${value}"`,
]

/** The value as it is read back unchanged; undefined where no way of writing holds it. */
const written = (value: string): string | undefined =>
  value === '' || /[\r\n]/.test(value)
    ? undefined
    : waysToWrite(value).find((way) => isSame(parseEnv(`A=${way}\nB=`), { A: value, B: '' }))

/** A character a byte. */
const bytesOf = (value: string) => Buffer.from(written(value) ?? '').toString('latin1')

/** Quoted values may have several lines. */
const QUOTED = '(?:"[^"]*"|\'[^\']*\'|`[^`]*`)'

/** Throws `unprocessable`, with the settings to write by hand, where the file cannot be written so that only they change. */
export async function writeSettings(path: string, values: Values): Promise<void> {
  const { target, after } = await readSettings(path, values)
  await replaceFile(target, after).catch((error) => {
    throw byHand(path, values, error)
  })
}

/** Throws what {@link writeSettings} would for these values and the file as it is: for those who write more than it. */
export async function checkSettings(path: string, values: Values): Promise<void> {
  await readSettings(path, values)
}

async function readSettings(path: string, values: Values): Promise<{ target: string; after: Buffer }> {
  const [unwritable] = Object.entries(values).find(([, value]) => written(value) === undefined) ?? []
  if (unwritable)
    throw new AppError(
      'unprocessable',
      `${path} cannot hold this value of ${unwritable}: give one without line breaks, or with fewer kinds of quotation marks.`,
    )
  // A link stays one: what it points to is replaced.
  const target = await realpath(path).catch(() => path)
  const before = await readFile(target).catch((error) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw byHand(path, values, error)
  })
  const after = withSettings(before, values)
  if (!after) throw byHand(path, values)
  return { target, after }
}

/** Values may be secrets: the message names only their settings. */
function byHand(path: string, values: Values, cause?: unknown): AppError {
  const why = cause === undefined ? 'other settings would change' : messageOf(cause)
  const names = Object.keys(values).join(', ')
  return new AppError('unprocessable', `${path} cannot be changed safely (${why}). Set in it by hand: ${names}.`, {
    cause,
  })
}

/** Lines of these names replaced, missing ones added at the end. Null where another setting would change with them. */
export function withSettings(before: Buffer, values: Values): Buffer | null {
  // Without zeros it is no UTF-16.
  if (before.includes(0) || Object.values(values).some((value) => written(value) === undefined)) return null
  // One character a byte, so that what is not touched comes back as it was.
  let text = before.toString('latin1')
  const end = /\r?\n/.exec(text)?.[0] ?? '\n'
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(
      `^(\\xef\\xbb\\xbf)?[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*${QUOTED}?[^\\r\\n]*`,
      'gm',
    )
    const replaced = text.replace(line, (_, prefix = '') => `${prefix}${name}=${bytesOf(value)}`)
    text = line.test(text)
      ? replaced
      : `${text}${text === '' || text.endsWith('\n') ? '' : end}${name}=${bytesOf(value)}${end}`
  }
  const after = Buffer.from(text, 'latin1')
  const expected = { ...settingsIn(before), ...values }
  return isSame(settingsIn(after), expected) ? after : null
}

const settingsIn = (bytes: Buffer) => parseEnv(bytes.toString('utf8').replace(/^\ufeff/, ''))

function isSame(one: Values | NodeJS.Dict<string>, other: Values | NodeJS.Dict<string>): boolean {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.every((name) => one[name] === other[name])
}

/** As a whole or not at all, with the mode and the owner that it had; a new one is its owner's alone. */
async function replaceFile(path: string, bytes: Buffer): Promise<void> {
  const old = await stat(path).catch(() => null)
  const passing = `${path}.${randomUUID()}`
  try {
    const file = await open(passing, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    if (old) {
      await chmod(passing, old.mode & 0o7777)
      if (old.uid !== process.getuid?.()) await chown(passing, old.uid, old.gid)
    }
    await rename(passing, path)
  } finally {
    await rm(passing, { force: true })
  }
}

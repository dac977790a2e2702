/** `feeds show`, `feeds edit`, `feeds undo`: the settings of a source, their changes, and the way back. */
import type { Base } from '../app/base.ts'
import { undoAction } from '../news/actions/writes/log.ts'
import { basicLogin, parseHeaders, type SecretHeaders, type SourceEdit } from '../news/feeds/rules/source-settings.ts'
import { editSource, editUndoHandlers, sourceSettings } from '../news/feeds/writes/edit-source.ts'
import { sourceUndoHandlers } from '../news/feeds/writes/operator-sources.ts'
import { sourceLogin } from '../news/feeds/writes/source-secrets.ts'
import { actionsOn } from '../news/operator/queries/read-log.ts'
import type { Facts } from '../platform/database/actor.ts'
import { AppError } from '../platform/errors.ts'
import { type Io, table } from './io.ts'

export async function feedsShow(base: Base, io: Io, id: number, options: { login?: boolean }): Promise<number> {
  const { config, database } = base
  const { hasLogin, proposedUrl, ...settings } = await sourceSettings(database, id)
  const login = options.login ? await sourceLogin(database, config.DATA_DIR, id) : null
  const headers = login
    ? Object.entries(login).map(([name, value]) => `${name}: ${value}`)
    : [hasLogin ? 'set' : 'none']
  const rows = Object.entries(settings).map(([name, value]) => [name, String(value ?? 'none')])
  const proposed = proposedUrl ? [['proposed', `${proposedUrl} (feeds edit ${id} --url …)`]] : []
  for (const line of table([...rows, ['login', headers.join('; ')], ...proposed])) io.line(line)
  const actions = await actionsOn(database.db, `source:${id}`, 50)
  if (actions.length > 0) io.line()
  for (const { at, id: action, action: name, before, after, undoneAt } of actions)
    io.line(
      `${at.toISOString().slice(0, 16)}  ${action}  ${name}${undoneAt ? ' (undone)' : ''}  ${changed(before, after)}`,
    )
  return 0
}

const changed = (before: Facts, after: Facts) =>
  Object.entries(after)
    .map(([name, value]) => `${name}: ${before[name] ?? '–'} → ${value ?? '–'}`)
    .join(', ')

interface EditOptions {
  url?: string
  title?: string
  publisher?: string
  publisherName?: string
  language?: string
  relevance?: 'model' | 'all'
  extract?: boolean
  interval?: string
  folder?: string
  login?: string | false
  headers?: boolean
}

export async function feedsEdit(base: Base, io: Io, id: number, options: EditOptions): Promise<number> {
  const { login: name, headers, interval, ...rest } = options
  const edit: SourceEdit = { ...rest, ...(interval === undefined ? {} : { interval: minutes(interval) }) }
  const login = await loginOf(io, name, headers)
  if (Object.keys(edit).length === 0 && login === undefined)
    throw new AppError('bad_request', 'Say what to change; "karnhuset feeds edit --help" lists it.')
  const { config, database, clock } = base
  const outcome = await editSource(database, id, { edit, login, dataDir: config.DATA_DIR }, clock.now())
  io.line(outcome === 'done' ? `Changed. "karnhuset feeds show ${id}" has its history.` : 'It was so already.')
  return 0
}

const minutes = (text: string) => (text === 'auto' ? null : Number(text))

/** Undefined leaves the login as it is. A password is never an argument, which others on the machine could read. */
async function loginOf(
  io: Io,
  name: string | false | undefined,
  headers?: boolean,
): Promise<SecretHeaders | null | undefined> {
  if (name === false) return null
  if (headers) return parseHeaders(await io.read('Headers, one "Name: value" a line, then Ctrl-D:'))
  if (name === undefined) return undefined
  const password = (await io.read('Password, then Ctrl-D:')).trim()
  if (password === '')
    throw new AppError(
      'bad_request',
      'The password is empty. A name alone is part of the address: --url https://NAME@…',
    )
  return basicLogin(name, password)
}

export async function feedsUndo(base: Base, io: Io, action: number): Promise<number> {
  const handlers = { ...sourceUndoHandlers, ...editUndoHandlers }
  const outcome = await undoAction(base.database, handlers, action, base.clock.now())
  const messages = {
    done: 'Undone.',
    unchanged: 'It was undone already.',
    overtaken: 'Later changes stand in the way.',
  }
  io.line(messages[outcome])
  return outcome === 'overtaken' ? 1 : 0
}

/**
 * The settings of the service that runs on DATA_DIR, left there for as long as it runs: a command with others would store what the
 * service would not. Nothing secret is among them.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { isAlive } from '../platform/database/embedded/data-folder.ts'
import { giveToOwner, makeOwnedFolder } from '../platform/settings/data-owner.ts'

/** By name, those that decide what is stored, as text; null where one is not set. */
type Settings = Record<string, string | null>

const NAMES = [
  ...['CONTENT_DIR', 'SOURCES', 'RELEVANCE', 'AI_PROVIDER', 'AI_MODEL', 'AI_JUDGE', 'AI_JUDGE_MODEL'],
  ...['EMBEDDING_PROVIDER', 'EMBEDDING_MODEL', 'KEEP_ARTICLES'],
] as (keyof Config)[]

function settingsOf(config: Config): Settings {
  const named = NAMES.map((name) => [name, config[name] === undefined ? null : String(config[name] ?? 'none')])
  return {
    DATABASE_URL: databaseOf(config),
    // A port of its own is no address that is stored.
    BASE_URL: config.BASE_URL === `http://localhost:${config.PORT}` ? null : config.BASE_URL,
    ...Object.fromEntries(named),
  }
}

/** The database without its user. */
function databaseOf({ DATABASE_URL }: Config): string | null {
  const url = URL.parse(DATABASE_URL ?? '')
  return url && [url.host, url.searchParams.get('host'), url.pathname].filter(Boolean).join('')
}

interface Note {
  pid: number
  /** Tells it from a later process with the same number. */
  startedAt: string | null
  settings: Settings
}

const folderOf = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, 'running')

/** Leaves the settings of this process, which is a service, until the result is called. */
export function noteService(config: Config): () => void {
  const folder = folderOf(config)
  for (const { path, runs } of readNotes(config)) if (!runs) rmSync(path, { force: true })
  const path = join(folder, `${process.pid}.json`)
  const note: Note = { pid: process.pid, startedAt: startOf(process.pid), settings: settingsOf(config) }
  // The service works without: on a full disk it waits for room, and on a read-only one it has its database elsewhere.
  look(() => {
    makeOwnedFolder(folder)
    writeFileSync(path, JSON.stringify(note), { mode: 0o600 })
    giveToOwner(path)
  })
  return () => rmSync(path, { force: true })
}

export interface Difference {
  name: string
  /** Of the service. */
  theirs: string | null
  ours: string | null
}

/** Settings in which `config` differs from a service that runs on its DATA_DIR; none where none runs. */
export function differencesFromService(config: Config): Difference[] {
  const ours = Object.entries(settingsOf(config))
  const services = readNotes(config).filter(({ runs, note }) => runs && note.pid !== process.pid)
  return ours.flatMap(([name, value]) => {
    const other = services.find(({ note: { settings } }) => (settings[name] ?? null) !== value)
    return other ? [{ name, theirs: other.note.settings[name] ?? null, ours: value }] : []
  })
}

export const describeDifference = ({ name, theirs, ours }: Difference): string =>
  `${name} (${theirs ?? 'not set'} there, ${ours ?? 'not set'} here)`

export const describeDifferences = (differences: Difference[]): string => differences.map(describeDifference).join(', ')

function readNotes(config: Pick<Config, 'DATA_DIR'>): { path: string; note: Note; runs: boolean }[] {
  const folder = folderOf(config)
  const names = look(() => readdirSync(folder)) ?? []
  return names.flatMap((name) => {
    const path = join(folder, name)
    const note = look(() => JSON.parse(readFileSync(path, 'utf8')) as Note)
    return note ? [{ path, note, runs: isSame(note) }] : []
  })
}

const isSame = ({ pid, startedAt }: Note): boolean => isAlive(pid) && startOf(pid) === startedAt

/** Ticks since the machine started, proc(5); null where the system does not tell. */
const startOf = (pid: number): string | null =>
  look(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null) ?? null

/** Undefined where it is not there. */
function look<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The features: a line each. The only file that names them. Each is loaded when a frame first asks for it. */
import type { z } from 'zod'
import type { AboutModel, AddCommands } from './cli/io.ts'
import { alertSettings } from './features/alerts/settings.ts'
import { blueskySettings } from './features/bluesky/settings.ts'
import { fediverseSettings } from './features/fediverse/settings.ts'
import { recordSettings } from './features/publisher-record/settings.ts'
import { websubSettings } from './features/websub/settings.ts'
import { type FeatureSettings, NO_SETTINGS } from './platform/settings/setting-types.ts'

interface Entry<Shape extends z.ZodRawShape, Loaded> {
  settings: FeatureSettings<Shape>
  load(): Promise<Loaded>
  /** Features without which it cannot be. */
  needs: readonly string[]
}

const entry = <Shape extends z.ZodRawShape, Loaded>(
  settings: FeatureSettings<Shape>,
  load: () => Promise<Loaded>,
  needs: readonly string[] = [],
): Entry<Shape, Loaded> => ({ settings, load, needs })

/** In the order in which menus and documents have what is theirs. */
const list = {
  alerts: entry(alertSettings, async () => (await import('./features/alerts/index.ts')).alerts),
  bluesky: entry(blueskySettings, async () => (await import('./features/bluesky/index.ts')).bluesky),
  calibration: entry(NO_SETTINGS, async () => (await import('./features/calibration/index.ts')).calibration),
  corrections: entry(NO_SETTINGS, async () => (await import('./features/corrections/index.ts')).corrections),
  'edition-mail': entry(NO_SETTINGS, async () => (await import('./features/edition-mail/index.ts')).editionMail),
  editions: entry(NO_SETTINGS, async () => (await import('./features/editions/index.ts')).editions),
  exams: entry(NO_SETTINGS, async () => (await import('./features/exams/index.ts')).exams),
  export: entry(NO_SETTINGS, async () => (await import('./features/export/index.ts')).staticExport),
  fediverse: entry(fediverseSettings, async () => (await import('./features/fediverse/index.ts')).fediverse),
  'google-reader': entry(NO_SETTINGS, async () => (await import('./features/google-reader/index.ts')).googleReader),
  import: entry(NO_SETTINGS, async () => (await import('./features/import/index.ts')).readerImport),
  oauth: entry(NO_SETTINGS, async () => (await import('./features/oauth/index.ts')).oauth),
  podcast: entry(NO_SETTINGS, async () => (await import('./features/podcast/index.ts')).podcast),
  guides: entry(NO_SETTINGS, async () => (await import('./features/guides/index.ts')).guides),
  quality: entry(NO_SETTINGS, async () => (await import('./features/quality/index.ts')).quality),
  topic: entry(NO_SETTINGS, async () => (await import('./features/topic/index.ts')).topic),
  webhooks: entry(NO_SETTINGS, async () => (await import('./features/webhooks/index.ts')).webhooks),
  'publisher-record': entry(recordSettings, async () => (await import('./features/publisher-record/index.ts')).record),
  websub: entry(websubSettings, async () => (await import('./features/websub/index.ts')).websub),
}

/** Apart from the rest of each, which a command need not load. */
const commands = {
  calibration: () => import('./features/calibration/commands.ts'),
  exams: () => import('./features/exams/commands.ts'),
  export: () => import('./features/export/commands.ts'),
  guides: () => import('./features/guides/commands.ts'),
  import: () => import('./features/import/commands.ts'),
  podcast: () => import('./features/podcast/commands.ts'),
  topic: () => import('./features/topic/commands.ts'),
  webhooks: () => import('./features/webhooks/commands.ts'),
}

type Listed = (typeof list)[keyof typeof list]
const entries = Object.entries<Entry<z.ZodRawShape, Awaited<ReturnType<Listed['load']>>>>(list)
export const featureNames: readonly string[] = entries.map(([name]) => name)
/** The needs of each. */
export const featureNeeds: ReadonlyMap<string, readonly string[]> = new Map(
  entries.map(([name, { needs }]) => [name, needs]),
)

type Intersection<Union> = (Union extends unknown ? (_: Union) => void : never) extends (_: infer All) => void
  ? All
  : never
/** Without features too. */
type Shapes = Intersection<(typeof NO_SETTINGS)['shape'] | Listed['settings']['shape']>

/** Settings of all features, those that are off too: a setting is never unknown because of another. */
export const featureSettings = Object.assign({}, ...entries.map(([, { settings }]) => settings.shape)) as Shapes

/** Violations of settings that depend on others. */
export const featureViolations = (raw: Record<string, unknown>, site: { reachable: boolean }): string[] =>
  entries.flatMap(([, { settings }]) => settings.violations?.(raw as never, site) ?? [])

/** `none`, or names with a minus before each to leave these out, or those that are wanted alone. */
export function choiceViolations(given: readonly string[]): string[] {
  if (given.join() === 'none') return []
  const unknown = given.map((one) => one.replace(/^-/, '')).filter((name) => !featureNames.includes(name))
  const isMixed = new Set(given.map((one) => one.startsWith('-'))).size > 1
  return [
    ...unknown.map((name) =>
      name === 'none'
        ? 'FEATURES: "none" stands alone'
        : `FEATURES: there is no feature "${name.slice(0, 40)}"; docs/settings.md lists them`,
    ),
    ...(isMixed ? ['FEATURES: either name what is wanted, or put a minus before each name that is not'] : []),
  ]
}

/** Without those whose needs are not met. */
export function selectFeatures(given: readonly string[]): ReadonlySet<string> {
  const isLeftOut = given.some((one) => one.startsWith('-'))
  const selected = new Set(
    featureNames.filter(
      (name) => given.length === 0 || (isLeftOut ? !given.includes(`-${name}`) : given.includes(name)),
    ),
  )
  for (let size = -1; size !== selected.size; ) {
    size = selected.size
    for (const [name, { needs }] of entries) if (needs.some((need) => !selected.has(need))) selected.delete(name)
  }
  return selected
}

/** In the order of the list. */
export const loadFeatures = ({ features }: { features: ReadonlySet<string> }) =>
  Promise.all(entries.flatMap(([name, { load }]) => (features.has(name) ? load() : [])))

/** For the command line. */
export const loadCommands = (features: ReadonlySet<string>) =>
  Promise.all(
    Object.entries<() => Promise<{ addCommands: AddCommands; aboutModel?: AboutModel }>>(commands).flatMap(
      ([name, load]) => (features.has(name) ? load() : []),
    ),
  )

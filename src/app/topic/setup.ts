/** The work behind the first-run page: it tries sources, and writes a folder and `.env` that `serve` starts with. */
import { existsSync, readdirSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { type Config, parseConfig, readEnvironment } from '../../config.ts'
import { parseOpml } from '../../news/feeds/formats/opml.ts'
import { chooseModel, modelSettings } from '../../news/texts/choose-model.ts'
import type { ModelTrial, Setup, TopicRequest } from '../../news/topic/rules/setup.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import { ACCENT } from '../../platform/media/images/brand.ts'
import { findModelServers } from '../../platform/models/model-servers.ts'
import { writeSettings } from '../../platform/settings/write-settings.ts'
import { slugify } from '../../platform/text/text.ts'
import { createTopic } from './create-topic.ts'
import { headlinesToLabel, languagesFor, learnRelevance, tagsOf } from './topic.ts'
import { tryFeeds } from './try-feeds.ts'
import { tryModel } from './try-model.ts'
import { unreadSources } from './unread-sources.ts'

const MAX_ADDRESSES = 100

/** As it is set; the environment wins. */
export function sourcesSetting(): string | undefined {
  const { file, process } = readEnvironment()
  return process.SOURCES ?? file.SOURCES
}

/** `onWritten` gets the settings that were written, each time all of them. */
export function buildSetup(
  config: Config,
  { folder, content }: { folder: string; content: string },
  onWritten: (settings: Record<string, string>) => void,
): Setup {
  const env = join(folder, '.env')
  const languages = languagesFor(content)
  let written: Record<string, string> = {}
  let trial: ModelTrial | null = null
  /** As the site will have it. Throws `bad_request` for what it would not start with. */
  const configWith = (settings: Record<string, string>) => {
    const { file, process } = readEnvironment()
    return parseConfig({ ...file, ...process, ...settings })
  }
  const note = (settings: Record<string, string>) => {
    written = { ...written, ...settings }
    onWritten(written)
  }
  return {
    languages: languages.all
      .map(({ code, name }) => ({ code, name }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' })),
    unreadSources: unreadSources(sourcesSetting(), content),
    colour: ACCENT,
    findFeeds: (lists) => tryFeeds(addressesIn(lists), config.FETCH_ALLOW),
    proposeTags: (feeds) => tagsOf(feeds, languages),
    headlines: headlinesToLabel,
    measure: (rules, examples) => learnRelevance(rules, examples, languages).figures,
    findModelServers: (addresses) => findModelServers(addresses),
    write: async (request, given) => {
      const settings = { ...given, ...dataSettings(config, request.topic ?? '') }
      configWith(settings)
      const hasSettings = Object.keys(settings).length > 0
      const files = await writeFolder(request, content, async () => {
        if (hasSettings) await writeSettings(env, settings)
      })
      note(settings)
      const beside = relative(folder, content)
      const shown = beside.startsWith('..') ? content : beside
      return [...files.map((file) => `${shown}/${file}`), ...(hasSettings ? ['.env'] : [])]
    },
    tryModel: (choice, feeds) => {
      if (trial && !trial.isOver) return
      const { file, process } = readEnvironment()
      // The key of another server is not for this one.
      const isKeyOfIt = { ...file, ...process }.AI_BASE_URL === choice.baseUrl
      const key = isKeyOfIt ? {} : { AI_API_KEY: '' }
      const settings = { ...written, ...key, ...modelSettings(choice), CONTENT_DIR: resolve(content) }
      trial = { choice, isOver: false, answered: 0, questions: 0, summary: null, exams: [], failure: null }
      const report = (part: Partial<ModelTrial>) => {
        trial = trial && { ...trial, ...part }
      }
      void (async () => tryModel(configWith(settings), feeds, report))()
        .catch((error) => report({ failure: messageOf(error) }))
        .finally(() => report({ isOver: true }))
    },
    trial: () => trial,
    useModel: async (choice) => {
      const settings = modelSettings(choice)
      const next = configWith({ ...written, ...settings })
      // A server that wants a key names its models to no client without it.
      if (choice.key) await writeSettings(env, settings)
      else await chooseModel(next, choice.baseUrl, choice.model, env)
      note(settings)
    },
  }

  /** All is in its place once all else is done, and never in that of another topic. */
  async function writeFolder(request: TopicRequest, folder: string, last: () => Promise<void>): Promise<string[]> {
    if (!isUnset(folder))
      throw new AppError('unprocessable', `${folder} is there already: karnhuset serve starts its site.`)
    // A folder that is there may be a volume, whose name nothing else can get.
    const isThere = existsSync(folder)
    const beside = isThere ? join(folder, '.new') : `${folder}.new`
    try {
      await rm(beside, { recursive: true, force: true })
      const { files } = await createTopic({ ...request, folder: beside }, languages)
      await last()
      if (!isThere) await rename(beside, folder)
      else for (const name of await readdir(beside)) await rename(join(beside, name), join(folder, name))
      return files
    } catch (error) {
      if (!(error as NodeJS.ErrnoException).syscall) throw error
      throw new AppError('unprocessable', `The folder could not be written: ${messageOf(error)}`, { cause: error })
    } finally {
      await rm(beside, { recursive: true, force: true }).catch(() => {})
    }
  }
}

/** True without a folder, and for one with nothing but what a file system puts there. */
export function isUnset(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).every((name) => name.startsWith('.') || name === 'lost+found')
}

/** Another site was served from this folder before: its database is left to it. */
const dataSettings = ({ DATA_DIR, embedded }: Config, topic: string): Record<string, string> =>
  embedded && existsSync(join(DATA_DIR, 'postgres')) && readEnvironment().process.DATA_DIR === undefined
    ? { DATA_DIR: `${DATA_DIR}-${slugify(topic) || 'topic'}` }
    : {}

function addressesIn(lists: readonly (string | Uint8Array)[]): string[] {
  const addresses = lists.flatMap((list) =>
    typeof list === 'string' && !list.trimStart().startsWith('<')
      ? list.split(/[\s,]+/).filter(Boolean)
      : parseOpml(list).sources.map(({ url }) => url),
  )
  const single = [...new Set(addresses)]
  if (single.length > MAX_ADDRESSES)
    throw new AppError('bad_request', `At most ${MAX_ADDRESSES} sources are tried here: add the others later.`)
  return single
}

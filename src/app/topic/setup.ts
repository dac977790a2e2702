/** The work behind the first-run page: it tries sources, and writes a folder and `.env` that `serve` starts with. */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, parseConfig, readEnvironment } from '../../config.ts'
import { AppError, messageOf } from '../../domain/errors.ts'
import { slugify } from '../../domain/text/text.ts'
import type { Setup, TopicRequest } from '../../domain/topic/setup.ts'
import { parseOpml } from '../../feeds/formats/opml.ts'
import { ACCENT } from '../../media/images/brand.ts'
import { chooseModel, findModelServers, modelSettings } from '../models.ts'
import { writeSettings } from '../write-settings.ts'
import { createTopic } from './create-topic.ts'
import { headlinesToJudge, languagesFor, learnRelevance, tagsOf } from './topic.ts'
import { tryFeeds } from './try-feeds.ts'

const MAX_ADDRESSES = 100

/** `onWritten` gets the settings that were written. */
export function buildSetup(
  config: Config,
  folder: string,
  onWritten: (settings: Record<string, string>) => void,
): Setup {
  const content = join(folder, 'content')
  const languages = languagesFor(content)
  return {
    languages: languages.all.map(({ code }) => code),
    colour: ACCENT,
    findFeeds: (lists) => tryFeeds(addressesIn(lists), config.FETCH_ALLOW),
    proposeTags: (feeds) => tagsOf(feeds, languages),
    headlines: headlinesToJudge,
    measure: (rules, examples) => learnRelevance(rules, examples, languages).figures,
    findModelServers: () => findModelServers([]),
    write: async (request, given, model) => {
      const settings = { ...given, ...dataSettings(config, request.topic ?? '') }
      const all = { ...settings, ...(model && modelSettings(model)) }
      const { file, process } = readEnvironment()
      parseConfig({ ...file, ...process, ...all })
      const files = await writeFolder(request, content, async () => {
        const env = join(folder, '.env')
        if (model) await chooseModel(config, model.baseUrl, model.model, env, settings)
        else if (Object.keys(settings).length > 0) await writeSettings(env, settings)
      })
      onWritten(all)
      return [...files.map((file) => `content/${file}`), ...(Object.keys(all).length > 0 ? ['.env'] : [])]
    },
  }

  /** The folder has its name once all else is done, and never the place of another. */
  async function writeFolder(request: TopicRequest, place: string, last: () => Promise<void>): Promise<string[]> {
    const beside = `${place}.new`
    if (existsSync(place))
      throw new AppError('unprocessable', `${place} is there already: karnhuset serve starts its site.`)
    await rm(beside, { recursive: true, force: true })
    try {
      const { files } = await createTopic({ ...request, folder: beside }, languages)
      await last()
      await rename(beside, place)
      return files
    } catch (error) {
      if (!(error as NodeJS.ErrnoException).syscall) throw error
      throw new AppError('unprocessable', `The folder could not be written: ${messageOf(error)}`, { cause: error })
    } finally {
      await rm(beside, { recursive: true, force: true })
    }
  }
}

/** Another site was served from this folder before: its database is left to it. */
const dataSettings = ({ DATA_DIR, embedded }: Config, topic: string): Record<string, string> =>
  embedded && existsSync(join(DATA_DIR, 'postgres')) ? { DATA_DIR: `${DATA_DIR}-${slugify(topic) || 'topic'}` } : {}

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

/** `topic new` makes a content folder, or changes parts of one. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createTopic, isTopicFolder } from '../../app/topic/create-topic.ts'
import { sourcesSetting } from '../../app/topic/setup.ts'
import { headlinesToLabel, languagesFor, tagsOf } from '../../app/topic/topic.ts'
import { listAddresses, tryFeeds } from '../../app/topic/try-feeds.ts'
import { unreadSources } from '../../app/topic/unread-sources.ts'
import { settings } from '../../cli/host.ts'
import { type Io, pathIn } from '../../cli/io.ts'
import { parseOpml } from '../../news/feeds/formats/opml.ts'
import type { Example } from '../../news/topic/rules/fit-relevance.ts'
import type { TagProposal } from '../../news/topic/rules/propose-tags.ts'
import { learningReport } from '../../news/topic/rules/relevance-report.ts'
import type { TriedFeed } from '../../news/topic/rules/setup.ts'
import { AppError } from '../../platform/errors.ts'
import { checkSettings, writeSettings } from '../../platform/settings/write-settings.ts'
import { counted } from '../../platform/text/counted.ts'
import { changeTopic } from './change-topic.ts'
import { readExamples } from './examples.ts'

export interface TopicOptions {
  topic?: string
  name?: string
  language?: string
  timezone?: string
  words?: string[]
  source?: string[]
  onlyTopic?: string[]
  tags?: string
  answers?: string
  publisher?: string
  contact?: string
  colour?: string
}

/** Exit code 1 where no source can be read; then nothing is written. */
export async function topicNew(io: Io, folder: string, options: TopicOptions): Promise<number> {
  const target = pathIn(io, folder)
  const isNew = !isTopicFolder(target)
  const request = isNew && io.isTTY ? (question: string) => io.query(question) : async () => ''
  const line = async (given: string | undefined, question: string) =>
    given ?? ((await request(question)).trim() || undefined)
  const list = async (given: string[] | undefined, question: string) =>
    given?.flatMap(split) ?? split(await request(question))

  const topic = await line(options.topic, 'What is it about? ')
  const name = await line(options.name, `Name of the site (${topic ?? ''}): `)
  const language = await line(options.language, 'Its language, as en, da or de: ')
  const words = await list(options.words, 'Other words that name the topic, with commas between: ')
  const addresses = await list(options.source, 'Sites, feeds or an OPML file, with commas between: ')
  const feeds = await tried(io, addresses)
  if (addresses.length > 0 && feeds.length === 0) return 1
  const languages = languagesFor(target)
  const onlyTopic = selectFeeds(
    feeds,
    listedIn(target),
    await list(options.onlyTopic, 'Numbers of sources that write about nothing else: '),
  )
  const proposals = await tagsOf(feeds, languages)
  const tags = await selectTags(io, proposals, options.tags, request)
  const examples = await labelExamples(io, feeds, options.answers)
  const colour = await line(options.colour, 'Colour of the mark, as #1d4ed8 (red): ')
  const env = pathIn(io, '.env')
  const publisher = await publisherSettings(options, request)
  await checkSettings(env, publisher)
  const created = await (isNew ? createTopic : changeTopic)(
    {
      folder: target,
      topic,
      name,
      language,
      timezone: options.timezone,
      colour,
      feeds,
      onlyTopic,
      tags,
      examples,
      words: words.length > 0 ? words : undefined,
    },
    languages,
  )
  for (const path of created.files) io.line(`${relative(io.cwd, target) || '.'}/${path}`)
  if (created.figures) for (const text of learningReport(created.figures)) io.line(text)
  if (Object.keys(publisher).length > 0) await writeSettings(env, publisher)
  const unread = feeds.length > 0 && unreadSources(sourcesSetting(), target)
  if (unread) io.note(unread)
  io.note(isNew ? nextSteps(folder) : 'Restart the service, so that it reads the folder.')
  return 0
}

const split = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

async function tried(io: Io, addresses: string[]): Promise<TriedFeed[]> {
  const all = await tryFeeds(await listAddresses(addresses), settings().FETCH_ALLOW)
  for (const { address, failure } of all) if (failure) io.note(`${address}: ${failure}`)
  const feeds = all.flatMap(({ feed }) => feed ?? [])
  for (const [at, { title, url, language, articles }] of feeds.entries())
    io.line(`${at + 1}  ${title} (${language ?? 'no language'}, ${counted(articles.length, 'article')})  ${url}`)
  return feeds
}

function listedIn(folder: string): string[] {
  const list = join(folder, 'sources.opml')
  return existsSync(list) ? parseOpml(readFileSync(list)).sources.map(({ url }) => url) : []
}

/** Numbers of the feeds, addresses of these or of the folder's list, or "all": of the feeds, and without one of the list. */
function selectFeeds(feeds: readonly TriedFeed[], listed: readonly string[], selected: readonly string[]): string[] {
  const urls = feeds.map(({ url }) => url)
  if (selected.includes('all')) return urls.length > 0 ? urls : [...listed]
  return selected.map((one) => {
    const url = urls[Number(one) - 1] ?? one
    if (urls.includes(url) || listed.includes(url)) return url
    throw new AppError('bad_request', `--only-topic: "${one}" is neither a number of the list nor a source's address.`)
  })
}

async function selectTags(
  io: Io,
  proposals: readonly TagProposal[],
  given: string | undefined,
  request: (question: string) => Promise<string>,
): Promise<TagProposal[]> {
  for (const [at, { name, articles, publishers, aliases }] of proposals.entries())
    io.line(
      `${at + 1}  ${[name, ...aliases].join(', ')} (${counted(articles, 'article')}, ${counted(publishers, 'publisher')})`,
    )
  const answer = given ?? ((await request('Numbers of the tags to take, or "all" (none): ')).trim() || 'none')
  if (answer === 'all') return [...proposals]
  if (answer === 'none') return []
  return split(answer).map((one) => {
    const proposal = proposals[Number(one) - 1] ?? proposals.find(({ name }) => name === one)
    if (!proposal) throw new AppError('bad_request', `--tags: "${one}" is neither a number nor a name of the list.`)
    return proposal
  })
}

async function labelExamples(io: Io, feeds: readonly TriedFeed[], file: string | undefined): Promise<Example[]> {
  if (file !== undefined) return readExamples(io, file)
  if (!io.isTTY || feeds.length === 0) return []
  io.line('About the topic or not? y, n, or nothing to end.')
  const examples: Example[] = []
  for (const headline of headlinesToLabel(feeds)) {
    const answer = (await io.query(`  ${headline.title} `)).trim().toLowerCase()
    if (answer === '') break
    examples.push({ ...headline, relevant: /^(y|j|1)/.test(answer) })
  }
  return examples
}

/** Name and contact of the publisher, for `.env` of the working directory. */
async function publisherSettings(
  options: TopicOptions,
  request: (question: string) => Promise<string>,
): Promise<Record<string, string>> {
  const name = options.publisher ?? (await request('Who answers for the site (a name): ')).trim()
  const contact = options.contact ?? (await request('How to reach them (an address of mail or the web): ')).trim()
  return { ...(name && { PUBLISHER_NAME: name }), ...(contact && { PUBLISHER_CONTACT: contact }) }
}

const nextSteps = (folder: string) => `
${folder === 'content' ? '' : `CONTENT_DIR=${folder} DATA_DIR=${folder}-data `}karnhuset serve starts it; karnhuset doctor looks at all settings.
A model that writes summaries: karnhuset models find. Mail: SMTP_URL and MAIL_FROM (.env.example).`

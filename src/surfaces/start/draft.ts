/** Answers to the forms so far, in memory: there is one topic to set up. */
import type { FastifyRequest } from 'fastify'
import { chooseTags } from '../../news/topic/rules/choose-tags.ts'
import type { Example, LearningFigures } from '../../news/topic/rules/fit-relevance.ts'
import { isFrequent, type TagProposal } from '../../news/topic/rules/propose-tags.ts'
import type { ModelChoice, Setup, TopicRequest, TopicRules, TriedAddress } from '../../news/topic/rules/setup.ts'
import { rootTag } from '../../news/topic/rules/topic-files.ts'
import { AppError } from '../../platform/errors.ts'
import { textField } from '../../platform/http/text-field.ts'
import type { ModelServer } from '../../platform/models/models.ts'
import { isLanguage } from '../../platform/site/site.ts'

export interface Draft {
  topic: string
  name: string
  language: string
  words: string
  addresses: string
  tried: readonly TriedAddress[]
  /** Addresses of feeds; null until they are chosen. */
  selectedFeeds: readonly string[] | null
  /** Addresses of feeds whose tick was taken away. */
  leftOut: readonly string[]
  onlyTopic: readonly string[]
  proposals: readonly TagProposal[]
  /** One for each proposal, null for what is left; empty until they are chosen. */
  tagNames: readonly (string | null)[]
  headlines: readonly Omit<Example, 'relevant'>[]
  /** One for each headline, false for what was crossed out; empty until they are given. */
  answers: readonly boolean[]
  figures: LearningFigures | null
  servers: readonly ModelServer[]
  /** Of the list; empty for the one that is written by hand. */
  found: string
  baseUrl: string
  model: string
  key: string
  /** Paths of the files, once they are written. */
  files: readonly string[] | null
  colour: string
  settings: Readonly<Record<string, string>>
}

export const emptyDraft = ({ colour }: Setup): Draft => ({
  topic: '',
  name: '',
  language: '',
  words: '',
  addresses: '',
  tried: [],
  selectedFeeds: null,
  leftOut: [],
  onlyTopic: [],
  proposals: [],
  tagNames: [],
  headlines: [],
  answers: [],
  figures: null,
  servers: [],
  found: '',
  baseUrl: '',
  model: '',
  key: '',
  files: null,
  colour,
  settings: {},
})

const MAX_LIST = 2 * 1024 * 1024
/** Settings that the last form asks for, by the names of its fields. */
const SETTINGS = ['PUBLISHER_NAME', 'PUBLISHER_CONTACT', 'ADMIN_TOKEN', 'SMTP_URL', 'MAIL_FROM'] as const

/** Form → part of the draft; `stay` shows it again. Its errors are for the operator to read. */
export type ApplyForm = (request: FastifyRequest, draft: Draft, setup: Setup) => Promise<unknown>

export const applyTopic: ApplyForm = async (request, draft) => {
  for (const name of ['topic', 'name', 'language', 'words'] as const) draft[name] = lineField(request, name)
  if (draft.topic === '') throw new AppError('unprocessable', 'Write what the site is about.')
  if (draft.language !== '' && !isLanguage(draft.language))
    throw new AppError('unprocessable', `"${draft.language}" is no language: write its code, as en, da or de.`)
}

/** For the way back: nothing is looked up. */
export const storeAddresses: ApplyForm = async (request, draft) => {
  draft.addresses = textField(request, 'addresses', MAX_LIST)
}

export const applyAddresses: ApplyForm = async (request, draft, setup) => {
  await storeAddresses(request, draft, setup)
  const { file } = request.body as { file?: unknown }
  const files = file instanceof Uint8Array && file.length > 0 ? [file] : []
  const before = urlsOf(draft)
  draft.tried = await setup.findFeeds([draft.addresses, ...files])
  // A browser sends a file once: its addresses are in the field from now on.
  if (files.length > 0) draft.addresses = draft.tried.map(({ address }) => address).join('\n')
  if (String(urlsOf(draft)) !== String(before)) draft.selectedFeeds = null
  if (feedsOf(draft).length === 0)
    throw new AppError('unprocessable', ['No feed was found.', ...failuresOf(draft)].join('\n'))
}

export const applyFeeds: ApplyForm = async (request, draft, setup) => {
  const urls = urlsOf(draft)
  const ticked = (name: string) => numbers(request, name).flatMap((at) => urls[at] ?? [])
  const selected = ticked('feed')
  draft.onlyTopic = ticked('only')
  draft.leftOut = urls.filter((url) => !selected.includes(url))
  draft.selectedFeeds = null
  if (selected.length === 0) throw new AppError('unprocessable', 'Tick at least one source.')
  const feeds = feedsOf(draft).filter(({ url }) => selected.includes(url))
  const proposals = (await setup.proposeTags(feeds)).filter((proposal) => !isTopicItself(draft, proposal))
  const headlines = setup.headlines(feeds)
  const names = new Map(draft.proposals.map(({ slug }, at) => [slug, draft.tagNames[at]]))
  const answers = new Map(draft.headlines.map(({ title }, at) => [title, draft.answers[at]]))
  Object.assign(draft, {
    selectedFeeds: selected,
    proposals,
    headlines,
    figures: null,
    tagNames:
      draft.tagNames.length > 0 ? proposals.map((tag) => names.get(tag.slug) ?? nameUnlessSeen(names, tag)) : [],
    answers: draft.answers.length > 0 ? headlines.map(({ title }) => answers.get(title) ?? true) : [],
  })
}

/** Of a name that was not proposed before. */
const nameUnlessSeen = (seen: ReadonlyMap<string, unknown>, tag: TagProposal): string | null =>
  seen.has(tag.slug) || !isFrequent(tag) ? null : tag.name

/** The topic has a tag of its own, which is found by its words. */
function isTopicItself({ topic, words }: Draft, { name, slug }: TagProposal): boolean {
  const given = name.toLowerCase()
  const names = [topic, ...wordsOf(words)].map((word) => word.toLowerCase())
  return (
    slug === rootTag(topic, []).slug ||
    names.some((word) =>
      word.endsWith('*') ? given.startsWith(word.slice(0, -1)) && !given.includes(' ') : given === word,
    )
  )
}

/** Names of the chosen tags, as the form has them: frequent ones until others are chosen. */
export const tagNamesOf = ({ proposals, tagNames }: Draft): (string | null)[] =>
  proposals.map((proposal, at) =>
    tagNames.length > 0 ? (tagNames[at] ?? null) : isFrequent(proposal) ? proposal.name : null,
  )

export const applyTags: ApplyForm = async (request, draft) => {
  const ticked = numbers(request, 'tag')
  draft.tagNames = draft.proposals.map(({ name }, at) =>
    ticked.includes(at) ? lineField(request, `name-${at}`) || name : null,
  )
}

export const applyAnswers: ApplyForm = async (request, draft, setup) => {
  draft.answers = draft.headlines.map((_, at) => lineField(request, `about-${at}`) !== 'no')
  const examples = examplesOf(draft)
  draft.figures = examples.length > 0 ? setup.measure(rulesOf(draft), examples) : null
}

export const applySettings: ApplyForm = async (request, draft) => {
  const given = SETTINGS.map((name) => [name, lineField(request, name)])
  draft.settings = Object.fromEntries(given.filter(([, value]) => value !== ''))
  draft.colour = lineField(request, 'colour')
}

/** Buttons of the last form: they look at an address, try a model, use it, or go on without one. */
export const applyModel: ApplyForm = async (request, draft, setup) => {
  if (setup.trial()?.isOver === false) throw new AppError('unprocessable', 'A model is being tried: wait for its end.')
  const { key } = draft
  const before = modelOf(draft)?.baseUrl
  for (const name of ['found', 'baseUrl', 'model', 'key'] as const) draft[name] = lineField(request, name)
  const action = lineField(request, 'act')
  if (action === 'without') return
  const isAddressAlone = draft.found === '' && draft.model === '' && draft.baseUrl !== ''
  if (isAddressAlone) {
    draft.servers = await setup.findModelServers([draft.baseUrl])
    const first = modelsOf(draft).find(({ baseUrl }) => hostOf(baseUrl).startsWith(hostOf(draft.baseUrl)))
    if (!first) throw new AppError('unprocessable', `No model was found at ${draft.baseUrl}: write its name and key.`)
    Object.assign(draft, { found: first.id, baseUrl: '' })
  }
  // A password is not shown again; that of a server is sent to no other.
  if (draft.key === '' && modelOf(draft)?.baseUrl === before) draft.key = key
  const choice = modelOf(draft)
  if (!choice)
    throw new AppError(
      'unprocessable',
      draft.baseUrl === ''
        ? 'Choose a model, or write the address of a server.'
        : `"${draft.baseUrl}" is no address of a server: write it as http://192.168.1.20:11434/v1.`,
    )
  if (action === 'use') return setup.useModel(choice)
  setup.tryModel(choice, feedsSelected(draft))
  return 'stay'
}

/** With its port, where the address has one. */
const hostOf = (address: string) =>
  URL.parse(/^https?:/i.test(address) ? address : `http://${address}`)?.host ?? address

const lineField = (request: FastifyRequest, name: string) => textField(request, name).replaceAll('\n', ' ')

function numbers(request: FastifyRequest, name: string): number[] {
  const given = [(request.body as Record<string, unknown>)[name]].flat()
  return given.flatMap((one) => (typeof one === 'string' && /^\d{1,4}$/.test(one) ? Number(one) : []))
}

export const feedsOf = ({ tried }: Draft) => tried.flatMap(({ feed }) => feed ?? [])
const urlsOf = (draft: Draft) => feedsOf(draft).map(({ url }) => url)
export const failuresOf = ({ tried }: Draft) =>
  tried.flatMap(({ address, failure }) => (failure === null ? [] : [`${address}: ${failure}`]))
const feedsSelected = (draft: Draft) => feedsOf(draft).filter(({ url }) => draft.selectedFeeds?.includes(url))

const examplesOf = ({ headlines, answers }: Draft): Example[] =>
  headlines.flatMap((headline, at) => {
    const relevant = answers[at]
    return relevant === undefined ? [] : [{ ...headline, relevant }]
  })

const wordsOf = (words: string): string[] => words.split(',').flatMap((word) => word.trim() || [])

const rulesOf = ({ topic, words, proposals, tagNames, language }: Draft): TopicRules => ({
  topic,
  words: wordsOf(words),
  tags: chooseTags(proposals, tagNames),
  language: language || undefined,
})

export const topicOf = (draft: Draft): TopicRequest => ({
  ...rulesOf(draft),
  name: draft.name || undefined,
  language: draft.language || undefined,
  feeds: feedsSelected(draft),
  onlyTopic: draft.onlyTopic,
  examples: examplesOf(draft),
  colour: draft.colour,
})

/** Those that were found. */
export const modelsOf = ({ servers }: Draft): (ModelChoice & { id: string; kind: string })[] =>
  servers.flatMap(({ kind, baseUrl, models }) =>
    models.map((model) => ({ id: `${baseUrl} ${model}`, kind, baseUrl, model })),
  )
/** One of those, or the one that was written; null for none. */
export function modelOf(draft: Draft): ModelChoice | null {
  const { baseUrl, model, key, found } = draft
  const selected = modelsOf(draft).find(({ id }) => id === found)
  if (selected) return { baseUrl: selected.baseUrl, model: selected.model, key: key || undefined }
  const isAddress = /^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')
  return isAddress && model !== '' ? { baseUrl: baseUrl.replace(/\/+$/, ''), model, key: key || undefined } : null
}

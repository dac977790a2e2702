/** Answers to the forms so far, in memory: there is one topic to set up. */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { ModelServer } from '../../domain/models.ts'
import { isLanguage } from '../../domain/site/site.ts'
import { chooseTags } from '../../domain/topic/choose-tags.ts'
import type { Example, RelevanceFigures } from '../../domain/topic/fit-relevance.ts'
import type { TagProposal } from '../../domain/topic/propose-tags.ts'
import type { ModelChoice, Setup, TopicRequest, TopicRules, TriedAddress } from '../../domain/topic/setup.ts'
import { textField } from '../../http/text-field.ts'

export interface Draft {
  topic: string
  name: string
  language: string
  words: string
  addresses: string
  tried: readonly TriedAddress[]
  /** Addresses of feeds; null until they are chosen. */
  chosen: readonly string[] | null
  onlyTopic: readonly string[]
  proposals: readonly TagProposal[]
  /** One for each proposal; null for what is left. */
  tagNames: readonly (string | null)[]
  headlines: readonly Omit<Example, 'relevant'>[]
  /** One for each headline. */
  answers: readonly (boolean | null)[]
  figures: RelevanceFigures | null
  servers: readonly ModelServer[]
  model: string
  colour: string
  settings: Readonly<Record<string, string>>
}

export const emptyDraft = ({ colour }: Setup): Draft => ({
  ...{ topic: '', name: '', language: '', words: '', addresses: '', tried: [], chosen: null, onlyTopic: [] },
  ...{ proposals: [], tagNames: [], headlines: [], answers: [], figures: null, servers: [], model: '', colour },
  settings: {},
})

const MAX_LIST = 2 * 1024 * 1024
/** Settings that the last form asks for, by the names of its fields. */
const SETTINGS = ['PUBLISHER_NAME', 'PUBLISHER_CONTACT', 'SMTP_URL', 'MAIL_FROM'] as const

/** Form → part of the draft. Its errors are for the operator to read. */
export type ApplyForm = (request: FastifyRequest, draft: Draft, setup: Setup) => Promise<void>

export const applyTopic: ApplyForm = async (request, draft) => {
  for (const name of ['topic', 'name', 'language', 'words'] as const) draft[name] = lineField(request, name)
  if (draft.topic === '') throw new AppError('unprocessable', 'Write what the site is about.')
  if (draft.language !== '' && !isLanguage(draft.language))
    throw new AppError('unprocessable', `"${draft.language}" is no language: write its code, as en, da or de.`)
}

export const applyAddresses: ApplyForm = async (request, draft, setup) => {
  draft.addresses = textField(request, 'addresses', MAX_LIST)
  const { file } = request.body as { file?: unknown }
  const lists = [draft.addresses, ...(file instanceof Uint8Array && file.length > 0 ? [file] : [])]
  draft.tried = await setup.findFeeds(lists)
  draft.chosen = null
  if (feedsOf(draft).length === 0)
    throw new AppError('unprocessable', ['No feed was found.', ...failuresOf(draft)].join('\n'))
}

export const applyFeeds: ApplyForm = async (request, draft, setup) => {
  const urls = feedsOf(draft).map(({ url }) => url)
  const ticked = (name: string) => numbers(request, name).flatMap((at) => urls[at] ?? [])
  const chosen = ticked('feed')
  if (chosen.length === 0) throw new AppError('unprocessable', 'Tick at least one source.')
  draft.chosen = chosen
  draft.onlyTopic = ticked('only')
  const feeds = chosenFeeds(draft)
  draft.proposals = setup.proposeTags(feeds)
  draft.headlines = setup.headlines(feeds)
  Object.assign(draft, { tagNames: [], answers: [], figures: null })
}

export const applyTags: ApplyForm = async (request, draft) => {
  const ticked = numbers(request, 'tag')
  draft.tagNames = draft.proposals.map(({ name }, at) =>
    ticked.includes(at) ? lineField(request, `name-${at}`) || name : null,
  )
}

export const applyAnswers: ApplyForm = async (request, draft, setup) => {
  draft.answers = draft.headlines.map((_, at) => ANSWERS[lineField(request, `about-${at}`)] ?? null)
  const examples = examplesOf(draft)
  draft.figures = examples.length > 0 ? setup.measure(rulesOf(draft), examples) : null
}

export const applySettings: ApplyForm = async (request, draft) => {
  const given = SETTINGS.map((name) => [name, lineField(request, name)])
  draft.settings = Object.fromEntries(given.filter(([, value]) => value !== ''))
  draft.colour = lineField(request, 'colour')
  draft.model = lineField(request, 'model')
}

const ANSWERS: Record<string, boolean> = { yes: true, no: false }

const lineField = (request: FastifyRequest, name: string) => textField(request, name).replaceAll('\n', ' ')

function numbers(request: FastifyRequest, name: string): number[] {
  const given = [(request.body as Record<string, unknown>)[name]].flat()
  return given.flatMap((one) => (typeof one === 'string' && /^\d{1,4}$/.test(one) ? Number(one) : []))
}

export const feedsOf = ({ tried }: Draft) => tried.flatMap(({ feed }) => feed ?? [])
export const failuresOf = ({ tried }: Draft) =>
  tried.flatMap(({ address, failure }) => (failure === null ? [] : [`${address}: ${failure}`]))
const chosenFeeds = (draft: Draft) => feedsOf(draft).filter(({ url }) => draft.chosen?.includes(url))

const examplesOf = ({ headlines, answers }: Draft): Example[] =>
  headlines.flatMap((headline, at) => {
    const relevant = answers[at] ?? null
    return relevant === null ? [] : [{ ...headline, relevant }]
  })

const rulesOf = ({ topic, words, proposals, tagNames }: Draft): TopicRules => ({
  topic,
  words: words.split(',').flatMap((word) => word.trim() || []),
  tags: chooseTags(proposals, tagNames),
})

export const topicOf = (draft: Draft): TopicRequest => ({
  ...rulesOf(draft),
  name: draft.name || undefined,
  language: draft.language || undefined,
  feeds: chosenFeeds(draft),
  ...{ onlyTopic: draft.onlyTopic, examples: examplesOf(draft), colour: draft.colour },
})

/** One of those that were found; null for none. */
export const modelsOf = ({ servers }: Draft): (ModelChoice & { id: string; kind: string })[] =>
  servers.flatMap(({ kind, baseUrl, models }) =>
    models.map((model) => ({ id: `${baseUrl} ${model}`, kind, baseUrl, model })),
  )
export const modelOf = (draft: Draft): ModelChoice | null =>
  modelsOf(draft).find(({ id }) => id === draft.model) ?? null

/** The content folder, read and checked at start: what makes this site about its topic and in its language. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FeedRules } from '../news/articles/rules/classify.ts'
import { compileRoles } from '../news/articles/rules/name-roles.ts'
import { parseRelevance } from '../news/articles/rules/relevance.ts'
import { type PodcastShow, parseShow } from '../news/editions/rules/show.ts'
import { parseSearch, type SearchContent } from '../news/search/rules/search-content.ts'
import { parseKinds } from '../news/topic/rules/kinds.ts'
import { messageOf } from '../platform/errors.ts'
import { appendedPattern } from '../platform/languages/appended.ts'
import { type Inflection, inflectionOf } from '../platform/languages/inflection.ts'
import { readConcepts, readLanguages } from '../platform/languages/language-files.ts'
import type { Languages } from '../platform/languages/languages.ts'
import { shippedContent as shipped } from '../platform/package/package-folder.ts'
import { type Messages, parseMessages } from '../platform/site/messages.ts'
import { presentedSite, type Site } from '../platform/site/site.ts'
import { readSite, readText } from '../platform/site/site-file.ts'
import { buildLexicon, type Lexicon } from '../platform/text/thesaurus.ts'
import { parseVocabulary } from '../platform/text/vocabulary.ts'

export interface Content {
  site: Site
  messages: Messages
  /** Messages in other languages, and the languages that have any. */
  translations: { languages: string[]; in(language: string): Messages }
  rules: FeedRules
  search: SearchContent
  /** Every language that originals are read in. */
  languages: Languages
  /** Endings that a word carries in the site's own languages. */
  inflection: Inflection
  /** Words as clustering reads them. */
  lexicon: Lexicon
  /** That what is spoken belongs to. */
  show: PodcastShow
  /** Path of its cover. */
  showCover: string
}

/** `hasModel`: true when a model writes texts. Throws `bad_request` with a line for each violation, naming the file. */
export function readContent(folder: string, hasModel = false): Content {
  const read = (name: string) => readText(join(folder, name))
  const site = presentedSite(readSite(folder), hasModel)
  const languages = readLanguages(folder)
  // Of the site's language, and of those of its originals.
  const ofSite = new Set([site.language, ...site.languages].flatMap((tag) => languages.find(tag) ?? []))
  const inflection = inflectionOf([...ofSite])
  const vocabulary = parseVocabulary(read('vocabulary.yaml'), 'vocabulary.yaml', inflection)
  const concepts = readConcepts(folder)
  const showFile = findShow(folder, site.language)
  const show = parseShow(readText(showFile), site)
  return {
    site,
    show,
    showCover: join(dirname(showFile), show.cover),
    search: { ...readSearch(folder, site, languages), synonyms: concepts.requested },
    languages,
    inflection,
    messages: readMessages(folder, site.language),
    translations: readTranslations(folder),
    lexicon: buildLexicon(concepts, vocabulary, languages, [...ofSite]),
    rules: {
      vocabulary,
      relevance: parseRelevance(read('relevance.yaml'), vocabulary, compileRoles(languages.all, [...ofSite])),
      kinds: parseKinds(read('kinds.yaml'), 'kinds.yaml', inflection),
      appended: appendedPattern(languages.all),
    },
  }
}

/**
 * Every violation of the folder, a line for each; where one file is read with another, the first that is wrong hides
 * what follows from it.
 */
export function contentViolations(folder: string): string[] {
  const read = (name: string) => readText(join(folder, name))
  const vocabulary = () => parseVocabulary(read('vocabulary.yaml'))
  const site = () => readSite(folder)
  const reads = [
    site,
    vocabulary,
    () => parseRelevance(read('relevance.yaml'), vocabulary()),
    () => parseKinds(read('kinds.yaml')),
    ...messageFiles(folder).map((name) => () => parseMessages(read(`messages/${name}.yaml`), name)),
    () => readMessages(folder, site().language),
    () => readSearch(folder, site(), readLanguages(folder)),
    () => readContent(folder),
  ]
  const violations = reads.flatMap((work) => {
    try {
      work()
      return []
    } catch (error) {
      return messageOf(error).split('\n')
    }
  })
  return [...new Set(violations)]
}

function messageFiles(folder: string): string[] {
  const messagesFolder = join(folder, 'messages')
  return existsSync(messagesFolder)
    ? readdirSync(messagesFolder).flatMap((name) => /^([\w-]+)\.yaml$/.exec(name)?.[1] ?? [])
    : []
}

/** A content folder without a podcast of its own has the one that comes with the project, under its own name and in its language. */
function findShow(folder: string, language: string): string {
  const names = [`show.${language.split('-')[0]}.yaml`, 'show.yaml']
  const supplied = join(folder, 'podcast/show.yaml')
  return [supplied, ...names.map((name) => join(shipped, 'podcast', name))].find((file) => existsSync(file)) ?? supplied
}

/** Of a language as it comes along; English where there is none. */
export const shippedMessages = (language: string): Messages => readMessages(shipped, language)

/**
 * `messages/en-GB.yaml`, or else `messages/en.yaml`, of the site's own folder or else of those that come with it;
 * missing texts are in English.
 */
function readMessages(folder: string, language: string): Messages {
  const names = [language, language.split('-')[0] ?? ''].map((name) => `messages/${name}.yaml`)
  const files = [folder, shipped].flatMap((root) => names.map((name) => join(root, name)))
  const file = files.find((path) => existsSync(path))
  const english = readText(join(shipped, 'messages/en.yaml'))
  return file
    ? parseMessages(readText(file), language, english, basename(file, '.yaml'))
    : parseMessages('{}', language, english)
}

/** Read when they are asked for. */
function readTranslations(folder: string): Content['translations'] {
  const languages = [...new Set([folder, shipped].flatMap(messageFiles))]
  const read = new Map<string, Messages>()
  return {
    languages,
    in: (language) => {
      const existing = languages.includes(language) ? language : 'en'
      const messages = read.get(existing) ?? readMessages(folder, existing)
      read.set(existing, messages)
      return messages
    },
  }
}

/** Search settings of the folder, or else of the project, for the site's language; empty where neither has any. */
function readSearch(
  folder: string,
  { language, timezone }: Site,
  languages: Languages,
): Omit<SearchContent, 'synonyms'> {
  const code = language.split('-')[0] ?? ''
  const file = [folder, shipped].map((root) => join(root, 'search', `${code}.yaml`)).find(existsSync)
  return {
    ...parseSearch(file === undefined ? null : readText(file), `search/${code}.yaml`),
    stop: new Set(languages.find(language)?.stop),
    timezone,
  }
}

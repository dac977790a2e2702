/** Content that the site's language lacks, and the cost of each lack. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { ok, type Report } from '../../news/health/health-check.ts'
import type { Language } from '../../platform/languages/language.ts'
import { readLanguages } from '../../platform/languages/language-files.ts'
import { loadDictionary } from '../../platform/models/dictionary.ts'
import { shippedContent } from '../../platform/package/package-folder.ts'
import { readSite, readText } from '../../platform/site/site-file.ts'

interface Part {
  file: (code: string) => string
  cost: string
  /** Only models' texts need it. */
  ofModels?: boolean
}

const FILES: readonly Part[] = [
  {
    file: (code) => `languages/${code}.yaml`,
    cost: 'words are compared as they are written, numbers and dates are not read: fewer reports of one event are joined',
  },
  { file: (code) => `concepts/${code}.yaml`, cost: 'reports that say the same in other words are joined less often' },
  { file: (code) => `search/${code}.yaml`, cost: 'a search does not read filters and words of time, as "last week"' },
  {
    file: (code) => (code === 'sv' ? 'podcast/show.yaml' : `podcast/show.${code}.yaml`),
    cost: 'what is spoken is in English',
  },
  {
    file: (code) => `prompts/summary.${code}.md`,
    ofModels: true,
    cost: 'models are instructed in English: small ones write the language less well, and more of their texts are refused',
  },
  {
    file: (code) => `exams/${code}.jsonl`,
    ofModels: true,
    cost: 'judges are examined on English sentences: how well they judge the language is not known',
  },
]

const UNREAD = /^# Not yet read by a native speaker/m

/** Lines are of the level "ok": a site works without any of it. */
export async function checkLanguage({ CONTENT_DIR, AI_PROVIDER }: Config): Promise<Report> {
  const { language: tag } = readSite(CONTENT_DIR)
  const code = tag.toLowerCase().split('-')[0] ?? tag
  const language = readLanguages(CONTENT_DIR).find(tag)
  const hasModel = AI_PROVIDER !== 'none'
  const codes = [...new Set([tag, code, language?.code ?? code])]
  const find = ({ file }: Pick<Part, 'file'>) =>
    codes.flatMap((one) => [CONTENT_DIR, shippedContent].map((root) => join(root, file(one)))).find(existsSync)
  const lacking = FILES.filter((part) => (hasModel || !part.ofModels) && find(part) === undefined)
  const unread = ['languages', 'messages'].flatMap((folder) => {
    const path = find({ file: (one) => `${folder}/${one}.yaml` })
    return path && UNREAD.test(readText(path)) ? [`${folder}/${language?.code ?? code}.yaml`] : []
  })
  const lines = [
    ...lacking.map(({ file, cost }) => `no ${file(code)}: ${cost}`),
    ...(language ? await withinFile(language, hasModel) : []),
    ...(unread.length > 0 ? [`not yet read by a native speaker: ${unread.join(', ')}: some words may be wrong`] : []),
  ]
  return lines.length > 0 ? lines.map(ok) : `${tag} has all that a language can have`
}

async function withinFile({ code, stemmer, dictionary }: Language, hasModel: boolean): Promise<string[]> {
  const file = `languages/${code}.yaml`
  const isFound = !hasModel || (dictionary && (await loadDictionary(dictionary)) !== null)
  const packages = dictionary?.packages.map((name) => `dictionary-${name}`).join(' ')
  const state = packages ? `${packages} of ${file} is not installed` : `${file} names no dictionary`
  return [
    ...(stemmer ? [] : [`${file} names no stemmer: forms of a word are other words to search and events`]),
    ...(isFound ? [] : [`${state}: more true sentences of models are refused, for words that look like names`]),
  ]
}

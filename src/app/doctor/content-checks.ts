/** The content folder: every file that cannot be read, by file and line, and the list of sources. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { readSourceList } from '../../news/feeds/visits/sync-source-list.ts'
import { type Check, failure, ok, type Report, warning } from '../../news/health/health-check.ts'
import { readControlSource, readPlantedPairs } from '../../news/texts/judge/exam-pairs.ts'
import { loadVerifyRules } from '../../news/texts/load-rules.ts'
import { messageOf } from '../../platform/errors.ts'
import { loadPrompt } from '../../platform/models/prompts.ts'
import { shippedContent } from '../../platform/package/package-folder.ts'
import { readSite } from '../../platform/site/site-file.ts'
import { counted } from '../../platform/text/counted.ts'
import { contentViolations, readContent } from '../content.ts'
import { unreadSources } from '../topic/unread-sources.ts'
import { checkLanguage } from './language-check.ts'

/** `prompts` are those of features. */
export const contentChecks = (config: Config, prompts: readonly string[] = []): Check[] => [
  { name: 'content', run: () => checkContent(config, prompts) },
  { name: 'language', run: () => checkLanguage(config) },
  { name: 'list of sources', run: () => checkList(config) },
]

async function checkContent(config: Config, prompts: readonly string[]): Promise<Report> {
  const violations = contentViolations(config.CONTENT_DIR)
  if (config.AI_PROVIDER !== 'none' && violations.length === 0)
    violations.push(...(await modelViolations(config, prompts)))
  if (violations.length > 0) return violations.map(failure)
  const { language, missing } = readContent(config.CONTENT_DIR).messages
  if (missing.length === 0) return `every file in ${config.CONTENT_DIR} can be read`
  const shown = missing.slice(0, SHOWN).join(', ') + (missing.length > SHOWN ? ' …' : '')
  return [warning(`messages/${language}.yaml lacks ${counted(missing.length, 'text')}, said in English: ${shown}`)]
}

const SHOWN = 10
const PROMPTS = ['summary', 'judge', 'event', 'event-update', 'story', 'same-event', 'pairs']

/** Prompts and tables that only a service with a model reads. */
async function modelViolations({ CONTENT_DIR }: Config, prompts: readonly string[]): Promise<string[]> {
  const { language, topic } = readSite(CONTENT_DIR)
  const reads = [
    ...[...PROMPTS, ...prompts].map((name) => () => loadPrompt(CONTENT_DIR, name, language)),
    () => loadVerifyRules(CONTENT_DIR, language, [topic]),
    () => readControlSource(CONTENT_DIR, language),
    () => readPlantedPairs(CONTENT_DIR, language),
  ]
  const results = await Promise.allSettled(reads.map((read) => read()))
  return results.flatMap((result) => (result.status === 'rejected' ? [messageOf(result.reason)] : []))
}

/** Without SOURCES the list of the folder is for nothing; the shipped one was never selected. */
function checkUnreadList({ CONTENT_DIR }: Config): Report {
  const list = join(CONTENT_DIR, 'sources.opml')
  const isSelected = CONTENT_DIR !== shippedContent && existsSync(list)
  if (isSelected && readSourceList({ SOURCES: list }).sources.length > 0)
    return [warning(String(unreadSources('none', CONTENT_DIR)))]
  return 'SOURCES is none: sources are added by hand'
}

function checkList(config: Config): Report {
  if (config.SOURCES === null) return checkUnreadList(config)
  const { sources, leftOut } = readSourceList(config)
  if (sources.length === 0) return [warning(`${config.SOURCES} names no source.`)]
  const found = `${counted(sources.length, 'source')} in ${config.SOURCES}`
  return leftOut.length > 0 ? [ok(found), ...leftOut.map((line) => warning(`left out, ${line}`))] : found
}

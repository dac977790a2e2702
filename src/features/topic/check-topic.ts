/** `topic check` measures the relevance of a content folder on headlines that a person judged, and learns from them. */
import { relative } from 'node:path'
import { readContent } from '../../app/content.ts'
import { languagesFor } from '../../app/topic/topic.ts'
import { settings, withBase } from '../../cli/host.ts'
import type { Io } from '../../cli/io.ts'
import { classify } from '../../news/articles/rules/classify.ts'
import { listRelevanceExamples } from '../../news/articles/writes/relevance-overrides.ts'
import { type Example, measureRelevance, type RelevanceFigures } from '../../news/topic/rules/fit-relevance.ts'
import { learningReport, relevanceReport } from '../../news/topic/rules/relevance-report.ts'
import { AppError } from '../../platform/errors.ts'
import { changeTopic } from './change-topic.ts'
import { readExamples } from './examples.ts'

export interface CheckOptions {
  console?: boolean
  learn?: boolean
}

/** Exit code 0; the figures are for a person to judge. Those of `learn` are of what the other examples teach. */
export async function topicCheck(io: Io, file: string | undefined, options: CheckOptions = {}): Promise<number> {
  const fromFile = file === undefined ? [] : await readExamples(io, file)
  const fromConsole = file === undefined || options.console === true
  const inConsole = fromConsole
    ? await withBase(({ database }) => listRelevanceExamples(database.db), { access: 'reads' })
    : []
  const examples = [...fromFile, ...inConsole]
  if (examples.length === 0) throw new AppError('unprocessable', NO_OVERRIDES)
  const { CONTENT_DIR } = settings()
  for (const text of relevanceReport(checkTopic(CONTENT_DIR, examples))) io.line(text)
  if (options.learn) await learn(io, CONTENT_DIR, examples)
  return 0
}

const NO_OVERRIDES =
  'No article was judged in the console yet: "About" and "Not about" on the page of an article there. Or name a file of judged headlines.'

async function learn(io: Io, folder: string, examples: Example[]): Promise<void> {
  const { figures } = await changeTopic({ folder, feeds: [], onlyTopic: [], tags: [], examples }, languagesFor(folder))
  if (figures) for (const text of learningReport(figures)) io.line(text)
  if (!figures?.learning.isBetter) return
  io.line(`${relative(io.cwd, folder) || '.'}/relevance.yaml`)
  io.note(
    'Restart the service, so that it reads the folder. Articles that are there: karnhuset reprocess --stage rules.',
  )
}

/** Throws `bad_request` for an invalid folder. */
function checkTopic(folder: string, examples: readonly Example[]): RelevanceFigures {
  const { rules } = readContent(folder)
  return measureRelevance(examples, (example) => classify(rules, { ...example, feedRelevance: 'model' }).relevant)
}

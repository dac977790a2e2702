/** Pairs of a sentence and its evidence whose truth is known, by language: content/exams/LANGUAGE.jsonl. */
import { z } from 'zod'
import { readContentFile } from '../../ai/content-files.ts'
import { AppError } from '../../domain/errors.ts'

const Line = z.object({
  id: z.string().min(1),
  class: z.string().min(1),
  sentence: z.string().min(1),
  evidence: z.array(z.object({ text: z.string().min(1), language: z.string() })).min(1),
  truth: z.boolean(),
})

export interface ExamPair extends z.infer<typeof Line> {
  /** Of the sentence. */
  language: string
}

export interface ControlSource {
  /** The site's. */
  language: string
  /** Of the exams in it; of the English ones where there are none. */
  pairs: readonly ExamPair[]
}

/** None where there is no file. Throws `bad_request` naming file and line. */
async function readExamPairs(contentDir: string, language: string): Promise<ExamPair[]> {
  const file = await readContentFile(contentDir, 'exams', (code) => `${code}.jsonl`, language)
  const lines = file?.text.split('\n') ?? []
  return lines.flatMap((line, at) =>
    line.trim() === '' ? [] : { ...parse(line, `exams/${file?.name}:${at + 1}`), language },
  )
}

const FALLBACK = 'en'

/** Controls for a site's judge: pairs in its language, and English ones where it has none. */
export async function readControlSource(contentDir: string, tag: string): Promise<ControlSource> {
  const language = tag.toLowerCase().split('-')[0] ?? tag
  const pairs = await readExamPairs(contentDir, language)
  return { language, pairs: pairs.length > 0 ? pairs : await readExamPairs(contentDir, FALLBACK) }
}

function parse(line: string, location: string): z.infer<typeof Line> {
  try {
    return Line.parse(JSON.parse(line))
  } catch (cause) {
    throw new AppError('bad_request', `${location}: is not {"id", "class", "sentence", "evidence", "truth"}`, { cause })
  }
}

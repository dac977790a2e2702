/** Pairs of a sentence and its evidence whose truth is known, by language: content/exams/LANGUAGE.jsonl. */
import { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import { readContentFile } from '../../../platform/models/content-files.ts'
import { RELATIONS, type Relation } from '../rules/relations.ts'

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
async function readLines<Shape extends z.ZodObject>(
  contentDir: string,
  folder: string,
  language: string,
  shape: Shape,
) {
  const file = await readContentFile(contentDir, folder, (code) => `${code}.jsonl`, language)
  const lines = file?.text.split('\n') ?? []
  return lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [parse(line, `${folder}/${file?.name}:${at + 1}`, shape)],
  )
}

const readExamPairs = async (contentDir: string, language: string): Promise<ExamPair[]> =>
  (await readLines(contentDir, 'exams', language, Line)).map((line) => ({ ...line, language }))

const FALLBACK = 'en'

/** Controls for a site's judge: pairs in its language, and English ones where it has none. */
export async function readControlSource(contentDir: string, tag: string): Promise<ControlSource> {
  const language = tag.toLowerCase().split('-')[0] ?? tag
  const pairs = await readExamPairs(contentDir, language)
  return { language, pairs: pairs.length > 0 ? pairs : await readExamPairs(contentDir, FALLBACK) }
}

const Planted = z.object({ text: z.string().min(1), quotes: z.array(z.string().min(1)).min(1) })

const PlantedLine = z.object({
  id: z.string().min(1),
  relation: z.enum(RELATIONS),
  statements: z.tuple([Planted, Planted]),
})

/** Two statements whose relation is known, for the judge of disputes. */
export interface PlantedPair {
  id: string
  language: string
  relation: Relation
  pair: readonly [{ text: string; quotes: string[] }, { text: string; quotes: string[] }]
}

/** In the site's language, else in English: content/statement-pairs/LANGUAGE.jsonl. Throws `bad_request` naming file and line. */
export async function readPlantedPairs(contentDir: string, tag: string): Promise<PlantedPair[]> {
  const language = tag.toLowerCase().split('-')[0] ?? tag
  const lines = await readLines(contentDir, 'statement-pairs', language, PlantedLine)
  if (lines.length === 0 && language !== FALLBACK) return readPlantedPairs(contentDir, FALLBACK)
  return lines.map(({ id, relation, statements }) => ({ id, language, relation, pair: statements }))
}

function parse<Shape extends z.ZodObject>(line: string, location: string, shape: Shape): z.infer<Shape> {
  try {
    return shape.parse(JSON.parse(line))
  } catch (cause) {
    const keys = Object.keys(shape.shape).map((key) => `"${key}"`)
    throw new AppError('bad_request', `${location}: is not {${keys.join(', ')}}`, { cause })
  }
}

/** The exam of a writer: articles that are summarised by the prompt of all others, and held against the certain checks. */
import { z } from 'zod'
import { examineSafely } from '../../news/texts/generate-text.ts'
import { TYPICAL_OUTPUT_TOKENS } from '../../news/texts/plan-call.ts'
import { withRetry } from '../../news/texts/retry.ts'
import type { EnrichCtx } from '../../news/texts/summaries/enrich.ts'
import { SummaryAnswer, summaryQuestion } from '../../news/texts/summaries/summary-question.ts'
import { examineSummary, summaryClaims } from '../../news/texts/summary.ts'
import type { Examination } from '../../news/texts/verify/examine.ts'
import type { VerifyRules } from '../../news/texts/verify/running-text.ts'
import { AppError } from '../../platform/errors.ts'
import { readContentFile } from '../../platform/models/content-files.ts'
import type { Prompt } from '../../platform/models/prompts.ts'
import type { ArticleAnswer } from './exam.ts'
import type { Graded, Paper } from './take-exam.ts'

const Line = z
  .object({
    id: z.string().min(1),
    language: z.string(),
    publisher: z.string(),
    published: z.coerce.date(),
    title: z.string().min(1),
    text: z.string().min(1),
  })
  .transform(({ published, ...article }) => ({ ...article, publishedAt: published }))
export type WriterArticle = z.infer<typeof Line>

/** Of the site's content folder, or else those that come with the project. Throws `bad_request` naming file and line. */
export async function readWriterArticles(contentDir: string): Promise<WriterArticle[]> {
  const file = await readContentFile(contentDir, 'exams', () => 'writer-articles.jsonl', '')
  return (file?.text.split('\n') ?? []).flatMap((line, at) => (line.trim() === '' ? [] : parse(line, at + 1)))
}

function parse(line: string, number: number): WriterArticle {
  try {
    return Line.parse(JSON.parse(line))
  } catch (cause) {
    const fields = '{"id", "language", "publisher", "published", "title", "text"}'
    throw new AppError('bad_request', `exams/writer-articles.jsonl:${number}: is not ${fields}`, { cause })
  }
}

interface Writing extends Pick<EnrichCtx, 'site' | 'isAbout'> {
  prompt: Prompt
  rules: VerifyRules
  /** The site's. */
  language: string
}

const TRIES = 2

export function writerPaper(articles: readonly WriterArticle[], writing: Writing): Paper<WriterArticle> {
  return {
    role: 'writer',
    language: writing.language,
    promptVersion: writing.prompt.version,
    items: articles,
    groupOf: ({ language }) => language,
    batch: 1,
    outputTokens: TYPICAL_OUTPUT_TOKENS,
    question: ([article], reason) =>
      withRetry(
        writing.prompt,
        summaryQuestion(writing, article as WriterArticle),
        reason === null ? null : { reason, answer: null },
      ),
    grade: (value, [article], before) =>
      gradeSummary(SummaryAnswer.nullable().parse(value), article as WriterArticle, before, writing.rules),
  }
}

function gradeSummary(
  value: SummaryAnswer | null,
  article: WriterArticle,
  before: readonly string[],
  rules: VerifyRules,
): Graded {
  const examine = ({ title, sentences }: SummaryAnswer) =>
    examineSummary(summaryClaims(title, sentences), article, rules)
  const examined: Examination = value
    ? examineSafely({ examine }, value)
    : { ok: false, check: 'shape', reason: 'the answer could not be read' }
  const attempt = before.length + 1
  if (examined.ok) {
    const sentences = examined.claims.filter(({ part }) => part !== 'title')
    const dropped = sentences.flatMap(({ violation }) => violation?.check ?? [])
    const answer = { acceptedAt: attempt, sentences: sentences.length, dropped, refused: [...before] }
    return { answers: [{ id: article.id, ...answer }], verdict: 'accepted', reason: null }
  }
  const refused = [...before, examined.check]
  const verdict = { verdict: 'refused' as const, reason: `${examined.check}: ${examined.reason}` }
  if (attempt < TRIES) return { answers: [], ...verdict, again: refused }
  const answer: ArticleAnswer = { id: article.id, acceptedAt: null, sentences: 0, dropped: [], refused }
  return { answers: [answer], ...verdict }
}

/** The stage extract: the article's own page, where the feed's text is short. A refused page is not an error. */
import type { Database } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { plainText } from '../../../platform/text/text.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Unclassified } from '../rules/classify-by-rules.ts'
import type { Classification } from '../writes/articles.ts'
import {
  correctExtraction,
  findExtracted,
  findForExtraction,
  type PageRefusal,
  saveExtraction,
  saveRefusal,
  type ToExtract,
} from '../writes/extraction.ts'
import { listPrints, type PagePrint, savePrint } from '../writes/page-prints.ts'
import { checkAlone, checkShared, newlyShared, notTheArticle, printOf } from './check-page.ts'
import type { Extracted, Refusal } from './extract.ts'
import type { About } from './words-of-feed.ts'

/** An unreachable page is retried once after this long, or when its host may be asked again. */
const RETRY_MS = 30 * 60_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Original texts are deleted after 30 days, so older articles need none. */
const OLDEST_MS = 30 * DAY_MS

interface Extraction {
  database: Database
  clock: Clock
  lexicon: Lexicon
  /** Judges articles by rules; the answers are in their order. */
  classify: (articles: Unclassified[]) => Promise<Classification[]>
  /** Reads an article's page; never throws for what the page does. */
  readPage: (url: string, about: About) => Promise<Extracted | Refusal>
}

/** Reads the page once and records the result. Idempotent. Throws for a failure that is not the page's. */
export async function extractArticle(pipeline: Extraction, articleId: number): Promise<void> {
  const { database, clock, lexicon } = pipeline
  const article = await findForExtraction(database, articleId, clock.now())
  if (!article) return
  const page = await pipeline.readPage(article.url, { title: article.title, text: article.feedText })
  if ('refused' in page) {
    const temporary = page.refused === 'unreachable'
    const reason = page.refused === 'stand_in' ? notTheArticle(page.reason) : page.reason
    return saveRefusal(database, articleId, refusalOf(article, reason, temporary, clock.now(), page.until))
  }
  const text = plainText(page.text)
  if (text === '') return saveText(pipeline, article, page, '')
  const print = printOf(articleId, article, page, text)
  await savePrint(database, print, clock.now())
  const prints = await listPrints(database, print.host)
  // First the others: until the article itself is saved, a run that was broken off is done again.
  for (const otherId of newlyShared(print, prints)) await correct(pipeline, otherId, prints, page.imageUrl)
  const alone = checkAlone(lexicon, article, page, text)
  const verdict = alone === null ? checkShared(lexicon, article, text, print, prints) : { refused: alone }
  if ('text' in verdict) await saveText(pipeline, article, page, verdict.text)
  else await saveRefusal(database, articleId, refusalOf(article, verdict.refused, false, clock.now()))
  // Another may have been read at the same time, and have found no text here yet.
  const after = await listPrints(database, print.host)
  if (after.some(({ articleId: id }) => prints.every((existing) => existing.articleId !== id)))
    await correct(pipeline, articleId, after, page.imageUrl)
}

/** A refused page is asked for again once a week, while the article is under 30 days old. */
function refusalOf(article: ToExtract, reason: string, temporary: boolean, now: Date, until?: Date): PageRefusal {
  const age = now.getTime() - article.discoveredAt.getTime()
  // A host that was left alone was not asked.
  const soon = temporary && (article.refusal === null || (until !== undefined && age < DAY_MS))
  const again = new Date(soon ? Math.max(now.getTime() + RETRY_MS, until?.getTime() ?? 0) : now.getTime() + WEEK_MS)
  const late = !soon && again.getTime() - article.discoveredAt.getTime() >= OLDEST_MS
  return { reason, state: soon ? 'pending' : 'refused', again: late ? null : again }
}

async function saveText(pipeline: Extraction, article: ToExtract, page: Extracted, text: string): Promise<void> {
  const { database, clock } = pipeline
  const { imageUrl, reservation } = page
  const unclassified = { ...article, language: page.language ?? article.language }
  try {
    const classification = await classifyWith(pipeline, unclassified, article.excerpt || text, text)
    if (classification)
      await saveExtraction(database, article.id, { text, imageUrl, reservation, classification }, clock.now())
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unprocessable')) throw error
    await saveRefusal(database, article.id, refusalOf(article, error.message, false, clock.now()))
  }
}

async function classifyWith(pipeline: Extraction, { title, language, feed }: ToExtract, summary: string, text: string) {
  const [classification] = await pipeline.classify([{ title, summary, text, language, feed }])
  return classification
}

/** Judges an article that was read before it was known that other pages have its text. */
async function correct(
  pipeline: Extraction,
  articleId: number,
  prints: PagePrint[],
  imageUrl: string | null,
): Promise<void> {
  const { database, clock, lexicon } = pipeline
  const article = await findExtracted(database, articleId)
  const print = prints.find((each) => each.articleId === articleId)
  if (!article || !print) return
  const verdict = checkShared(lexicon, article, article.pageText, print, prints)
  const text = 'text' in verdict ? verdict.text : ''
  if (text === article.pageText) return
  const summary = article.feedText === '' ? text : article.excerpt
  const classification = await classifyWith(pipeline, article, summary, text || article.feedText)
  if (!classification) return
  const refusal = 'refused' in verdict ? refusalOf(article, verdict.refused, false, clock.now()) : null
  await correctExtraction(
    database,
    article.id,
    { text, classification, refusal, imageUrl: refusal && imageUrl },
    clock.now(),
  )
}

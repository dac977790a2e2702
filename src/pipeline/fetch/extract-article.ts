/** The stage extract: the article's own page, where the feed's text is short. A refused page is not an error. */
import { AppError } from '../../domain/errors.ts'
import { plainText } from '../../domain/text/text.ts'
import type { PageText } from '../../feeds/pages/text.ts'
import {
  findForExtraction,
  type PageRefusal,
  saveExtraction,
  saveRefusal,
  type ToExtract,
} from '../../store/articles/extraction.ts'
import type { Crawl } from '../context.ts'

/** An unreachable page is retried once after this long. */
const RETRY_MS = 30 * 60_000
const WEEK_MS = 7 * 86_400_000
/** Original texts are deleted after 30 days, so older articles need none. */
const OLDEST_MS = 30 * 86_400_000

/** Reads the page once and records the result. Idempotent. Throws for what is no fault of the page. */
export async function extractArticle(pipeline: Crawl, articleId: number): Promise<void> {
  const { database, clock } = pipeline
  const article = await findForExtraction(database, articleId, clock.now())
  if (!article) return
  const page = await pipeline.readPage(article.url)
  if ('refused' in page) {
    const temporary = page.refused === 'unreachable'
    return saveRefusal(database, articleId, refusalOf(article, page.reason, temporary, clock.now()))
  }
  await saveText(pipeline, articleId, article, page)
}

/** A refused page is asked for again once a week, while the article is under 30 days old. */
function refusalOf(article: ToExtract, reason: string, temporary: boolean, now: Date): PageRefusal {
  const soon = temporary && article.refusal === null
  const again = new Date(now.getTime() + (soon ? RETRY_MS : WEEK_MS))
  const late = !soon && again.getTime() - article.discoveredAt.getTime() >= OLDEST_MS
  return { reason, state: soon ? 'pending' : 'refused', again: late ? null : again }
}

async function saveText(pipeline: Crawl, articleId: number, article: ToExtract, page: PageText): Promise<void> {
  const text = plainText(page.text)
  const { title, excerpt, language, feed } = article
  const unjudged = { title, summary: excerpt || text, text, language: page.language ?? language, feed }
  const now = pipeline.clock.now()
  try {
    const [judgement] = await pipeline.judge([unjudged])
    if (judgement)
      await saveExtraction(
        pipeline.database,
        articleId,
        { text, imageUrl: page.imageUrl, reservation: page.reservation, judgement },
        now,
      )
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unprocessable')) throw error
    await saveRefusal(pipeline.database, articleId, refusalOf(article, error.message, false, now))
  }
}

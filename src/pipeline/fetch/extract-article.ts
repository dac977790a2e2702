/** The stage extract: the article's own page, where the feed's text is short. A page that refuses is no error. */
import { plainText } from '../../domain/text/text.ts'
import { findForExtraction, saveExtraction, saveRefusal } from '../../store/articles/extraction.ts'
import type { Crawl } from '../context.ts'

/** An address that could not be reached is tried once more after this long. */
const RETRY_MS = 30 * 60_000

/** Reads the page once and records what it gave; running it again does nothing. */
export async function extractArticle(pipeline: Crawl, articleId: number): Promise<void> {
  const article = await findForExtraction(pipeline.database, articleId)
  if (!article) return
  const page = await pipeline.readPage(article.url)
  const now = pipeline.clock.now()
  if ('refused' in page) {
    const again = page.refused === 'later' && !article.triedBefore
    return saveRefusal(pipeline.database, articleId, again ? new Date(now.getTime() + RETRY_MS) : null)
  }
  const text = plainText(page.text)
  const { title, excerpt, language, feed } = article
  const [judgement] = await pipeline.judge([
    { title, summary: excerpt || text, text, language: page.language ?? language, feed },
  ])
  if (judgement) await saveExtraction(pipeline.database, articleId, { text, imageUrl: page.imageUrl, judgement }, now)
}

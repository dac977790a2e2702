/** The stage extract: the article's own page, where the feed's text is short. A page that refuses is no error. */
import { plainText } from '../domain/text.ts'
import { findForExtraction, saveExtraction } from '../store/extraction.ts'
import type { Crawl } from './context.ts'

/** Reads the page once and records what it gave; running it again does nothing. */
export async function extractArticle(pipeline: Crawl, articleId: number): Promise<void> {
  const article = await findForExtraction(pipeline.database, articleId)
  if (!article) return
  const page = await pipeline.readPage(article.url)
  if (!page) return saveExtraction(pipeline.database, articleId, null, pipeline.clock.now())
  const text = plainText(page.text)
  const judgement = pipeline.judge(
    {
      title: article.title,
      language: page.language ?? article.language,
      url: article.url,
      text,
      summary: article.excerpt || text,
    },
    article.feed,
  )
  await saveExtraction(pipeline.database, articleId, { text, imageUrl: page.imageUrl, judgement }, pipeline.clock.now())
}

/** Starred and archived articles as the plug-in import_export of Tiny Tiny RSS writes them: XML, an element a column. */
import { Parser } from 'htmlparser2'
import { AppError } from '../../../platform/errors.ts'
import type { SavedArticle } from '../saved-article.ts'
import { instantIn, type Json, textIn, webAddressIn } from './values.ts'

/** Columns of each article. Throws `bad_request` for a file that is cut off. */
export function listTinyTinyRssArticles(text: string): Json[] {
  const articles: Json[] = []
  let article: Record<string, string> | null = null
  let column = ''
  let isComplete = false
  const parser = new Parser(
    {
      onopentag(name) {
        column = name
        if (name !== 'article') return
        article = {}
        articles.push(article)
      },
      ontext(part) {
        if (article && column) article[column] = (article[column] ?? '') + part
      },
      onclosetag(name, implied) {
        if (name === 'articles') isComplete = !implied
        if (name === 'article') article = null
        column = ''
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  if (!isComplete) throw new AppError('bad_request', `article ${articles.length}: the file ends before </articles>`)
  return articles
}

/** Archived articles have no feed any more. */
export function readTinyTinyRssArticle(article: Json): SavedArticle | null {
  const url = webAddressIn(article.link)
  if (url === null) return null
  return {
    url,
    title: textIn(article.title),
    content: textIn(article.content),
    author: textIn(article.author) || null,
    publishedAt: instantIn(article.updated),
    savedAt: null,
    feedUrl: webAddressIn(article.feed_url),
  }
}

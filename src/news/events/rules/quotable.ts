/** The words of an article that may be shown beside statements. Pure. */
import { foldSpace } from '../../../platform/text/text.ts'

/** Characters of a quotation. */
const MAX_LENGTH = 180
/** Of an article's text that its quotations may be together; its excerpt is public in any case. */
const MAX_SHARE = 0.15

export interface QuotedArticle {
  articleId: number
  text: string
  excerpt: string
}

/**
 * Chooses a quotation for each statement of a text: the first of its passages that may still be shown, cut at a word; null
 * where none may.
 */
export function createQuoting(): (article: QuotedArticle, passages: readonly { text: string }[]) => string | null {
  const left = new Map<number, number>()
  return ({ articleId, text, excerpt }, passages) => {
    const publicText = foldSpace(excerpt)
    const rest = left.get(articleId) ?? text.length * MAX_SHARE
    const shown = passages.map((passage) => cut(foldSpace(passage.text)))
    const free = shown.find((quote) => publicText.includes(quote))
    const quote = free ?? shown.find(({ length }) => length <= rest)
    if (quote === undefined) return null
    if (free === undefined) left.set(articleId, rest - quote.length)
    return quote
  }
}

function cut(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const words = text.slice(0, MAX_LENGTH)
  return `${words.slice(0, words.lastIndexOf(' '))} …`
}

/** An undated article may be old news that was found today, so it never opens a list. */
export function datedFirst<T extends { publishedAt: Date | null }>(articles: T[]): T[] {
  const at = articles.findIndex(({ publishedAt }) => publishedAt !== null)
  const first = articles[at]
  return first === undefined ? articles : [first, ...articles.slice(0, at), ...articles.slice(at + 1)]
}

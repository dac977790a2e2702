/** Pairwise and BCubed precision, recall and F1 of a grouping against labels. */

export interface Score {
  precision: number
  recall: number
  f1: number
}

export interface Labelled {
  label: string
  group: string | number
}

/** Mean over the articles that `counts` picks of how pure and how whole the group of each is. */
export function bcubed(articles: Labelled[], counts: (article: Labelled, at: number) => boolean = () => true): Score {
  const groups = tally(articles, (a) => `${a.group}`)
  const labels = tally(articles, (a) => a.label)
  const both = tally(articles, pairKey)
  const picked = articles.filter(counts)
  if (picked.length === 0) return scoreOf(1, 1)
  const sum = (of: (a: Labelled) => number) => picked.reduce((total, a) => total + of(a), 0)
  return scoreOf(
    sum((a) => (both.get(pairKey(a)) ?? 0) / (groups.get(`${a.group}`) ?? 1)) / picked.length,
    sum((a) => (both.get(pairKey(a)) ?? 0) / (labels.get(a.label) ?? 1)) / picked.length,
  )
}

/** Over all pairs of articles: together in the grouping, together by the labels. */
export function pairwise(articles: Labelled[]): Score {
  const pairs = (counts: Map<string, number>) => [...counts.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0)
  const right = pairs(tally(articles, pairKey))
  const joined = pairs(tally(articles, (a) => `${a.group}`))
  const wanted = pairs(tally(articles, (a) => a.label))
  return scoreOf(joined ? right / joined : 1, wanted ? right / wanted : 1)
}

const pairKey = (a: Labelled) => `${a.group}\n${a.label}`

function tally(articles: Labelled[], key: (a: Labelled) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const article of articles) counts.set(key(article), (counts.get(key(article)) ?? 0) + 1)
  return counts
}

function scoreOf(precision: number, recall: number): Score {
  const f1 = precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0
  return { precision, recall, f1 }
}

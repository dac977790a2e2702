/** Names in headlines that are no subject: everyday words, labels of sections, numbers, letters, publishers. Pure. */
import { foldSpace } from '../../../platform/text/text.ts'

export const isNumber = (word: string): boolean => !/\p{L}/u.test(word)
/** A number with its unit, ending or compound: "10km", "25th", "20-jährige"; not "5G", "4x4". */
const isMeasure = (word: string) => /^\d[\d.,:’'-]*(?:\p{Ll}{1,5}|-\p{L}+)$/u.test(word)
const isLetter = (word: string) => [...word.replace(/\P{L}/gu, '')].length === 1 && !/\d/.test(word)
/** A publisher is a subject once so many others name it. */
const MIN_OTHERS = 2

interface Source {
  publisher: string
  feed?: string
}

/** Names that no headline is about. */
export function isPlainName(name: string, common: ReadonlySet<string>, isNoun: (word: string) => boolean): boolean {
  const words = name.split(' ')
  const isPlain = (word: string) =>
    common.has(word.toLowerCase()) || isNumber(word) || isMeasure(word) || isLetter(word)
  return words.every(isPlain) || (words.length === 1 && isNoun(name))
}

/** Of what it returns, the second argument is the publishers whose headlines have the name. */
export function buildPublisherFilter(
  sources: readonly Source[],
): (name: string, publishers: ReadonlySet<string>) => boolean {
  const owners = publisherNames(sources)
  return (name, publishers) => {
    const owner = owners.get(fold(name))
    return owner !== undefined && [...publishers].filter((publisher) => publisher !== owner).length < MIN_OTHERS
  }
}

/** Names of each publisher: its domain, the first label of that, the feed's title and the parts of it. */
function publisherNames(sources: readonly Source[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { publisher, feed = '' } of sources)
    for (const name of [publisher, publisher.split('.')[0] ?? '', feed, ...feed.split(/\s+[|·•–—-]\s+|:\s/)])
      if (fold(name) !== '') names.set(fold(name), publisher)
  return names
}

/** "The Cycling News" and "cyclingnews" are one. */
const fold = (name: string) =>
  foldSpace(name.toLowerCase())
    .replace(/^the /, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

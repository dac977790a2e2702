/** Words without their endings: the Snowball stemmers that the language files name. Pure. */
import { createRequire } from 'node:module'
import { AppError } from '../errors.ts'
import type { Language } from '../languages/language.ts'

/** Takes a word in lower case. */
export type Stem = (word: string) => string

const require = createRequire(import.meta.url)
/** News uses few words over and over. */
const MAX_CACHED = 20_000

const loaded = new Map<string, Stem>()

/** By the language's stemmer. Words of up to three letters, and words that hold a digit, stay as they are. */
export function stemmerOf({ code, stemmer }: Pick<Language, 'code' | 'stemmer'>): Stem {
  if (!stemmer) return memoized(withoutGenitive)
  const stem = loaded.get(stemmer) ?? memoized(carefully(loadStemmer(code, stemmer)))
  loaded.set(stemmer, stem)
  return stem
}

const carefully =
  (strip: Stem): Stem =>
  (word) => {
    const bare = withoutGenitive(word)
    return bare.length <= 3 || /\p{N}/u.test(bare) ? bare : strip(bare)
  }

/** Endings that any language writes so. */
const withoutGenitive = (word: string): string => word.replace(/['’]s$/, '')

/** Every stemmer of the package is a module of its own; only those of the languages at hand are loaded. */
function loadStemmer(code: string, name: string): Stem {
  try {
    return (require(`@orama/stemmers/${name}`) as { stemmer: Stem }).stemmer
  } catch (cause) {
    throw new AppError('bad_request', `languages/${code}.yaml: there is no stemmer "${name}"`, { cause })
  }
}

/** Letters that endings of any of the languages may have removed from a name. */
const MAX_LOST = 2

/**
 * One form of a name, whichever language's report has it: "Californias" in Swedish and "California" in English. It is the
 * shortest stem of any of the languages that leaves all but two letters.
 */
export function nameFormOf(stems: readonly Stem[]): Stem {
  const shorter = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1)
  return memoized((word) => {
    const bare = withoutGenitive(word)
    const forms = stems.map((stem) => stem(bare)).filter((form) => form.length >= bare.length - MAX_LOST)
    return forms.sort(shorter)[0] ?? bare
  })
}

function memoized(stem: Stem): Stem {
  const cache = new Map<string, string>()
  return (word) => {
    const cached = cache.get(word)
    if (cached !== undefined) return cached
    const stemmed = stem(word)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(word, stemmed)
    return stemmed
  }
}

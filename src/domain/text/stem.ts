/** One stemmer for Swedish and English, so that a name comes out the same whichever newspaper wrote it. Pure. */

const ENDINGS = (
  'ningarnas ningarna ningens ningar ningen nings arnas ernas ornas ning andet andets ande heten heter arna erna orna ' +
  'ades ings ated ates ing ade ens ets ars ers ors ies ast are ed es en et ar er or ad at as a e s'
)
  .split(' ')
  .sort((a, b) => b.length - a.length)

const KEPT_S = /(ss|us|is|os|as)$/

/** News uses few words over and over. */
const known = new Map<string, string>()
const MOST_KNOWN = 20_000

/** Stem of a word in lower case. Words of up to three letters, and words that hold a digit, stay as they are. */
export function stem(word: string): string {
  const before = known.get(word)
  if (before !== undefined) return before
  const stemmed = stemOf(word)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(word, stemmed)
  return stemmed
}

function stemOf(word: string): string {
  const bare = word.replace(/['’]s$/, '')
  if (bare.length <= 3 || /\p{N}/u.test(bare)) return bare
  let stemmed = strip(bare)
  for (let round = 0; round < 2 && stemmed.length > 6; round++) stemmed = strip(stemmed)
  return stemmed
}

function strip(word: string): string {
  for (const ending of ENDINGS) {
    const rest = word.length - ending.length
    if (!word.endsWith(ending) || rest < (ending.length > 1 ? 4 : 3)) continue
    if (ending === 's' && KEPT_S.test(word)) continue
    return word.slice(0, rest)
  }
  return word
}

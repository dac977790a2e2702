/** The words and names of a source, and which names stand side by side in it. */
import type { Evidence } from './evidence.ts'
import { foldName, soundOf, withoutEnding } from './name-forms.ts'

export interface NameIndex {
  /** Every word of the source, folded, with and without a genitive or plural. */
  words: Set<string>
  /** The words with a capital. */
  names: Set<string>
  /** The words with a capital, without each ending that they may carry. */
  stems: Set<string>
  sounds: Set<string>
  /** First letters of runs of names: "Financial Times" is also FT. */
  initials: Set<string>
  /** First letters of all words in their order: "body mass index" is also BMI. */
  letters: string
  /** For each capitalised word, the capitalised words right after and before it; "" for none. */
  after: Map<string, Set<string>>
  before: Map<string, Set<string>>
}

const LONGEST_INITIALS = 6
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.:+&]*/gu

/** `endings` are those that names may carry in the source or in the answer. */
export function indexNames(evidence: Evidence, endings: readonly string[]): NameIndex {
  const index: NameIndex = {
    words: new Set(),
    names: new Set(),
    stems: new Set(),
    sounds: new Set(),
    initials: new Set(),
    letters: (evidence.text.match(/\p{L}[\p{L}'’]*/gu) ?? []).map((word) => foldName(word[0] ?? '')).join(''),
    after: new Map(),
    before: new Map(),
  }
  for (const text of [evidence.text, ...evidence.known]) {
    for (const match of text.matchAll(WORD)) addWord(match[0], index, endings)
    // "Wi-Fi" is also found as "wifi", "9to5 Mac" as written.
    for (const match of text.matchAll(/\p{L}+(?:-[\p{L}\p{N}]+)+/gu))
      index.words.add(foldName(match[0].replace(/-/g, '')))
    addPairs(text, index)
    for (const match of text.matchAll(/\p{Lu}\p{L}+(?:(?: \p{Ll}{2,3}){0,2} \p{Lu}\p{L}+)+/gu))
      addInitials(match[0], index)
  }
  return index
}

function addWord(written: string, index: NameIndex, endings: readonly string[]): void {
  const word = written.replace(/[.:’']+$/, '')
  const bare = word.replace(/['’]s$/, '')
  for (const form of [word, bare, word.replace(/[.:]/g, ''), bare.length > 3 ? bare.replace(/s$/, '') : bare]) {
    const folded = foldName(form)
    index.words.add(folded)
    if (/\p{Lu}/u.test(form)) index.names.add(folded)
    if (/^\p{Lu}/u.test(form) && folded.length > 5)
      for (const stem of withoutEnding(folded, endings)) index.stems.add(stem)
    if (folded.length >= 5) index.sounds.add(soundOf(folded))
  }
  // "macOS" is also "Mac OS".
  for (const part of bare.split(/(?<=\p{Ll})(?=\p{Lu})/u)) if (part !== bare) index.words.add(foldName(part))
  for (const part of bare.split('.')) if (part.length > 1) index.words.add(foldName(part))
}

function addInitials(run: string, index: NameIndex): void {
  const letters = run.split(' ').flatMap((word) => (/^\p{Lu}/u.test(word) ? word.slice(0, 1).toLowerCase() : []))
  for (let from = 0; from < letters.length; from++)
    for (let to = from + 2; to <= Math.min(letters.length, from + LONGEST_INITIALS); to++)
      index.initials.add(letters.slice(from, to).join(''))
}

/** Each name of a run such as "Mark Gurman", with its end: a genitive or a mark breaks the run. */
function runs(text: string): { word: string; nextWord: string; name: string; next: string }[] {
  const words = [...text.matchAll(/(\p{Lu}[\p{Ll}\p{M}]+)(['’]s|s['’])?([^\p{L}\p{N}]*)/gu)]
  return words.map((match, at) => {
    const next = words[at + 1]
    const touching = next && next.index === match.index + match[0].length && match[3] === ' ' && !match[2]
    const [word, nextWord] = [match[1] ?? '', touching ? (next[1] ?? '') : '']
    return { word, nextWord, name: foldName(word), next: foldName(nextWord) }
  })
}

function addPairs(text: string, index: NameIndex): void {
  let previous = ''
  for (const { name, next } of runs(text)) {
    index.after.set(name, (index.after.get(name) ?? new Set()).add(next))
    index.before.set(name, (index.before.get(name) ?? new Set()).add(previous))
    previous = next === '' ? '' : name
  }
}

/** "Mark Cook", where the source knows Mark Gurman and Tim Cook: two names that never stand together there; nouns, where they have capitals, stand beside anything. */
export function wrongPartner(sentence: string, index: NameIndex, isNoun: (word: string) => boolean): string | null {
  for (const { name, next, nextWord, word } of runs(sentence)) {
    if (!next || isNoun(word) || isNoun(nextWord)) continue
    const partners = index.after.get(name)
    const stem = index.before.has(next) ? next : next.replace(/s$/, '')
    const others = index.before.get(stem)
    if (!partners || !others || partners.has(next) || partners.has(stem)) continue
    if (!partners.has('') && [...others].some((other) => other !== '')) return `${capital(name)} ${capital(stem)}`
  }
  return null
}

const capital = (word: string) => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

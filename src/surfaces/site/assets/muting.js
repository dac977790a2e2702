// Mutes of a reader, by the same rules as in an account's own edition. A word mutes with its endings wherever it occurs
// in the shown text, a source or a kind where all reports are of muted ones. An event that is followed by itself is
// shown.
const WORD = /[\p{L}\p{N}]+(?:[.,]\p{N}+)*\+?/gu
const GAP = "[\\s\\-‐‑–/&'’]{1,3}"
const [ENDINGS, ...REPLACED] = document
  .getElementById('main')
  .dataset.endings.split('|')
  .map((some) => some.split(' '))

const escaped = (text) => text.replace(/[.+]/g, '\\$&')

/** The last word of a phrase, in its forms. A major version stands for its minor ones. */
function formsOf(word) {
  if (/^\p{N}+$/u.test(word)) return `${word}(?:[.,]\\p{N}+)*`
  if (word.length <= 2) return `${escaped(word)}s?`
  const [, ...instead] = REPLACED.find(([letter]) => word.endsWith(letter)) ?? []
  const replaced =
    instead.length > 0 && word.length > 3 ? [`${escaped(word.slice(0, -1))}(?:${instead.join('|')})`] : []
  return `(?:${[`${escaped(word)}(?:${ENDINGS.join('|')})?`, ...replaced].join('|')})`
}

function patternOf(phrase) {
  const words = phrase.normalize('NFC').toLowerCase().match(WORD) ?? []
  const parts = words.map((word, i) => (i < words.length - 1 ? escaped(word) : formsOf(word)))
  return parts.length > 0 ? `(?<![\\p{L}\\p{N}])${parts.join(GAP)}(?![\\p{L}\\p{N}+])` : null
}

/** `muted`, `followed`: names like `word:musk` and `event:12`. An event is its id, texts, and the sources and kinds of its reports. */
export function mutingOf(muted, followed) {
  const keys = (kind) =>
    [...muted].filter((name) => name.startsWith(`${kind}:`)).map((name) => name.slice(kind.length + 1))
  const [sources, kinds] = [new Set(keys('source')), new Set(keys('kind'))]
  const patterns = keys('word').flatMap((word) => patternOf(word) ?? [])
  const words = patterns.length > 0 ? new RegExp(patterns.join('|'), 'u') : null
  const all = (some, existing) => some.length > 0 && some.every((one) => existing.has(String(one)))
  return ({ id, text, sources: by, kinds: of }) =>
    !followed.has(`event:${id}`) &&
    (all(by, sources) || all(of, kinds) || Boolean(words?.test(text.normalize('NFC').toLowerCase())))
}

export const textOf = (item) =>
  [...item.querySelectorAll('a:not(.source), .summary')].map((one) => one.textContent).join(' | ')

/**
 * In lists that are everybody's; not where the reader has asked for just this: a search, or the page of a muted source.
 * `asked`: what the page's own buttons are about.
 */
export function hideMuted(held, requested) {
  if (requested.some((name) => name.startsWith('search:'))) return
  const isMuted = mutingOf(
    [...held.mute].filter((name) => !requested.includes(name)),
    held.follow,
  )
  for (const item of document.querySelectorAll('[data-by]')) {
    const { event, of, by, kinds } = item.dataset
    item.hidden = isMuted({ id: event ?? of, text: textOf(item), sources: by.split(' '), kinds: kinds.split(' ') })
  }
}

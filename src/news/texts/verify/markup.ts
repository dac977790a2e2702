/** Check: plain sentences only: no HTML, markdown, links, lists, JSON or foreign scripts. Pure. */

const MARKUP: [RegExp, string][] = [
  [/<\/?[a-z!][^>]*>/i, 'an HTML tag'],
  [/&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,5});/i, 'an HTML entity'],
  [/\*\*|__|~~|```|`[^`]*`|(?<![\p{L}\p{N}*])\*(?=\S)[^*]*\*(?![\p{L}\p{N}])/u, 'markdown'],
  [/(?<![\p{L}\p{N}_])_(?=\S)[^_]+_(?![\p{L}\p{N}_])/u, 'markdown'],
  [/!?\[[^\]]*\]\([^)]*\)|\[[^\]]*\]\[[^\]]*\]/, 'a markdown link'],
  [/^\s{0,3}(?:#{1,6}\s|>\s|[-*•+]\s|\d{1,2}[.)]\s)/m, 'a heading or list'],
  [/(?:^|\s)#\p{L}/u, 'a hashtag'],
  [/https?:|\bwww\.|\S+@\S+\.\w|\w\.[a-z]{2,12}\/\w/i, 'an address'],
  [/[{}|\\]|\[\d*\]|\[…\]|\[\.\.\.\]/, 'code or a placeholder'],
  [/<\|/, 'a control token'],
  [/(?![©®™#*\d])\p{Extended_Pictographic}/u, 'an emoji'],
]

/** Reason when the text is more than plain sentences, or null. */
export function checkMarkup(text: string): string | null {
  const found = MARKUP.find(([pattern]) => pattern.test(text))
  return found ? `the text holds ${found[1]}` : null
}

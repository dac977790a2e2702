/** Lines that link aggregators write in place of a text, or around one: who submitted it, votes, links. Pure. */

const USER = String.raw`(?:\/?u\/)?\S+`
const COUNT = String.raw`[-\d][\d.,k]*`
/** Reddit; a text of the submitter's precedes it. */
const REDDIT = String.raw`submitted by\s+${USER}(?:\s+to\s+\/?r\/\S+)?(?:\s*\[(?:link|\d* ?comments?)\])+`
/** hnrss and Tildes. */
const FIELDS = String.raw`(?:(?:Article|Link|Comments?|Discussion) URL:\s*\S+\s*)+(?:(?:Points|Votes|Score|# ?Comments|Comments):\s*${COUNT}\s*)*`
const TAIL = new RegExp(String.raw`(?:^|\s)(?:${REDDIT}|${FIELDS})\s*$`, 'i')
/** Lemmy; the submitter's text follows. */
const HEAD = new RegExp(
  String.raw`^submitted by\s+\S+\s+to\s+\S+\s+${COUNT} points?\s*\|\s*${COUNT} comments?(?:\s+https?:\/\/\S+)?\s*`,
  'i',
)
/** Links to a discussion, which are all that Hacker News and Lobsters have. */
const LINKS =
  /\b(?:link|(?:read |view )?comments?|discuss(?:ion)?|points?(?: by \S+)?)\b(?: on (?:hacker news|hn|lobste\.?rs|reddit|lemmy|tildes))?/gi
/** Lobsters links to its comments behind the submitter's text. */
const LAST_LINK = /(?<=[.!?…"”’»)\]])\s+Comments$/
const MAX_LINKS = 200
const MAX_LINE = 5_000

export function withoutAggregatorLines(text: string): string {
  if (text.length < MAX_LINKS && isOnlyLinks(text)) return ''
  const tail = Math.max(0, text.length - MAX_LINE)
  const ended = text.slice(0, tail) + text.slice(tail).replace(TAIL, '').replace(LAST_LINK, '')
  return ended.replace(HEAD, '').trim()
}

/** Numbers and marks beside them are of votes and answers. */
function isOnlyLinks(text: string): boolean {
  const rest = text.replace(LINKS, '')
  return rest !== text && !/\p{L}/u.test(rest)
}

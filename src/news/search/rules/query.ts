/** A reader's text → words, phrases, what is excluded, and filters. Pure; what a filter's value names is looked up later. */
import { foldName, normalForm } from '../../../platform/text/normal-form.ts'
import type { FilterName, Period, SearchContent } from './search-content.ts'
import { type Span, spanOf, spanOfPeriod } from './spans.ts'

export interface ParsedQuery {
  /** Text for ranking: the words, those of phrases too, without filters and exclusions. */
  text: string
  /** An article must hold each, word by word. */
  phrases: string[]
  /** An article must hold none of these words in any form, and none of these phrases. */
  excluded: { words: string[]; phrases: string[] }
  /** Names as the reader wrote them; an article is of any of the sources, with any of the tags, of any of the kinds. */
  sources: string[]
  tags: string[]
  kinds: string[]
  /** The same behind a minus sign: an article is of none of these. */
  without: { sources: string[]; tags: string[]; kinds: string[] }
  /** From when until before when. */
  span: Span
  /** The words of time that were taken out of the text, null where there were none. */
  period: Period | null
  /** Values of time that cannot be read. */
  unreadable: string[]
}

interface Token {
  negative: boolean
  filter: FilterName | null
  quoted: boolean
  value: string
}

const TOKEN = /(?<!\S)(-?)(?:(\p{L}+):)?["”“„«]([^"”“„«»]*)["”“»]|(?<!\S)(-?)(?:(\p{L}+):)?(\S+)|(\S+)/gu

/** Never fails: what is no operator is a word. */
export function parseQuery(text: string, content: SearchContent, now: Date): ParsedQuery {
  const tokens = [...normalForm(text).matchAll(TOKEN)].map((match) => tokenOf(match, content))
  const values = (filter: FilterName, negative = false) =>
    tokens.filter((token) => token.filter === filter && token.negative === negative).map((token) => token.value)
  const words = tokens.filter((token) => token.filter === null && !token.negative)
  const excluded = tokens.filter((token) => token.filter === null && token.negative)
  const { rest, period } = parseTime(words, content)
  const spans = [
    ...(period ? [spanOfPeriod(period, now, content.timezone)] : []),
    ...values('since').map((value) => spanFrom(value, 'since', content, now)),
    ...values('before').map((value) => spanFrom(value, 'before', content, now)),
  ]
  return {
    text: rest.map(({ value }) => value).join(' '),
    phrases: rest.filter(({ quoted }) => quoted).map(({ value }) => value),
    excluded: {
      words: excluded.filter((token) => isWord(token)).map(({ value }) => value),
      phrases: excluded.filter((token) => !isWord(token)).map(({ value }) => value),
    },
    sources: values('source'),
    tags: values('tag'),
    kinds: values('kind'),
    without: { sources: values('source', true), tags: values('tag', true), kinds: values('kind', true) },
    span: narrowest(spans.filter((span) => span !== null)),
    period,
    unreadable: [...values('since'), ...values('before')].filter(
      (value) => spanFrom(value, 'since', content, now) === null,
    ),
  }
}

function tokenOf(match: RegExpExecArray, content: SearchContent): Token {
  const [all, quoteSign, quoteName, phrase, sign, name, word, other] = match
  const quoted = phrase !== undefined && /[\p{L}\p{N}]/u.test(phrase)
  const value = (phrase ?? word ?? other ?? '').trim()
  const filter = content.filters.get(foldName(quoteName ?? name ?? '')) ?? null
  const negative = (quoteSign ?? sign) === '-' && /^[\p{L}\p{N}]/u.test(value)
  const isFilter = filter !== null && value !== '' && !(negative && (filter === 'since' || filter === 'before'))
  if (isFilter) return { negative, filter, quoted, value }
  const written = quoteName ?? name
  if (quoted && written === undefined) return { negative, filter: null, quoted, value }
  return { negative, filter: null, quoted: false, value: negative ? all.slice(1) : all }
}

const isWord = ({ quoted, value }: Token) => !quoted && /^[\p{L}\p{N}]+$/u.test(value)

/** Words of time and of asking, taken out where something is left or nothing else was there. */
function parseTime(words: Token[], { times, questions }: SearchContent): { rest: Token[]; period: Period | null } {
  const folded = words.map(({ value, quoted }) => (quoted ? '\0' : foldName(value).replace(/[?!.,]+$/, '')))
  const isAt = (phrase: string[], at: number) => at >= 0 && phrase.every((word, i) => folded[at + i] === word)
  const question = questions.find((phrase) => isAt(phrase, 0))?.length ?? 0
  for (const { words: phrase, period } of times) {
    const last = folded.length - phrase.length
    const positions = question > 0 ? folded.keys() : [question, last]
    for (const at of positions)
      if (at >= question && isAt(phrase, at))
        return { rest: [...words.slice(question, at), ...words.slice(at + phrase.length)], period }
  }
  return { rest: question < words.length ? words.slice(question) : words, period: null }
}

function spanFrom(value: string, side: 'since' | 'before', content: SearchContent, now: Date): Span | null {
  const phrase = value.split(/\s+/).map(foldName).join(' ')
  const time = content.times.find(({ words }) => words.join(' ') === phrase)
  const span = time ? spanOfPeriod(time.period, now, content.timezone) : spanOf(value, content.timezone)
  if (span === null) return null
  return side === 'since' ? { from: span.from, until: null } : { from: null, until: span.from }
}

function narrowest(spans: Span[]): Span {
  const times = (list: (Date | null)[]) => list.flatMap((date) => (date ? [date.getTime()] : []))
  const from = times(spans.map((span) => span.from))
  const until = times(spans.map((span) => span.until))
  return {
    from: from.length > 0 ? new Date(Math.max(...from)) : null,
    until: until.length > 0 ? new Date(Math.min(...until)) : null,
  }
}

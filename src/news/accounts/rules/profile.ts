/** Follows and mutes of a reader: all that an edition is made from. Pure. */

import { isId } from '../../../platform/ids.ts'
import { normalForm } from '../../../platform/text/normal-form.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import { ARTICLE_KINDS, type ArticleKind } from '../../topic/rules/kinds.ts'

export const FOLLOW_KINDS = ['tag', 'story', 'event', 'source', 'search'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

export const MUTE_KINDS = ['word', 'source', 'kind'] as const
export type MuteKind = (typeof MUTE_KINDS)[number]

export interface Follow {
  kind: FollowKind
  /** The id of what is followed in decimal digits, or a search as it was written. */
  key: string
}

export interface Mute {
  kind: MuteKind
  /** A word or phrase, the id of a source, or an article's kind. */
  key: string
}

export interface Profile {
  follows: Follow[]
  mutes: Mute[]
}

export const profileLimits = { follows: 500, mutes: 500, searches: 20, characters: 200 } as const

/** Null for what cannot be followed: an invalid id, an empty or endless search. */
export function parseFollow(kind: string, key: string): Follow | null {
  const existing = FOLLOW_KINDS.find((name) => name === kind)
  if (existing === undefined) return null
  const text = existing === 'search' ? parseWords(key) : isId(key) ? key : null
  return text === null ? null : { kind: existing, key: text }
}

export function parseMute(kind: string, key: string): Mute | null {
  const existing = MUTE_KINDS.find((name) => name === kind)
  if (existing === 'word') {
    const word = parseWords(normalForm(key))
    return word === null || !/[\p{L}\p{N}]/u.test(word) ? null : { kind: existing, key: word.toLowerCase() }
  }
  if (existing === 'source') return isId(key) ? { kind: existing, key } : null
  return existing === 'kind' && isArticleKind(key) ? { kind: existing, key } : null
}

const isArticleKind = (key: string): key is ArticleKind => ARTICLE_KINDS.some((kind) => kind === key)

function parseWords(text: string): string | null {
  const words = foldSpace(text.normalize('NFC'))
  return words === '' || words.length > profileLimits.characters ? null : words
}

export const nameOf = ({ kind, key }: Follow | Mute): string => `${kind}:${key}`

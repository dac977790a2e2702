/** A profile as a small file that people read and edit: one line for each follow and mute. Pure. */
import { FAILSAFE_SCHEMA } from 'js-yaml'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { parseContent } from '../site/content-file.ts'
import { FOLLOW_KINDS, type FollowKind, MUTE_KINDS, type MuteKind, profileLimits } from './profile.ts'

/** `key`: a tag's slug, an id, or words; `title` is for people and not read back. */
interface Line<Kind extends string> {
  kind: Kind
  key: string
  title?: string
}

export interface ProfileFile {
  follow: Line<FollowKind>[]
  mute: Line<MuteKind>[]
}

const MAX_CHARACTERS = 60_000

/** Reason why a file is no valid profile, for the words of the page that reports it. */
export class ProfileViolation extends AppError {
  readonly reason: 'unreadable' | 'too_much'
  /** From 1; null where no single line is wrong. */
  readonly line: number | null

  constructor(reason: ProfileViolation['reason'], line: number | null = null) {
    super('unprocessable', line === null ? `The profile is ${reason}.` : `The profile is ${reason}, line ${line}.`)
    this.reason = reason
    this.line = line
  }
}

export function writeProfileFile({ follow, mute }: ProfileFile): string {
  const list = (name: string, lines: Line<string>[]) =>
    lines.length === 0 ? `${name}: []\n` : `${name}:\n${lines.map(writeLine).join('')}`
  return list('follow', follow) + list('mute', mute)
}

function writeLine({ kind, key, title }: Line<string>): string {
  const plain = /^(\d+|[a-z][a-z0-9-]*)$/.test(key) && !/^(true|false|null|yes|no|on|off|y|n)$/.test(key)
  const note = title && title !== key ? ` # ${title.replace(/[\p{Cc}\s]+/gu, ' ')}` : ''
  return `  - ${kind}: ${plain ? key : JSON.stringify(key)}${note}\n`
}

const lines = <Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z.preprocess(
    (list) => (list === '' ? [] : list),
    z
      .array(z.partialRecord(z.enum(kinds), z.string()).refine((line) => Object.keys(line).length === 1))
      .optional()
      .transform((list) =>
        (list ?? []).flatMap((line) =>
          Object.entries(line).map(([kind, key]) => ({ kind: kind as Kind, key: key as string })),
        ),
      ),
  )

const Shape = z.strictObject({ follow: lines(FOLLOW_KINDS), mute: lines(MUTE_KINDS) })

/** Keys are texts as they stand there: 007 is no 7. Throws `ProfileViolation`. */
export function parseProfileFile(text: string): ProfileFile {
  if (text.length > MAX_CHARACTERS) throw new ProfileViolation('too_much')
  if (text.trim() === '') return { follow: [], mute: [] }
  const profile = readShape(text)
  const searches = profile.follow.filter(({ kind }) => kind === 'search').length
  const { follows, mutes, searches: maxSearches } = profileLimits
  if (profile.follow.length > follows || profile.mute.length > mutes || searches > maxSearches)
    throw new ProfileViolation('too_much')
  return profile
}

function readShape(text: string): ProfileFile {
  try {
    return parseContent(text, FILE, Shape, () => [], FAILSAFE_SCHEMA)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new ProfileViolation('unreadable', Number(LINE.exec(error.message)?.[1] ?? 0) || null)
  }
}

const FILE = 'profil.yaml'
const LINE = /^profil\.yaml:(\d+)/

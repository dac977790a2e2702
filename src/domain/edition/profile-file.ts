/** A profile as a small file that people read and edit: one line for each follow and mute. Pure. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { parseContent } from '../site/content-file.ts'
import { FOLLOW_KINDS, type FollowKind, MUTE_KINDS, type MuteKind, profileLimits } from './profile.ts'

/** `key`: a tag's slug, an id, or words; `title` is said beside it for people and not read back. */
interface Line<Kind extends string> {
  kind: Kind
  key: string
  title?: string
}

export interface ProfileFile {
  follow: Line<FollowKind>[]
  mute: Line<MuteKind>[]
}

const MOST_CHARACTERS = 60_000

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

const lines = <Kind extends string>(kinds: readonly [Kind, ...Kind[]], most: number) =>
  z
    .array(z.partialRecord(z.enum(kinds), z.union([z.string(), z.number()])))
    .max(most)
    .nullish()
    .transform((list) =>
      (list ?? []).flatMap((line) =>
        Object.entries(line).map(([kind, key]) => ({ kind: kind as Kind, key: String(key) })),
      ),
    )

const Shape = z.strictObject({
  follow: lines(FOLLOW_KINDS, profileLimits.follows),
  mute: lines(MUTE_KINDS, profileLimits.mutes),
})

/** Throws `unprocessable` naming the line of what is wrong. */
export function parseProfileFile(text: string): ProfileFile {
  if (text.length > MOST_CHARACTERS) throw wrong(`more than ${MOST_CHARACTERS} characters`)
  if (text.trim() === '') return { follow: [], mute: [] }
  try {
    return parseContent(text, 'profil.yaml', Shape)
  } catch (error) {
    throw error instanceof AppError ? wrong(error.message) : error
  }
}

const wrong = (why: string) => new AppError('unprocessable', why)

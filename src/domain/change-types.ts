/** Types of the log of changes, and the cursors by which readers follow it. */

export const changeTypes = [
  ...['entry.created', 'entry.updated', 'entry.removed'],
  ...['event.created', 'event.updated', 'event.merged', 'event.split', 'event.removed'],
  ...['story.created', 'story.updated', 'story.merged', 'story.split', 'story.removed'],
  ...['episode.created', 'episode.updated', 'episode.removed'],
  ...['guide.created', 'guide.updated', 'guide.removed'],
  'correction.created',
]

/**
 * Types from a list joined by commas, in which a kind means all its types; sorted. `unknown` is the first invalid one.
 */
export function readTypes(text: string): { existing: string[]; unknown: string | undefined } {
  const names = text.split(',').flatMap((part) => part.trim() || [])
  const unknown = names.find((name) => !changeTypes.some((type) => type === name || type.startsWith(`${name}.`)))
  const existing = changeTypes.filter((type) => names.some((name) => type === name || type.startsWith(`${name}.`)))
  return { existing: existing.sort(), unknown }
}

export type ChangeKind = 'entry' | 'event' | 'story' | 'episode' | 'guide' | 'correction'

/** Position of a reader: the log, and the last position that was handed out. */
export interface ChangeCursor {
  epoch: string
  position: number
}

export const formatCursor = ({ epoch, position }: ChangeCursor): string => `${epoch}-${position}`

/** Undefined for what never was a cursor. */
export function parseCursor(text: string): ChangeCursor | undefined {
  const [, epoch, position] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(text) ?? []
  return epoch === undefined ? undefined : { epoch, position: Number(position) }
}

/** Retention of changes. */
export const RETENTION_DAYS = 90

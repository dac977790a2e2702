/** Types of the log of changes, and the cursors by which readers follow it. */

/** Of all kinds that are logged, those of features that are off among them. */
export const changeTypes = [
  ...['entry.created', 'entry.updated', 'entry.removed'],
  ...['event.created', 'event.updated', 'event.merged', 'event.split', 'event.removed'],
  ...['story.created', 'story.updated', 'story.merged', 'story.split', 'story.removed'],
  ...['episode.created', 'episode.updated', 'episode.removed'],
  ...['guide.created', 'guide.updated', 'guide.removed'],
  'correction.created',
]

/** In the order of `changeTypes`. */
export const typesOf = (kinds: readonly { kind: ChangeKind }[]): string[] =>
  changeTypes.filter((type) => kinds.some(({ kind }) => type.startsWith(`${kind}.`)))

/**
 * Types from a list joined by commas, in which a kind means all its types; sorted. `unknown` is the first that is not offered.
 */
export function readTypes(
  text: string,
  offered: readonly string[],
): { existing: string[]; unknown: string | undefined } {
  const names = text.split(',').flatMap((part) => part.trim() || [])
  const unknown = names.find((name) => !offered.some((type) => type === name || type.startsWith(`${name}.`)))
  const existing = offered.filter((type) => names.some((name) => type === name || type.startsWith(`${name}.`)))
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

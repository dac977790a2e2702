import { inline } from './escape.ts'

/** A section of lines below a heading; nothing where there is none. */
export function list<T>(heading: string, items: readonly T[], line: (item: T) => string, level = 2): string {
  return items.length === 0 ? '' : `${'#'.repeat(level)} ${inline(heading)}\n\n${items.map(line).join('\n')}`
}

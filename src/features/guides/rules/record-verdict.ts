/** A rumor's verdict written into the text of its guide: its other lines and all comments stay. Pure. */
import { AppError } from '../../../platform/errors.ts'
import { locationsOf, type YamlLocation } from '../../../platform/site/yaml-locations.ts'
import type { GuideRumor } from './guide.ts'

export type RumorVerdict = Pick<GuideRumor, 'verdict' | 'settled'>

/** Throws `not_found` for a rumor that the text does not have, and `unprocessable` where its keys share a line. */
export function withVerdict(text: string, id: string, { verdict, settled }: RumorVerdict): string {
  const lines = text.split('\n')
  const end = lines.findIndex((line, at) => at > 0 && /^---[ \t]*\r?$/.test(line))
  const rumor = rumorAt(lines.slice(1, end), id)
  const { verdict: location, settled: before } = Object.fromEntries(rumor.children)
  const keyLines = [...rumor.children.values()].map(({ keyLine }) => keyLine)
  if (!location || new Set(keyLines).size < keyLines.length)
    throw new AppError('unprocessable', `Rumor "${id}": write each of its keys on a line of its own.`)
  const start = /^[\s-]*/.exec(lines[location.keyLine] ?? '')?.[0] ?? ''
  const written = [`${start}verdict: ${JSON.stringify(verdict)}`]
  if (settled) written.push(`${' '.repeat(start.length)}settled: ${flow(settled)}`)
  const dropped = before ? linesOf(before.keyLine, before.location) : []
  return lines
    .flatMap((line, at) => (at === location.keyLine ? written : dropped.includes(at) ? [] : [line]))
    .join('\n')
}

function rumorAt(yaml: string[], id: string): YamlLocation {
  const rumors = locationsOf(yaml.join('\n')).children.get('rumors')?.location.children.values() ?? []
  for (const { location } of rumors) {
    const line = yaml[(location.children.get('id')?.location.line ?? 0) - 1] ?? ''
    if (new RegExp(`\\bid:\\s*["']?${id}["']?\\s*([,}#].*)?\\r?$`).test(line)) return location
  }
  throw new AppError('not_found', `There is no rumor "${id}" in this guide.`)
}

const flow = ({ on, outcome, url }: NonNullable<RumorVerdict['settled']>): string =>
  `{ on: ${on}, outcome: ${JSON.stringify(outcome)}${url ? `, url: ${JSON.stringify(url)}` : ''} }`

/** From the line of a key to the last line of what it holds. */
function linesOf(first: number, location: YamlLocation): number[] {
  const last = Math.max(
    location.line,
    ...[...location.children.values()].flatMap((child) => linesOf(child.keyLine, child.location)),
  )
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

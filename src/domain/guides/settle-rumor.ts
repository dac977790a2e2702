/** A rumor's verdict written into the text of its guide: its other lines and all comments stay. Pure. */
import { AppError } from '../errors.ts'
import { placesOf, type YamlPlace } from '../site/yaml-places.ts'
import type { GuideRumor } from './guide.ts'

export type RumorVerdict = Pick<GuideRumor, 'verdict' | 'settled'>

/** Throws `not_found` for a rumor that the text does not have, and `unprocessable` where its keys share a line. */
export function withVerdict(text: string, id: string, { verdict, settled }: RumorVerdict): string {
  const lines = text.split('\n')
  const end = lines.findIndex((line, at) => at > 0 && /^---[ \t]*\r?$/.test(line))
  const rumor = rumorAt(lines.slice(1, end), id)
  const { verdict: place, settled: before } = Object.fromEntries(rumor.children)
  const keyLines = [...rumor.children.values()].map(({ keyLine }) => keyLine)
  if (!place || new Set(keyLines).size < keyLines.length)
    throw new AppError('unprocessable', `Rumor "${id}": write each of its keys on a line of its own.`)
  const start = /^[\s-]*/.exec(lines[place.keyLine] ?? '')?.[0] ?? ''
  const written = [`${start}verdict: ${JSON.stringify(verdict)}`]
  if (settled) written.push(`${' '.repeat(start.length)}settled: ${flow(settled)}`)
  const dropped = before ? linesOf(before.keyLine, before.place) : []
  return lines.flatMap((line, at) => (at === place.keyLine ? written : dropped.includes(at) ? [] : [line])).join('\n')
}

function rumorAt(yaml: string[], id: string): YamlPlace {
  const rumors = placesOf(yaml.join('\n')).children.get('rumors')?.place.children.values() ?? []
  for (const { place } of rumors) {
    const line = yaml[(place.children.get('id')?.place.line ?? 0) - 1] ?? ''
    if (new RegExp(`\\bid:\\s*["']?${id}["']?\\s*([,}#].*)?\\r?$`).test(line)) return place
  }
  throw new AppError('not_found', `There is no rumor "${id}" in this guide.`)
}

const flow = ({ on, outcome, url }: NonNullable<RumorVerdict['settled']>): string =>
  `{ on: ${on}, outcome: ${JSON.stringify(outcome)}${url ? `, url: ${JSON.stringify(url)}` : ''} }`

/** From the line of a key to the last line of what it holds. */
function linesOf(first: number, place: YamlPlace): number[] {
  const last = Math.max(
    place.line,
    ...[...place.children.values()].flatMap((child) => linesOf(child.keyLine, child.place)),
  )
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

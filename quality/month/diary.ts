/** What the operator was told in the month, and whether it was what had to be told: nothing unsaid, nothing said twice. */
import type { NoticeKind } from '../../src/news/operator/rules/notices.ts'
import { dayOf, type Source, sources } from './world.ts'

export interface Entry {
  at: Date
  urgent: boolean
  matters: { key: string; kind: NoticeKind; text: string; link: string }[]
}

/** What a person has to do about it. */
const toDo: Partial<Record<NoticeKind, string>> = {
  source_failing: "look at the source's page; wait, give it another address, or remove it",
  source_gone: 'take the address that the console proposes, or remove it',
  source_wants_login: "give a login on the source's page",
  source_not_a_feed: 'look at what it answers; give it a login or another address',
  source_never_answered: 'correct the address, or remove it',
  source_silent: 'look whether it has moved; pause or remove it',
  budget_near: 'raise AI_MONTHLY_BUDGET, or do without summaries until the month turns',
  budget_used: 'the same, now',
  disk_low: 'make room on the disk of DATA_DIR',
  network_away: 'mend the network; no source is to blame',
}

const stamp = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')

export function printDiary(entries: Entry[], events: { at: Date; what: string }[]): void {
  // What happens comes before what is told of it.
  const lines = [
    ...events.map(({ at, what }) => ({ at, text: `(${what})` })),
    ...entries.map(({ at, urgent, matters }) => ({
      at,
      text: `${urgent ? 'AT ONCE' : 'digest'}\n${matters.map(({ kind, text }) => `    ${text}\n      → ${toDo[kind] ?? '?'}`).join('\n')}`,
    })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { at, text } of lines) console.log(`${stamp(at)} UTC  ${text}`)
}

/** Kinds that are about the service itself: once each in this month, and by which day. */
const ofTheService: [NoticeKind, number, number][] = [
  ['budget_near', 10, 25],
  ['budget_used', 12, 29.5],
  ['disk_low', 23, 23.3],
  ['network_away', 20.5, 21.5],
]

/** A line for each thing that was not said in time, said twice, or said without need. */
export function faultsOf(entries: Entry[], idOf: Map<string, number>): string[] {
  const said = entries.flatMap(({ at, matters }) => matters.map(({ key, kind }) => ({ key, kind, day: dayOf(at) })))
  const faults: string[] = []
  const expected = new Set<string>()
  const expect = (key: string, from: number, to: number) => {
    const days = said.filter((each) => each.key === key).map(({ day }) => day)
    expected.add(key)
    if (days.length === 0) faults.push(`never said: ${key}`)
    if (days.length > 1) faults.push(`said ${days.length} times: ${key}`)
    for (const day of days)
      if (day < from || day > to) faults.push(`said on day ${day.toFixed(1)}, wanted ${from} to ${to}: ${key}`)
  }
  for (const { name, way } of sources) if (way?.told) expectOf(name, way, expect, idOf)
  for (const [kind, from, to] of ofTheService) {
    const key = said.find((each) => each.kind === kind)?.key ?? kind
    expect(key, from, to)
  }
  for (const { key, day } of said)
    if (!expected.has(key)) faults.push(`said without need on day ${day.toFixed(1)}: ${key}`)
  return faults
}

function expectOf(
  name: string,
  way: NonNullable<Source['way']>,
  expect: (key: string, from: number, to: number) => void,
  idOf: Map<string, number>,
): void {
  if (way.told)
    expect(
      `${way.told.kind === 'source_gone' ? 'source_gone' : 'source'}:${idOf.get(name)}`,
      way.days[0],
      way.days[0] + way.told.within,
    )
}

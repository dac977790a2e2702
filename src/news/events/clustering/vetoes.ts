/** Facts that two reports of one event cannot disagree on. Pure. */
import type { Features } from './pair-features.ts'

export type Veto = 'version' | 'stage'

/** First fact that two articles disagree on, by their headlines and, where those are silent, their texts. */
export function vetoOf(a: Features, b: Features): Veto | null {
  if (versionsDisagree(a.titleFacts.versions, b.titleFacts.versions)) return 'version'
  return stagesDisagree(stagesOf(a), stagesOf(b)) || isTestOf(a, b) || isTestOf(b, a) ? 'stage' : null
}

/** Both name a version of the same line, and no two are the same or a part of each other ("26" and "26.1"). */
function versionsDisagree(a: string[], b: string[]): boolean {
  return a.some((one) => {
    const rivals = b.filter((other) => lineOf(other) === lineOf(one))
    const versions = a.filter((other) => lineOf(other) === lineOf(one))
    return rivals.length > 0 && !versions.some((version) => rivals.some((rival) => sameVersion(version, rival)))
  })
}

const lineOf = (version: string) => version.slice(0, version.lastIndexOf(' '))
const sameVersion = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)

const stagesOf = (features: Features) =>
  features.titleFacts.stages.length > 0 ? features.titleFacts.stages : features.facts.stages

function stagesDisagree(a: string[], b: string[]): boolean {
  const same = (one: string, other: string) =>
    one === other || (one === 'pb' && other.startsWith(one)) || (other === 'pb' && one.startsWith(other))
  return a.length > 0 && b.length > 0 && !a.some((one) => b.some((other) => same(one, other)))
}

/** One headline is about a test of a version, the other about that version, with no word of a test. */
const isTestOf = (a: Features, b: Features) =>
  a.titleFacts.stages.length > 0 &&
  b.facts.stages.length === 0 &&
  a.titleFacts.versions.some((version) => b.titleFacts.versions.includes(version))

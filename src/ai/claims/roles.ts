/** Gate: who does what to whom, and who holds which office, is as the source says. */
import type { ClaimWords, Relation } from './claim-words.ts'
import type { Ground } from './ground.ts'
import type { Sentence, Word } from './reading.ts'

interface Act {
  verb: string
  /** Keys of those who act and of those who are acted on; null where the sentence does not name them. */
  by: Set<string> | null
  on: Set<string> | null
}

// Parties that sentences name by what they are.
const PARTIES = new Set(
  'authority union government police prosecutor court judge customer employee owner tenant farm family company parliament municipality bank insurance supplier teacher doctor competitor coach minister union animal'
    .split(' ')
    .map((name) => `=${name}`),
)
const OFFICES = new Set(
  'chief founder judge minister analyst lawyer spokesperson doctor coach author developer expert mayor leaker prosecutor winner supplier bank airline cloud shipyard shipping app union authority court hospital university municipality competitor'
    .split(' ')
    .map((name) => `=${name}`),
)
const REACH = 9

export function rolesGate(claim: Sentence, ground: Ground, lists: ClaimWords | null): string | null {
  if (!lists || !ground.lists) return null
  const acts = actsOf(claim, lists, () => true)
  const isTold = (verb: string) => acts.some((act) => act.verb === verb)
  const theirLists = ground.lists
  const theirs = ground.sentences.flatMap((sentence) => actsOf(sentence, theirLists, isTold))
  for (const act of acts) {
    const same = theirs.filter(({ verb }) => verb === act.verb)
    if (same.some((other) => agrees(act, other))) continue
    const reversed = same.find((other) => isReversed(act, other))
    if (reversed) return `who does what to whom ("${act.verb}") is the other way round in the source`
  }
  return officesGate(claim, ground, lists, theirLists)
}

const overlaps = (a: Set<string> | null, b: Set<string> | null) =>
  a !== null && b !== null && [...a].some((key) => b.has(key))

/** Both have changed places; where only one of them is told, it must have a name. */
function isReversed(act: Act, other: Act): boolean {
  const [one, two] = [overlaps(act.by, other.on), overlaps(act.on, other.by)]
  if (one && two) return true
  const isNamed = (keys: Set<string> | null) => [...(keys ?? [])].every((key) => key.startsWith('n:'))
  return (one && isNamed(act.by)) || (two && isNamed(act.on))
}

/** Named on either side as in the source, and nowhere against it. */
function agrees(act: Act, other: Act): boolean {
  if (overlaps(act.by, other.on) || overlaps(act.on, other.by))
    return overlaps(act.by, other.by) && overlaps(act.on, other.on)
  return overlaps(act.by, other.by) || overlaps(act.on, other.on)
}

function actsOf(sentence: Sentence, lists: ClaimWords, isWanted: (verb: string) => boolean): Act[] {
  const wanted = lists.relations.filter(({ verb }) => isWanted(verb))
  return wanted.flatMap((relation) => actOf(sentence, relation, lists) ?? [])
}

function actOf(sentence: Sentence, { verb, active, passive }: Relation, lists: ClaimWords): Act | null {
  const suffered = place(sentence, passive)
  const done = suffered ?? place(sentence, active)
  if (!done) return null
  const before = sentence.words.filter((word) => word.at < done.start)
  const after = sentence.words.filter((word) => word.at >= done.end)
  const left = nearest(before.toReversed())
  if (suffered) return { verb, on: left, by: byAgent(after, lists) }
  // "In February the FTC sued Halden" is in Swedish "I februari stämde FTC Halden": nobody stands before the verb.
  if (left) return { verb, by: left, on: nearest(after) }
  const [first, second] = twoNearest(after)
  return first && second ? { verb, by: first, on: second } : null
}

function place(sentence: Sentence, pattern: RegExp | null): { start: number; end: number } | null {
  const found = pattern?.exec(sentence.text)
  return found ? { start: found.index, end: found.index + found[0].length } : null
}

function byAgent(after: Word[], lists: ClaimWords): Set<string> | null {
  const at = after.findIndex((word) => lists.agent.has(word.lower))
  return at < 0 ? null : nearest(after.slice(at + 1))
}

/** Those named by the nearest word that names a party, and what stands with it ("Northgate Securities"). */
function nearest(words: Word[]): Set<string> | null {
  return twoNearest(words)[0] ?? null
}

function twoNearest(words: Word[]): Set<string>[] {
  const found: Set<string>[] = []
  let open = false
  for (const word of words.slice(0, REACH)) {
    const keys = word.keys.filter((key) => (word.isName && key.startsWith('n:')) || PARTIES.has(key))
    const last = found.at(-1)
    if (keys.length > 0 && open && last) for (const key of keys) last.add(key)
    else if (keys.length > 0) found.push(new Set(keys))
    open = keys.length > 0
  }
  return found.map(namesFirst)
}

/** "the company Jamf" is Jamf: what it is tells only where no name does. */
function namesFirst(keys: Set<string>): Set<string> {
  const names = [...keys].filter((key) => key.startsWith('n:'))
  return names.length > 0 ? new Set(names) : keys
}

/** "vd Anneke de Wit", where the source has another chief and Anneke de Wit is something else. */
function officesGate(claim: Sentence, ground: Ground, lists: ClaimWords, theirLists: ClaimWords): string | null {
  const theirs = ground.sentences.flatMap((sentence) => officesOf(sentence, theirLists))
  for (const { office, name } of officesOf(claim, lists)) {
    const holders = theirs.filter((other) => other.office === office)
    const own = theirs.filter((other) => other.name === name)
    if (holders.length === 0 || own.length === 0 || holders.some((other) => other.name === name)) continue
    return `"${name.slice(2)}" holds another office in the source`
  }
  return null
}

function officesOf(sentence: Sentence, { relatives }: ClaimWords): { office: string; name: string }[] {
  return sentence.words.flatMap((word, at) => {
    const office = word.keys.find((key) => OFFICES.has(key))
    const isClause = relatives.has(sentence.words[at - 1]?.lower ?? '')
    if (!office || isClause) return []
    const names: string[] = []
    for (const next of sentence.words.slice(at + 1, at + 5)) {
      const key = next.isName ? next.keys.find((name) => name.startsWith('n:')) : undefined
      const touches = sentence.text.slice(word.at, next.at).split(/[,.;:]/).length <= 1
      if (!key || !touches) break
      names.push(key)
    }
    return names.map((name) => ({ office, name }))
  })
}

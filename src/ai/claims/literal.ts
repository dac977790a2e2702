/**
 * Gate: what can be read letter by letter, numbers, dates, quotations and names, stands in the evidence of its sentence.
 * A date or name that the article holds elsewhere is refused only where one of the evidence was left out for it: then the
 * one took the other's place. "The field" may be called by its name.
 */
import type { GateOptions } from '../gates/check-summary.ts'
import { datesGate } from '../gates/dates.ts'
import { type Evidence, type GateSource, gatherEvidence } from '../gates/evidence.ts'
import { multiplesGate } from '../gates/multiples.ts'
import { foldName } from '../gates/name-forms.ts'
import { type NameRules, namesGate } from '../gates/names.ts'
import { numbersGate } from '../gates/numbers.ts'
import { quotesGate } from '../gates/quotes.ts'
import type { Bound } from './bind.ts'
import { namesIn } from './places.ts'
import type { Sentence, Word } from './reading.ts'

/** Only where the answer names its evidence: what we find ourselves may be too little. `given` are the names of the answer. */
export function literalGate(
  claim: Sentence,
  bound: Bound,
  source: GateSource,
  gates: GateOptions,
  given: Set<string>,
): string | null {
  if (!bound.given) return null
  const { languages, known, names } = gates
  const { own } = languages
  const { text } = claim
  const read = (from: GateSource): Evidence => gatherEvidence(from, known, languages)
  const { sentences } = bound.ground
  const said = joined(sentences)
  const whole = read(source)
  const beside = read({ ...source, text: joined([...sentences, ...bound.around, ...bound.after]) })
  const told = read({ title: '', text, language: languages.site, publishedAt: source.publishedAt ?? null })
  const reason =
    numbersGate(text, own, read({ ...source, text: said }), { near: beside, whole }) ??
    multiplesGate(text, own, beside) ??
    quotesGate(text, own, read({ ...source, text: said })) ??
    displaced(
      (evidence) => datesGate(text, own, evidence),
      [beside, whole],
      () => datesGate(said, whole.reading, told) !== null,
    ) ??
    displaced(
      (evidence) => namesGate(text, own, evidence, names),
      [read({ ...source, text: `${said}\n${wholeNames(said, source.text)}` }), whole],
      () => leavesOutName(claim, bound, given, whole, names),
    )
  return reason?.replace('in the source', 'in the evidence of the sentence') ?? null
}

/** The reason why the evidence does not hold it; none where the whole does and nothing was left out for it. */
function displaced(
  gate: (evidence: Evidence) => string | null,
  [near, whole]: [Evidence, Evidence],
  leavesOut: () => boolean,
): string | null {
  const reason = gate(near)
  return reason !== null && (gate(whole) !== null || leavesOut()) ? reason : null
}

/** A name of the evidence that the claim does not have, in whatever form; days and months are none. Where every noun has a capital, only those count that the answer takes for names. */
function leavesOutName(
  { text }: Sentence,
  { ground }: Bound,
  given: Set<string>,
  { known, reading }: Evidence,
  { table }: NameRules,
): boolean {
  const mine = foldName(`${text} ${known.join(' ')}`)
  const words = ground.sentences.flatMap(({ words }) => words.filter(({ isName }) => isName))
  const theirs = ground.lists?.capitalNouns ? words.filter((word) => namesIn([word], given).size > 0) : words
  const isDate = ({ lower }: Word) =>
    reading.dates.months.has(lower) || reading.dates.weekdays.some(([day]) => lower.startsWith(day))
  const isTranslated = (name: string) =>
    table.names.some((one) => text.includes(one.name) && one.support.test(name) && text.search(one.pattern) >= 0)
  return theirs.some(
    (word) =>
      !isDate(word) &&
      [...namesIn([word])].every((name) => !mine.includes(name.slice('n:'.length))) &&
      !isTranslated(word.text),
  )
}

/** The names of the article of which a part stands in the evidence: "Neil Farrow" for "Farrow". */
function wholeNames(said: string, article: string): string {
  const runs = article.match(/\p{Lu}[\p{Ll}\p{M}]+(?: \p{Lu}[\p{Ll}\p{M}]+)+/gu) ?? []
  return runs.filter((run) => run.split(' ').some((part) => said.includes(part))).join('. ')
}

const joined = (sentences: readonly Sentence[]) => sentences.map(({ text }) => text).join('\n')

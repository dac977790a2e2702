/**
 * `npm run eval:disputes`: sixty pairs of statements, a third of them disputes that no number tells. Half of the pairs are held
 * out: `differing-values.ts` was written with the other half in view. A writer sets both statements of a pair against each other,
 * or makes two points of them. Each is shown with a judge that answers rightly, and with none.
 */
import { readFileSync } from 'node:fs'
import { groupStatements } from '../../src/news/events/rules/group-statements.ts'
import { loadVerifyRules } from '../../src/news/texts/load-rules.ts'
import type { Relation } from '../../src/news/texts/rules/relations.ts'
import { valuesDiffer } from '../../src/news/texts/verify/differing-values.ts'
import { doubtfulPairs } from '../../src/news/texts/verify/event-points.ts'

interface LabelledPair {
  id: string
  language: string
  kind: 'dispute' | 'alike' | 'addition'
  relation: Relation
  a: string
  b: string
}

const file = new URL('statement-pairs.jsonl', import.meta.url)
const pairs = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as LabelledPair)
const rules = new Map(
  await Promise.all(
    ['sv', 'en', 'de'].map(async (code) => [code, (await loadVerifyRules('content', code, [])).languages] as const),
  ),
)

type Shown = 'dispute' | 'not judged' | 'apart' | 'agreed'

/** `judge`: its answer to the pair; null for none. */
function shownAs({ language, a, b }: LabelledPair, isDispute: boolean, judge: Relation | null): Shown {
  const languages = rules.get(language)
  if (!languages) throw new Error(`no rules for ${language}`)
  const statements = [
    { text: a, voices: ['one'], point: 0 },
    { text: b, voices: ['other'], point: isDispute ? 0 : 1 },
  ]
  const doubtful = doubtfulPairs(statements, languages)
  const isGuess = judge === 'same' && valuesDiffer(a, b, languages.siteReading)
  const [group] = groupStatements(
    2,
    doubtful.map((pair) => ({ pair, relation: isGuess ? null : judge })),
  )
  if (group && group.sides.length > 1) return group.judged ? 'dispute' : 'not judged'
  return group?.sides[0]?.length === 2 ? 'agreed' : 'apart'
}

/** Every second pair of a kind and language. */
const isHeldOut = (pair: LabelledPair) =>
  pairs.filter(({ kind, language }) => kind === pair.kind && language === pair.language).indexOf(pair) % 2 === 1

function report(title: string, some: readonly LabelledPair[]): number {
  let falseAgreements = 0
  console.log(
    `\n${title}: ${some.length} pairs, ${some.filter(({ relation }) => relation === 'exclude').length} disputes`,
  )
  for (const [name, isDispute, hasJudge] of [
    ['set against each other, judged', true, true],
    ['set against each other, no judge', true, false],
    ['two points, judged', false, true],
    ['two points, no judge', false, false],
  ] as const) {
    const outcomes = some.map((pair) => ({ pair, is: shownAs(pair, isDispute, hasJudge ? pair.relation : null) }))
    const count = (isTrue: boolean, ...wanted: Shown[]) =>
      outcomes.filter(({ pair, is }) => (pair.relation === 'exclude') === isTrue && wanted.includes(is)).length
    const wrong = outcomes.filter(({ pair, is }) => is === 'agreed' && pair.relation !== 'same').length
    falseAgreements += wrong
    console.log(
      `  ${name}: true disputes told ${count(true, 'dispute', 'not judged')}, false ones told ${count(false, 'dispute')}, ` +
        `as "not judged" ${count(false, 'not judged')}, false agreements ${wrong}`,
    )
  }
  return falseAgreements
}

const wrong =
  report(
    'in view',
    pairs.filter((pair) => !isHeldOut(pair)),
  ) + report('held out', pairs.filter(isHeldOut))
process.exitCode = wrong === 0 ? 0 : 1

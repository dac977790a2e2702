import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { claimWords } from '../../src/ai/claims/claim-words.ts'
import { type ExamineRules, examine, type StandingClaim } from '../../src/ai/claims/examine.ts'
import { loadGates } from '../../src/ai/gates/load-gates.ts'
import { readLanguages } from '../../src/language-files.ts'

const content = resolve('content')
const rules: ExamineRules = {
  gates: await loadGates(content, 'sv', ['Apple']),
  listsOf: claimWords(readLanguages(content)),
  evidenceNeeded: true,
}
const source = {
  title: 'Larkfield recalls headphones after overheating reports',
  text:
    'Larkfield is recalling its Tern headphones in Canada. The company has received 63 reports of the left earcup ' +
    'overheating, including four minor burns. Owners can choose between a refund and a free replacement.',
  language: 'en',
}
const first = {
  text: 'Larkfield återkallar sina hörlurar Tern i Kanada, där ägarna kan välja mellan pengarna tillbaka och ett nytt par utan kostnad, efter rapporter om att de blir för varma när de används.',
  evidence: ['Larkfield is recalling its Tern headphones in Canada.'],
}
const last = {
  text: 'Den som äger ett par får välja mellan att få pengarna tillbaka och att få ett utbyte gratis av tillverkaren.',
  evidence: ['Owners can choose between a refund and a free replacement.'],
}
const middle = (reports: string, burns: string) => ({
  text: `Bolaget har fått in ${reports} rapporter om att den vänstra kåpan blir för varm, och ${burns} personer har fått lindriga brännskador.`,
  evidence: ['The company has received 63 reports of the left earcup overheating'],
})
const gatesOf = (claims: StandingClaim[]) =>
  claims.flatMap(({ part, fault }) => (part === 'sentence' ? (fault?.gate ?? null) : []))
const faultsOf = (sentence: { text: string; evidence: string[] }) => {
  const examined = examine({ title: 'Larkfield återkallar hörlurar', claims: [first, sentence, last] }, source, rules)
  return examined.ok ? gatesOf(examined.claims) : [examined.gate]
}

it('a sentence whose numbers have changed places is left out, and the others stand', () => {
  expect(faultsOf(middle('63', 'fyra'))).toEqual([null, null, null])
  expect(faultsOf(middle('fyra', '63'))).toEqual([null, 'places', null])
})

it('a passage that does not stand in the source has the whole refused', () => {
  expect(faultsOf({ ...middle('63', 'fyra'), evidence: ['The company has received many reports'] })).toEqual([
    'evidence',
  ])
})

it('a number that its evidence does not hold is refused, though the article holds it elsewhere', () => {
  const wrong = last.text.replace('tillverkaren', 'tillverkaren inom 63 dagar')
  const text = source.text.replace('replacement.', 'replacement. Repairs take 63 days.')
  const examined = examine(
    { title: 'Larkfield', claims: [first, middle('63', 'fyra'), { ...last, text: wrong }] },
    { ...source, text },
    rules,
  )
  expect(examined.ok && gatesOf(examined.claims)).toEqual([null, null, 'literal'])
})

it('a "not" that the evidence does not hold is refused', () => {
  const plain = {
    text: 'Larkfield återkallar inte sina hörlurar Tern i Kanada, trots att ägarna där har fått vänta länge på ett besked om saken.',
    evidence: first.evidence,
  }
  const examined = examine({ title: 'Larkfield', claims: [plain, middle('63', 'fyra'), last] }, source, rules)
  expect(examined.ok && gatesOf(examined.claims)).toEqual(['polarity', null, null])
})

const swedish = { ...source, title: 'Fabriken', language: 'sv' }
/** What the gates have against one sentence about one passage, beside two that stand. */
const faultAbout = (text: string, evidence: string, language: string) => {
  const sentence = { text, evidence: [evidence] }
  const of = { ...swedish, text: `${source.text} ${evidence}`, language }
  const examined = examine({ title: 'Larkfield', claims: [first, middle('63', 'fyra'), sentence] }, of, rules)
  return examined.ok ? gatesOf(examined.claims)[2] : examined.gate
}

it('who declined to comment has not gone down, and who asked to have a deal stopped is told so', () => {
  expect([
    faultAbout(
      'En uppdatering av programvaran kan enligt bolaget Corvid höja resultatet med 4 procent framöver.',
      'Corvid said that a firmware fix may add 4 percent; Stravex declined to comment on the results.',
      'en',
    ),
    faultAbout(
      'Konkurrenten Vårdklick hade bett kommissionen att stoppa affären helt.',
      'The Commission has approved the takeover. Swedish competitor Vårdklick had asked the Commission to stop the deal altogether.',
      'en',
    ),
    faultAbout(
      'Kommissionen har stoppat uppköpet.',
      'The Commission has approved the takeover after a long inquiry into competition.',
      'en',
    ),
  ]).toEqual([null, null, 'polarity'])
})

it('a "not" beside what the evidence does not say is another way of telling it', () => {
  expect(
    faultAbout(
      'Från Sveriges Ingenjörer kommer ingen dom innan förhandlingarna har dragit i gång den 2 november.',
      'Sveriges Ingenjörer vill avvakta förhandlingarna, som inleds den 2 november.',
      'sv',
    ),
  ).toBeNull()
})

it('an age calls somebody, and counts nothing that is counted beside it', () => {
  expect(
    faultAbout(
      'Målvakten Tuva Rehn stod för 18 räddningar i derbyt på söndagen.',
      'Bakom segern låg målvakten Tuva Rehn. 21-åringen räddade 18 skott i söndagens derby.',
      'sv',
    ),
  ).toBeNull()
})

it('who gives up a plan does not tell a plan as a fact', () => {
  expect(
    faultAbout(
      'Hamnbolaget Euxine avstår från att ersätta nattskiften med fjärrstyrda kranar.',
      'Euxine dropped its plan to replace night crews with remotely operated cranes.',
      'en',
    ),
  ).toBeNull()
})

it('an article is told from another by what it names', () => {
  const other = {
    title: 'Dom mot kommun',
    claims: [
      'Flera personer har gripits misstänkta för bedrägeri, och åklagaren talar om ett upplägg med falska fakturor som har pågått under lång tid.',
      'Ledningen kände enligt utredarna till vad som pågick men valde att tiga, och handlingar förstördes i hemlighet av de misstänkta.',
      'Drabbade har krävt ersättning, men det är osäkert om det finns tillgångar kvar att dela på när allt har redovisats.',
    ].map((text) => ({ text, evidence: [first.evidence[0] as string] })),
  }
  expect(examine(other, source, rules).ok).toBe(false)
})

it('a sentence that rests on the headline is held against the headline', () => {
  const told = (number: string) => ({
    text: `Det handlar om ${number} rapporter om att hörlurar från Larkfield blir för varma, enligt bolagets eget besked om saken.`,
    evidence: ['Larkfield recalls headphones after 63 overheating reports'],
  })
  const titled = { ...source, title: 'Larkfield recalls headphones after 63 overheating reports' }
  const examined = (number: string) =>
    examine({ title: 'Larkfield återkallar hörlurar', claims: [first, told(number), last] }, titled, rules)
  const [good, bad] = [examined('63'), examined('fyra')]
  expect([good.ok && gatesOf(good.claims), bad.ok && gatesOf(bad.claims)]).toEqual([
    [null, null, null],
    [null, 'literal', null],
  ])
  expect(good.ok && good.claims[2]?.evidence).toMatchObject([{ start: 0, end: 57, text: titled.title, headline: true }])
})

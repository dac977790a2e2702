import { describe, expect, test } from 'vitest'
import { contentLexicon } from '../../../tests/support/lexicon.ts'
import { featuresOf } from '../clustering/features.ts'
import { TUNING } from '../clustering/tuning.ts'
import { vetoOf } from '../clustering/vetoes.ts'
import { factsOf } from './facts.ts'
import { normaliseNumbers, termsOf } from './terms.ts'

const lexicon = contentLexicon()
const facts = (text: string, language: string | null = null) => factsOf(lexicon.in(language), normaliseNumbers(text))
const features = (title: string, text = '', language = 'en') => featuresOf(lexicon, { title, text, language })
const veto = (a: string, b: string, textA = '', textB = '') =>
  vetoOf(lexicon.vocabulary, features(a, textA), features(b, textB), TUNING.vetoes)

describe('words', () => {
  test('words that mean the same become one term', () => {
    const terms = (text: string) => new Set(termsOf(lexicon, text))
    expect(terms('Apple stäms')).toContain('=sue')
    expect(terms('Apple sued')).toContain('=sue')
  })

  test('a compound gives its parts when both are known', () => {
    expect(termsOf(lexicon, 'Icloudhaveriet')).toEqual(expect.arrayContaining(['icloud', '=outage']))
    expect(termsOf(lexicon, 'transportstyrelsen')).toHaveLength(1)
  })

  test('numbers have one form', () => {
    expect(normaliseNumbers('7 495 kronor')).toBe('7495 kronor')
    expect(normaliseNumbers('$1,299 and 4,5 procent')).toBe('$1299 and 4.5 procent')
    expect(normaliseNumbers('iOS 26.3.1 och 40 000')).toBe('iOS 26.3.1 och 40000')
  })
})

describe('facts', () => {
  test('versions belong to their line, amounts are none', () => {
    expect(facts('iOS 26.3.1 and AirPods Pro 3').versions).toEqual(['ios 26.3.1', 'pro 3'])
    expect(facts('EU fines Apple 320 million euros').versions).toEqual([])
    expect(facts('M4 MacBook Air').versions).toEqual(['m 4'])
    expect(facts('The iPhone 17 won an award', 'en').versions).toEqual(['iphon 17'])
  })

  test("numbers are read by the words of the text's language", () => {
    expect(facts('Die zweite Beta von iOS 27', 'de').stages).toEqual(['b2'])
    expect(facts('Den andre betaen av iOS 27', 'nb').stages).toEqual(['b2'])
    expect(facts('Apple ist 3 Billionen Dollar wert', 'de').prices).toEqual(['dollar 3000000000000'])
    expect(facts('Kosten: 1 Billion Euro', 'de').prices).toEqual(['euro 1000000000000'])
    expect(facts('A fine of 1 billion euros', 'en').prices).toEqual(['euro 1000000000'])
    expect(facts('Böter på 2 miljarder euro', null).prices).toEqual(['euro 2000000000'])
  })

  test('stages are read in both languages', () => {
    expect(facts('iOS 26.4 beta 2').stages).toEqual(['b2'])
    expect(facts('Andra betan av iOS 26.4').stages).toEqual(['b2'])
    expect(facts('iOS 26.4 public beta 1').stages).toEqual(['pb1'])
    expect(facts('Release candidate of Xcode').stages).toEqual(['rc'])
  })

  test('prices carry their currency and magnitude', () => {
    expect(facts('from $2,399').prices).toEqual(['dollar 2399'])
    expect(facts('kostar 12 495 kronor').prices).toEqual(['krona 12495'])
    expect(facts('böter på 320 miljoner euro').prices).toEqual(['euro 320000000'])
    expect(facts('$1B a year').prices).toEqual(['dollar 1000000000'])
    expect(facts('Et bilion kroner og 1 billion kroner', 'nb').prices).toEqual(['krona 1000000000000'])
    expect(facts('A loan of 2 billion pounds').prices).toEqual(['pound 2000000000'])
  })

  test('codes are told from sizes, persons from products', () => {
    expect(facts('charger A2940 with 512GB, build 23E5228e').codes).toEqual(['a2940', '23e5228e'])
    expect(facts('Apple design lead Peter Rask joins another firm', 'en').persons).toContain('peter rask')
    expect(facts('the new Vision Pro is here').persons).toEqual([])
  })
})

describe('vetoes', () => {
  test.each([
    ['version', 'iOS 26.1 is out', 'iOS 26.2 is out'],
    ['version', 'iOS 26.12 is out', 'iOS 26.1 is out'],
    ['version', 'iOS 26.1 is out', 'iOS 26.12 is out'],
    ['stage', 'iOS 26.4 beta 2 released', 'Tredje betan av iOS 26.4'],
    ['code', 'Filing shows model A3270', 'Filing shows model A3498'],
    ['price', 'AirPods Pro 3 down to $199', 'AirPods Pro 3 down to $189'],
    ['product', 'MacBook Air reviews are in', 'iPad Air reviews are in'],
  ])('%s: "%s" is not "%s"', (reason, a, b) => {
    expect(veto(a, b)).toBe(reason)
  })

  test('persons that neither text names conflict', () => {
    expect(veto('Services chief Dana Whitlock leaves', 'Design lead Peter Rask leaves the firm')).toBe('person')
    const handover = 'Mei Tanaka takes over from Peter Rask at the firm'
    expect(veto('Design lead Peter Rask leaves the firm', 'Designer Mei Tanaka is the new lead', '', handover)).toBe(
      null,
    )
  })

  test('a part of a version, another currency or a product named below the headline is no conflict', () => {
    expect(veto('iOS 26 is out', 'iOS 26.1 is out')).toBe(null)
    expect(veto('AirPods at $199', 'AirPods för 2 490 kr')).toBe(null)
    expect(veto('iOS 26.4 released', 'The new Siri is here', '', 'It comes with iOS 26.4.')).toBe(null)
  })
})

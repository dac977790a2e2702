import { describe, expect, test } from 'vitest'
import { contentLexicon } from '../../../tests/support/content.ts'
import { featuresOf } from '../../news/events/clustering/pair-features.ts'
import { vetoOf } from '../../news/events/clustering/vetoes.ts'
import { factsOf } from './facts.ts'
import { normaliseNumbers, termsOf } from './terms.ts'

const lexicon = contentLexicon()
const facts = (text: string, language: string | null = null) => factsOf(lexicon.in(language), normaliseNumbers(text))
const features = (title: string, text = '', language = 'en') => featuresOf(lexicon, { title, text, language })
const veto = (a: string, b: string, textA = '', textB = '') => vetoOf(features(a, textA), features(b, textB))

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
  })

  test('stages are read in both languages', () => {
    expect(facts('iOS 26.4 beta 2').stages).toEqual(['b2'])
    expect(facts('Andra betan av iOS 26.4').stages).toEqual(['b2'])
    expect(facts('iOS 26.4 public beta 1').stages).toEqual(['pb1'])
    expect(facts('Release candidate of Xcode').stages).toEqual(['rc'])
  })
})

describe('vetoes', () => {
  test.each([
    ['version', 'iOS 26.1 is out', 'iOS 26.2 is out'],
    ['version', 'iOS 26.12 is out', 'iOS 26.1 is out'],
    ['version', 'iOS 26.1 is out', 'iOS 26.12 is out'],
    ['stage', 'iOS 26.4 beta 2 released', 'Tredje betan av iOS 26.4'],
  ])('%s: "%s" is not "%s"', (reason, a, b) => {
    expect(veto(a, b)).toBe(reason)
  })

  test('a part of a version, or a version named below the headline, is no conflict', () => {
    expect(veto('iOS 26 is out', 'iOS 26.1 is out')).toBe(null)
    expect(veto('iOS 26.4 released', 'The new Siri is here', '', 'It comes with iOS 26.4.')).toBe(null)
  })
})

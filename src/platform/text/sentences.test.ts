import { expect, test } from 'vitest'
import { readLanguages } from '../languages/language-files.ts'
import { countWords, plainWords, sentenceEndsOf, sentences } from './sentences.ts'

const languages = readLanguages('content')

test.each<[string, string, string[]]>([
  ['sv', 'Det sade J. Smith. Sedan gick han.', ['Det sade J. Smith.', 'Sedan gick han.']],
  ['en', 'OS X. It came.', ['OS X.', 'It came.']],
  ['de', 'Am 3. Mai kam es.', ['Am 3. Mai kam es.']],
  ['de', 'Es war 3. Der Mann ging.', ['Es war 3.', 'Der Mann ging.']],
  ['sv', 'Det blev 3. Apple log.', ['Det blev 3.', 'Apple log.']],
  ['sv', 'Det kostar bl.a. Mac. Ja!', ['Det kostar bl.a. Mac.', 'Ja!']],
  ['sv', 'iPhone 17. iPad kom.', ['iPhone 17.', 'iPad kom.']],
  ['sv', 'Han sade ”Ja.” Hon gick… Och så.', ['Han sade ”Ja.”', 'Hon gick…', 'Och så.']],
  ['sv', 'Version 26.1 kom. och mer', ['Version 26.1 kom. och mer']],
  ['sv', 'Han log. "Nej" sade hon. – Jo.', ['Han log.', '"Nej" sade hon.', '– Jo.']],
  ['sv', 'Ja.(Nej.) Jo.', ['Ja.(Nej.)', 'Jo.']],
  ['sv', 'Hej? 3 kom! Jo', ['Hej?', '3 kom!', 'Jo']],
  ['en', 'He is in the U.S. Apple agreed.', ['He is in the U.S. Apple agreed.']],
  ['sv', '  ', []],
])('in %s, %j has the sentences %j', (language, text, parts) =>
  expect(sentences(text, sentenceEndsOf(languages, language))).toEqual(parts),
)

test.each([
  ['Domen föll i dag. Den kan inte överklagas.', 'Domen föll i dag.'],
  ['Skärmen har t.ex. 120 hertz. Priset är kvar.', 'Skärmen har t.ex. 120 hertz.'],
  ['Priset är 6 995 kr. inkl. moms enligt butiken. Mer följer.', 'Priset är 6 995 kr. inkl. moms enligt butiken.'],
  ['”Vi är besvikna.” Det säger bolaget.', '”Vi är besvikna.”'],
  ['Version 27.2 är här. Den rättar fel.', 'Version 27.2 är här.'],
  ['Det gäller bl.a. Apple och A. Ek. Mer följer.', 'Det gäller bl.a. Apple och A. Ek.'],
])('the first sentence of "%s" is "%s"', (text, sentence) =>
  expect(sentences(text, sentenceEndsOf(languages, 'sv'))[0]).toBe(sentence),
)

test('a word holds a letter or a digit', () => expect(countWords('Det är – 3 kr … ”ja”  nu')).toBe(6))

test('plain words leave marks out and keep what joins a word', () =>
  expect(plainWords('Wi-Fi 7, version 26.1: ”Ja”.')).toEqual(['wi-fi', '7', 'version', '26.1', 'ja']))

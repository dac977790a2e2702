import { expect, test } from 'vitest'
import { readLanguages } from '../../language-files.ts'
import { buildLanguageRules } from './language-rules.ts'
import { countWords, plainWords, sentences } from './sentences.ts'

const rules = buildLanguageRules(readLanguages('content'), 'sv')

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
  expect(sentences(text, rules.of(language).ends)).toEqual(parts),
)

test('a word holds a letter or a digit', () => expect(countWords('Det är – 3 kr … ”ja”  nu')).toBe(6))

test('plain words leave marks out and keep what joins a word', () =>
  expect(plainWords('Wi-Fi 7, version 26.1: ”Ja”.')).toEqual(['wi-fi', '7', 'version', '26.1', 'ja']))

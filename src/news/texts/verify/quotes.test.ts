import { expect, it } from 'vitest'
import { readLanguages } from '../../../platform/languages/language-files.ts'
import { buildLanguageRules } from './language-rules.ts'
import { checkQuotes } from './quotes.ts'

const { siteReading } = buildLanguageRules(readLanguages('content'), 'sv')
const check = (text: string, source: string) => checkQuotes(text, siteReading, source)

const STATED = '"It just works," said Craig Federighi of the Liquid Glass design.'

it.each([
  ['words of the source', 'Craig Federighi säger att ”it just works” om sitt nya system.', STATED],
  ['a dash inside a sentence', 'Priset höjs för alla – Det gäller också gamla kunder.', STATED],
  ['a name', 'Utseendet ”Liquid Glass” är nytt för i år, säger bolaget.', STATED],
  ['a word with an ending', 'Han kallar det ”works”.', 'It work.'],
  ['a mark behind a number, for inches', 'Skärmen är 6,3" stor och ljus.', 'The screen is 6.3 inches.'],
  ['two of them', 'Skärmarna är 6,1" och 6,9" stora.', 'The screens are 6.1 and 6.9 inches.'],
  ['a number inside a quotation', 'Han sade "den är 17" i går.', 'Han sade: den är 17.'],
])('lets %s stand', (_, text, source) => expect(check(text, source)).toBeNull())

it.each([
  ['what is translated', '”Det bara fungerar”, säger Craig Federighi om systemet.', STATED],
  ['a dialogue dash', '– Det bara fungerar, säger Craig Federighi om systemet.', STATED],
  ['words behind a colon', 'Craig Federighi säger: Det bara fungerar för alla.', STATED],
  ['another number', 'Han sade "den är 18" i går.', 'Han sade: den är 17.'],
  ['a mark without a partner', 'Han sade "den är klar i går.', 'Den är klar i går.'],
])('refuses %s', (_, text, source) => expect(check(text, source)).not.toBeNull())

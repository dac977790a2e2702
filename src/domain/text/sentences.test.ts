import { expect, it } from 'vitest'
import { firstSentence } from './sentences.ts'

it.each([
  ['Domen föll i dag. Den kan inte överklagas.', 'Domen föll i dag.'],
  ['Skärmen har t.ex. 120 hertz. Priset är kvar.', 'Skärmen har t.ex. 120 hertz.'],
  ['Priset är 6 995 kr. inkl. moms enligt butiken. Mer följer.', 'Priset är 6 995 kr. inkl. moms enligt butiken.'],
  ['”Vi är besvikna.” Det säger bolaget.', '”Vi är besvikna.”'],
  ['Version 27.2 är här. Den rättar fel.', 'Version 27.2 är här.'],
  ['Det gäller bl.a. Apple och A. Ek. Mer följer.', 'Det gäller bl.a. Apple och A. Ek.'],
  ['Ett utdrag som är avhugget …', ''],
  ['', ''],
])('the first sentence of "%s" is "%s"', (text, sentence) => expect(firstSentence(text, 'sv')).toBe(sentence))

import { expect, it } from 'vitest'
import { searchQueries } from './search-words.ts'

it.each([
  ['A\u030angström', '\u00c5ngström'],
  ['ﬁnansiering', 'finansiering'],
  ['２０２６', '2026'],
])('%s is the same question as %s', (written, plain) => expect(searchQueries(written)).toEqual(searchQueries(plain)))

it('takes all words, the last as a beginning, and long ones without their endings', () =>
  expect(searchQueries('nya Datorerna')).toEqual({
    all: 'nya & datorerna:*',
    any: 'nya | datorerna | datorer:* | datorerna:*',
  }))

it.each(['', ' – ?! '])('has no question for %j', (text) => expect(searchQueries(text)).toBeNull())

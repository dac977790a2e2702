import { describe, expect, it } from 'vitest'
import { growth } from '../../../tests/support/growth.ts'
import { withoutAggregatorLines } from './aggregator-lines.ts'

const lines = [
  ...['submitted by /u/eva [link] [comments]', 'submitted by u/e-v_a to r/segling [link] [12 comments]'],
  'Article URL: https://a.example/1 Comments URL: https://b.example/item?id=1 Points: 12 # Comments: 3',
  'Comments URL: https://b.example/item?id=1 Points: 12 # Comments: 3',
  'Link URL: https://a.example/1 Comments URL: https://b.example/~a Votes: 12 Comments: 3',
]
const alone = [
  ...[
    'Comments',
    'Comments (12)',
    '12 comments',
    '[link] [comments]',
    'Discuss on Hacker News',
    'Comments on Lobste.rs',
  ],
  ...['120 points by eva | 45 comments', 'submitted by eva to segling 12 points | 3 comments https://a.example/1'],
  ...['submitted by eva@b.example to segling@b.example -1 points | 1 comment', ''],
]

describe('withoutAggregatorLines', () => {
  it.each([...lines, ...alone])('leaves nothing of %j', (line) => expect(withoutAggregatorLines(line)).toBe(''))

  it.each(lines)('leaves the text before %j', (line) =>
    expect(withoutAggregatorLines(`Hur torkas segel? ${line}`)).toBe('Hur torkas segel?'),
  )

  it('leaves the text behind the line of Lemmy, and before the link of Lobsters', () => {
    const head = 'submitted by eva to segling 12 points | 3 comments https://a.example/1'
    expect(withoutAggregatorLines(`${head} Seglen är torra.`)).toBe('Seglen är torra.')
    expect(withoutAggregatorLines('Seglen är torra. Comments')).toBe('Seglen är torra.')
  })

  it.each([
    ...['The bill was submitted by the minister to parliament', 'Comments are closed, says the site'],
    ...['Proposals submitted by Anna [link] were read', 'The report has 12 comments', 'Poäng: 12', 'Läs mer', '12'],
  ])('leaves %j', (text) => expect(withoutAggregatorLines(text)).toBe(text))

  it.each(['submitted by a ', 'Article URL: a ', 'Points: 1 ', '[link] ', '| link ', '(', ' ', 'comments '])(
    'takes time in proportion to a hundred thousand characters of %j',
    (piece) => {
      for (const before of ['', 'submitted by u/a ']) {
        const make = (size: number) => `${before}${piece.repeat(size / piece.length)}x`
        expect(growth(withoutAggregatorLines, make, 100_000 / 64)).toBeLessThan(20)
      }
    },
  )
})

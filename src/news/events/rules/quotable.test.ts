import { expect, it } from 'vitest'
import { createQuoting } from './quotable.ts'

const sentence = (n: number) => `Mening ${n} säger vad som hände på den femte dagen i Ramsvik.`
const text = Array.from({ length: 20 }, (_, n) => sentence(n)).join(' ')
const article = { articleId: 1, text, excerpt: sentence(0) }

it('quotes at most 15 percent of an article, its public excerpt aside', () => {
  const quote = createQuoting()
  const quotes = Array.from({ length: 20 }, (_, n) => quote(article, [{ text: sentence(n) }]))
  expect(quotes[0]).toBe(sentence(0))
  expect(quotes.slice(1).join('').length).toBeLessThanOrEqual(text.length * 0.15)
  expect(quotes.filter((one) => one !== null)).toHaveLength(4)
  expect(quote({ ...article, articleId: 2 }, [{ text: sentence(9) }])).toBe(sentence(9))
})

it('cuts a long passage at a word, and quotes nothing of a short article', () => {
  const quote = createQuoting()
  expect(quote({ articleId: 1, text: text.repeat(9), excerpt: '' }, [{ text }])).toMatch(/^Mening 0 .{150,170} …$/)
  expect(quote({ articleId: 2, text: sentence(1), excerpt: '' }, [{ text: sentence(1) }])).toBeNull()
})

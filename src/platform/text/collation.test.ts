import { expect, it } from 'vitest'
import { inNameOrder } from './collation.ts'

const shuffled = ['Zebran', 'Ögat', 'beta', 'Ängen', 'Åkern', 'Alfa', 'Øst', '10 steg', 'Orren', 'Ælven', '9 steg']

it.each([
  ['sv', '9 steg, 10 steg, Alfa, beta, Orren, Zebran, Åkern, Ælven, Ängen, Ögat, Øst'],
  ['nb', '9 steg, 10 steg, Alfa, beta, Orren, Zebran, Ælven, Ängen, Ögat, Øst, Åkern'],
  ['de', '9 steg, 10 steg, Ælven, Åkern, Alfa, Ängen, beta, Ögat, Orren, Øst, Zebran'],
  ['en', '9 steg, 10 steg, Ælven, Åkern, Alfa, Ängen, beta, Ögat, Orren, Øst, Zebran'],
])('orders names as %s does', (language, expected) => {
  expect(inNameOrder(shuffled, language, (name) => name).join(', ')).toBe(expected)
})

it('leaves the order of what is called the same', () => {
  const list = [{ id: 2 }, { id: 1 }].map((one) => ({ ...one, name: 'Bladet' }))
  expect(inNameOrder(list, 'sv', ({ name }) => name)).toEqual(list)
})

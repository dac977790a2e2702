import { expect, it } from 'vitest'
import { letterLogo } from './brand.ts'

it.each([
  ['#1d4ed8', '#ffffff'],
  ['#0f766e', '#ffffff'],
  ['#000000', '#ffffff'],
  ['#fde047', '#1c1917'],
  ['#ffffff', '#1c1917'],
])('draws a letter in a disc of %s in %s', (colour, ink) => {
  const logo = letterLogo('hjulet', colour)
  expect(logo).toMatch(/^<svg [^>]*width="32" height="32"/)
  expect(logo).toMatch(new RegExp(`<circle [^>]*fill="${colour}"/><text [^>]*fill="${ink}">H<`))
})

it('draws in the colour of the text around it where none is chosen', () => {
  const logo = letterLogo('18 & Co')
  expect(logo).toMatch(/stroke="currentColor"[\s\S]*fill="currentColor">1</)
  expect(logo).not.toContain('#')
})

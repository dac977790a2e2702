import { expect, it } from 'vitest'
import { letterLogo } from '../../platform/media/images/brand.ts'
import { sizedLogo } from './assets.ts'

const DRAWING = '<g><path d="M0 0h9"/></g></svg>'

/** A mark may come from any drawing program. */
it.each([
  ['without a size', `<svg viewBox="0 0 32 32">${DRAWING}`],
  ['that is as wide as its column', `<svg width="100%" height="812px" viewBox="0 0 32 32">${DRAWING}`],
  ['with a class of its own', `<svg class='logo' viewBox="0 0 32 32" aria-hidden="false">${DRAWING}`],
  ['with a declaration', `<?xml version="1.0"?>\n<!-- by hand -->\n<svg\n  viewBox="0 0 32 32"\n>${DRAWING}\n`],
  ['without a view box', `<svg width="32" height="32">${DRAWING}`],
])('gives a size to a mark %s', (_, svg) => {
  const sized = sizedLogo(svg)
  expect(sized).toMatch(/^<svg class="mark"\s+viewBox="0 0 32 32"\s* width="32" height="32" aria-hidden="true"><g>/)
  expect(sized).toContain(DRAWING)
})

it('leaves the size of what a drawing holds', () => {
  const logo = sizedLogo(letterLogo('Hjulet', '#1d4ed8'))
  expect(logo).toContain('<circle cx="16" cy="16" r="16" fill="#1d4ed8"/>')
  expect(sizedLogo(logo)).toBe(logo)
})

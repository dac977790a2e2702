/** The markup of a guide's page around its text, for readers who see nothing, or no colours. */
import { expect, it } from 'vitest'
import { startPreview } from '../../../tests/support/worlds/preview.ts'

const read = async (path: string) => {
  const { close, url } = await startPreview()
  try {
    return await (await fetch(url + path)).text()
  } finally {
    await close()
  }
}
const page = await read('/macbook-air')

it('draws the picture into the page, named in words and in the colours of the page', () => {
  const [svg = ''] = page.match(/<svg role="img"[^>]*>/) ?? []
  expect(svg).toContain('aria-label="En tunn bärbar dator, uppfälld, sedd framifrån"')
  expect(page.split('guide-picture')[1]?.split('</svg>')[0]).not.toMatch(/#[0-9a-f]{3}|style=|<script|href/i)
})

it('says when the facts were read', () => {
  expect(page).toContain('Uppgifterna lästes 16 november 2026.')
})

it('has the specifications as a table with headings, and says of a gap that it is one', () => {
  expect(page).toMatch(/<th scope="col">Modell<\/th><th scope="col">År<\/th>/)
  expect(page).toMatch(/<th scope="row">13 tum<sup class="cited"><a href="#source-1" aria-label="Källa 1">1<\/a>/)
  expect(page).toContain('<td><span class="price">13\u00a0995\u00a0kr</span> (16 november 2026)</td>')
  expect(page).toContain('<td><span class="price">16\u00a0995\u00a0kr</span> (november 2026)</td>')
  expect(page).toContain('<span aria-label="uppgift saknas" role="img">–</span>')
})

it('leads from each number to its source, and says in words what was not checked', () => {
  const numbers = [...page.matchAll(/href="#source-(\d+)"/g)].map((match) => match[1])
  expect(new Set(numbers)).toEqual(new Set(['1', '2']))
  for (const number of numbers) expect(page.match(new RegExp(`id="source-${number}"`, 'g'))).toHaveLength(1)
  expect(page).toContain('<a href="#unchecked" aria-label="saknar källhänvisning">*</a>')
  expect(page.match(/id="unchecked"/g)).toHaveLength(1)
  expect(page).toContain('<a href="https://a.example/dator" rel="noopener">Provbladet: den nya datorn</a>')
})

import { describe, expect, it } from 'vitest'
import { newsPattern } from './names.ts'

const guides = [
  { slug: 'modell-4', names: ['Modell 4'] },
  { slug: 'modell-4-pro', names: ['Modell 4 Pro', 'M4P'] },
  { slug: 'cyklar', names: [] },
]
const patternOf = (slug: string) =>
  newsPattern({ slug, names: guides.find((guide) => guide.slug === slug)?.names ?? [] }, guides)

describe('the news of a guide', () => {
  it('is all of its tags where it has no names', () => {
    expect(patternOf('cyklar')).toBeNull()
  })

  it('mentions a name as words of its own, and not a longer name of another guide', () => {
    expect(patternOf('modell-4')).toBe('(^|[^[:alnum:]])(?:Modell\\s+4(?![[:alnum:]])(?!(?:\\s+Pro)(?![[:alnum:]])))')
    expect(patternOf('modell-4-pro')).toBe('(^|[^[:alnum:]])(?:Modell\\s+4\\s+Pro(?![[:alnum:]])|M4P(?![[:alnum:]]))')
  })

  it('takes names by the letter', () => {
    expect(newsPattern({ slug: 'x', names: ['Låda (2.)'] }, [])).toContain('Låda\\s+\\(2\\.\\)')
  })
})

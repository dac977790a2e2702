import { expect, it } from 'vitest'
import { pathViolations } from './configured-paths.ts'
import { languagePaths } from './language-paths.ts'
import { parseSite } from './site.ts'

const site = (language: string, rest = '') =>
  parseSite(`name: X
language: ${language}
languages: [${language}]
topic: x
tagline: x
description: x
timezone: Europe/London
${rest}`)

it.each(['sv', 'en', 'de', 'nb', 'no', 'da', 'fi', 'nl', 'fr', 'es', 'it', 'pl', 'pt', 'pt-BR', 'cs'])(
  '%s has paths that are valid, each its own, and none in another language',
  (language) => {
    const { paths } = site(language)
    expect(new Set(Object.values(paths)).size).toBe(Object.keys(paths).length)
    expect(
      pathViolations(
        languagePaths(language),
        () => 'a fault',
        () => false,
      ),
    ).toEqual([])
    expect(paths.events === '/handelser').toBe(language === 'sv')
  },
)

it('leaves to site.yaml and to guides what they take', () => {
  const { paths } = site('de', 'paths: { popular: /tag, events: /termine }')
  expect([paths.popular, paths.events, paths.day, paths.search]).toEqual(['/tag', '/termine', '/dag', '/suche'])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pathViolations } from './configured-paths.ts'
import { firstPaths, pageNames, pagePaths } from './page-words.ts'
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
        pagePaths(language),
        () => 'a fault',
        () => false,
      ),
    ).toEqual([])
    expect(paths.events === '/handelser').toBe(language === 'sv')
    // Routes have the keys, which are no word of another page.
    expect(
      pageNames.filter((name) => pageNames.some((other) => other !== name && paths[other] === `/${name}`)),
    ).toEqual([])
  },
)

it('leaves to site.yaml and to guides what they take', () => {
  const { paths } = site('de', 'paths: { popular: /tag, events: /termine }')
  expect([paths.popular, paths.events, paths.day, paths.search]).toEqual(['/tag', '/termine', '/dag', '/suche'])
})

it('has the only Swedish words for pages in the source', () => {
  const words = Object.values(firstPaths).map((path) => path.slice(1))
  const swedish = words.filter((word) => !pageNames.some((name) => name === word)).join('|')
  // In paths and in expressions for them; but for a content file, a folder of data and a command.
  const word = new RegExp(`(?<!pages|media|\\.)/(?:${swedish})(?![\\w-])|/\\(\\?:[^()]*\\b(?:${swedish})\\b`)
  const src = join(import.meta.dirname, '../..')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.[jt]s$/.test(file) && !/site\/(?:address|page)-words\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => word.test(readFileSync(join(src, file), 'utf8')))).toEqual([])
})

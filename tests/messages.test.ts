/** The texts of the site against the code: none that is asked for is missing, none that is there is forgotten. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { parseMessages } from '../src/platform/site/messages.ts'
import { absentFeatures } from './support/features.ts'

const root = join(import.meta.dirname, '..')
const { keys } = parseMessages(readFileSync(join(root, 'content/messages/sv.yaml'), 'utf8'), 'sv')
const source = globSync('src/**/*.ts', { cwd: root })
  .filter((name) => !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')
/** `t('a.b')` and `t(`a.${x}`)`, the hole standing for any one name. */
const used = [...source.matchAll(/\bt\(\s*(['`])([a-z_]+\.[^'`]+)\1/g)].map(([, , key]) => key as string)
const patterns = used.map((key) => new RegExp(`^${key.replace(/[.]/g, '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`))

it('has every text that the code asks for', () => {
  const missing = used.filter((_key, i) => !keys.some((known) => patterns[i]?.test(known)))
  expect(used.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

it.skipIf(absentFeatures.length > 0)('has no text that nothing asks for', { tags: 'slow' }, () => {
  // Keys that are chosen from a list before they are asked for stand in the code as whole strings, or name a column.
  const named = (key: string) => {
    const name = key.split('.').at(-1)
    return [`'${key}'`, `'${name}'`, ` ${name}: (`].some((text) => source.includes(text))
  }
  expect(keys.filter((key) => !patterns.some((pattern) => pattern.test(key)) && !named(key))).toEqual([])
})

const flat = (node: object, path = ''): [string, string][] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'object' ? flat(value, `${path}${key}.`) : [[path + key, String(value)]],
  )
const textsOf = (language: string) =>
  new Map(flat(load(readFileSync(join(root, `content/messages/${language}.yaml`), 'utf8')) as object))
const holes = (text = '') => [...new Set(text.match(/\{\w+\}/g))].sort()

/** Some languages have plural forms that Swedish has not. */
const counterpart = (key: string) => key.replace(/\.(few|many)$/, '.other')

const others = globSync('content/messages/*.yaml', { cwd: root }).map((name) => basename(name, '.yaml'))

it.each(others)('has in %s no forgotten text, and none with a hole that the code does not fill', (language) => {
  const swedish = textsOf('sv')
  const texts = [...textsOf(language)]
  expect(texts.filter(([key]) => !swedish.has(counterpart(key)))).toEqual([])
  expect(texts.filter(([key, text]) => `${holes(text)}` !== `${holes(swedish.get(counterpart(key)))}`)).toEqual([])
})

it.each(others)('says in %s no number of articles before a word that is only right for many', (language) => {
  const counted = [...textsOf(language)].filter(([, text]) => /\{articles\} \p{L}/u.test(text))
  expect(counted).toEqual([])
})

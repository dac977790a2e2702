/** The language files that come with the project, and how a faulty one is refused. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConcepts, readLanguages } from './language-files.ts'
import { anyOf } from './patterns.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'languages-'))
  mkdirSync(join(folder, 'languages'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const put = (name: string, text: string) => writeFileSync(join(folder, 'languages', name), text)
const english = readFileSync('content/languages/en.yaml', 'utf8')

describe('the languages that come with the project', () => {
  const languages = readLanguages('content')

  it('are found by the tags that feeds carry', () => {
    const code = (tag: string | null) => languages.find(tag)?.code
    expect([code('sv-SE'), code('EN_gb'), code('no'), code('nn-NO'), code('nb'), code('xx'), code(null)]).toEqual([
      ...['sv', 'en', 'nb', 'nb', 'nb'],
      ...[undefined, undefined],
    ])
  })

  it('have phrases that can be read', () => {
    for (const { self_talk: talk, injection } of languages.all)
      expect(anyOf([...talk.here, ...talk.anywhere, ...injection.orders, ...injection.goes_on])).not.toBeNull()
  })
})

describe('a language file of a site', () => {
  it('takes the place of the one that comes along', () => {
    put('en.yaml', english.replace('name: English', 'name: Plain English'))
    expect(readLanguages(folder).find('en')?.name).toBe('Plain English')
    expect(readLanguages(folder).find('sv')?.name).toBe('svenska')
  })

  it('is refused with its file, line and fault', () => {
    put('xx.yaml', english.replace('name: English', 'name: []'))
    expect(() => readLanguages(folder)).toThrow(/languages\/xx\.yaml:\d+: name/)
    put('xx.yaml', `${english}\nwhat: else\n`)
    expect(() => readLanguages(folder)).toThrow(/languages\/xx\.yaml:\d+: .*what/)
  })

  it.each([
    'name',
    ...['stop', 'common', 'appended', 'inflection', 'numbers', 'units', 'function_words', 'time'],
    ...['speech', 'self_talk', 'injection', 'names'],
  ])('is refused by name where it lacks %s', (list) => {
    const lines = english.split('\n')
    const from = lines.findIndex((line) => line.startsWith(`${list}:`))
    const rest = lines.slice(from + 1)
    const length = rest.findIndex((line) => /^\S/.test(line))
    expect(from).toBeGreaterThan(-1)
    put('xx.yaml', [...lines.slice(0, from), ...rest.slice(length)].join('\n'))
    expect(() => readLanguages(folder)).toThrow(new RegExp(`^languages/xx\\.yaml:\\d+: ${list}: is missing`))
  })

  it('is refused where it claims the code of another', () => {
    put('xx.yaml', english.replace('name: English', 'name: Other\nalso: [nn]'))
    expect(() => readLanguages(folder)).toThrow('"nn" belongs to')
  })
})

describe('words that mean the same', () => {
  it('are those of the site for a language that it has a file of, and else those that come along', () => {
    mkdirSync(join(folder, 'concepts'))
    writeFileSync(join(folder, 'concepts/sv.yaml'), 'launch: Släppa')
    const { shared } = readConcepts(folder)
    expect(shared.get('sv')).toEqual({ launch: ['släppa'] })
    expect(shared.get('en')?.launch).toContain('unveil')
  })

  it.each([
    ['concepts.yaml', 'move its words to concepts/LANGUAGE.yaml'],
    ['amounts.yaml', 'move its words to numbers.scales and units of languages/LANGUAGE.yaml'],
  ])('are not left unread in the %s of before', (file, advice) => {
    mkdirSync(join(folder, 'clustering'))
    writeFileSync(join(folder, 'clustering', file), 'launch: släppa')
    expect(() => [readLanguages(folder), readConcepts(folder)]).toThrow(advice)
  })
})

/** The language files that come with the project, and how a faulty one is refused. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyOf } from './domain/languages/patterns.ts'
import { readLanguages } from './language-files.ts'

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

  it('name the same opposites and verbs, so that a sentence and its source can be compared', () => {
    for (const { code, polarity, relations } of languages.all) {
      const names = [Object.keys(polarity.opposites).sort(), Object.keys(relations.verbs).sort()]
      const [first] = languages.all
      expect([code, names]).toEqual([
        code,
        [Object.keys(first?.polarity.opposites ?? {}).sort(), Object.keys(first?.relations.verbs ?? {}).sort()],
      ])
    }
  })

  it('have phrases that can be read', () => {
    for (const { certainty, relations } of languages.all) {
      const verbs = Object.values(relations.verbs).flatMap(({ active, passive }) => [...active, ...passive])
      expect(anyOf([...Object.values(certainty).flat(), ...verbs])).not.toBeNull()
    }
  })
})

describe('a language file of a site', () => {
  it('takes the place of the one that comes along', () => {
    put('en.yaml', english.replace('name: English', 'name: Plain English'))
    expect(readLanguages(folder).find('en')?.name).toBe('Plain English')
    expect(readLanguages(folder).find('sv')?.name).toBe('svenska')
  })

  it('is refused with its file, line and fault', () => {
    put('xx.yaml', english.replace('stemmer: english', 'stemmer: klingon'))
    expect(() => readLanguages(folder)).toThrow(/languages\/xx\.yaml:\d+: stemmer/)
    put('xx.yaml', `${english}\nwhat: else\n`)
    expect(() => readLanguages(folder)).toThrow(/languages\/xx\.yaml:\d+: .*what/)
  })

  it('is refused where it claims the code of another', () => {
    put('xx.yaml', english.replace('name: English', 'name: Other\nalso: [nn]'))
    expect(() => readLanguages(folder)).toThrow('"nn" belongs to')
  })
})

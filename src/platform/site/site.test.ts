import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSite } from './site.ts'

const siteYaml = readFileSync(join(import.meta.dirname, '../../../content/site.yaml'), 'utf8')

describe('parseSite', () => {
  it('reads the file that comes with the project', () => {
    expect(parseSite(siteYaml)).toMatchObject({ language: 'sv', timezone: 'Europe/Stockholm' })
  })

  it('says each fault on a line of its own, and where it stands', () => {
    const wrong = siteYaml.replace(/^name:.*$/m, 'name: ""').replace('Europe/Stockholm', 'Mars/Olympus')
    expect(() => parseSite(wrong)).toThrow(/^site\.yaml:\d+: name: .*\nsite\.yaml:\d+: timezone: must be a time zone/)
  })

  it.each(['danish', 'xx yy', '""'])('refuses %s for a language', (language) => {
    const wrong = siteYaml.replace(/^language: .*$/m, `language: ${language}`)
    expect(() => parseSite(wrong)).toThrow(/^site\.yaml:\d+: language: /)
  })

  it('says of a missing colon one thing, with its line', () => {
    const wrong = siteYaml.replace(/^tagline:/m, 'tagline')
    const line = wrong.split('\n').findIndex((each) => each.startsWith('tagline')) + 1
    expect(() => parseSite(wrong)).toThrow(new RegExp(`^site\\.yaml:${line}: [^\\n]+$`))
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSite } from './site.ts'

const own = readFileSync(join(import.meta.dirname, '../../../content/site.yaml'), 'utf8')

describe('parseSite', () => {
  it('reads the file that comes with the project', () => {
    expect(parseSite(own)).toMatchObject({ language: 'sv', timezone: 'Europe/Stockholm' })
  })

  it('says each fault on a line of its own', () => {
    const wrong = own.replace(/^name:.*$/m, 'name: ""').replace('Europe/Stockholm', 'Mars/Olympus')
    expect(() => parseSite(wrong)).toThrow(/site\.yaml: name: .*\n.*site\.yaml: timezone: must be a time zone/)
  })

  it('says that the file is no YAML', () => {
    expect(() => parseSite('a: [')).toThrow('site.yaml cannot be read')
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readLicences, renderLicences } from '../scripts/write-licences.ts'

describe('licences of dependencies', () => {
  it('go with ours', () => {
    const licences = readLicences()
    expect(licences.length).toBeGreaterThan(100)
    expect(licences.filter(({ compatible }) => !compatible)).toEqual([])
  })

  it('are listed in docs/licences.md ("npm run licences" writes it)', () => {
    expect(readFileSync('docs/licences.md', 'utf8')).toBe(renderLicences(readLicences()))
  })
})

import { expect, it } from 'vitest'
import { parseProfileFile, writeProfileFile } from './profile-file.ts'

const profile = {
  follow: [
    { kind: 'tag' as const, key: 'airpods', title: 'AirPods' },
    { kind: 'story' as const, key: '12', title: 'Two\nlines # and a hash' },
    { kind: 'search' as const, key: '"vision pro" -rumor: yes' },
  ],
  mute: [{ kind: 'word' as const, key: 'no' }],
}

it('is a line for each follow and mute, with what it is called beside it', () => {
  expect(writeProfileFile(profile)).toBe(`follow:
  - tag: airpods # AirPods
  - story: 12 # Two lines # and a hash
  - search: "\\"vision pro\\" -rumor: yes"
mute:
  - word: "no"
`)
})

it('reads back what it wrote, and nothing from an empty file', () => {
  const keys = (lines: { kind: string; key: string }[]) => lines.map(({ kind, key }) => ({ kind, key }))
  const read = parseProfileFile(writeProfileFile(profile))
  expect([read.follow, read.mute]).toEqual([keys(profile.follow), keys(profile.mute)])
  for (const text of ['', '{}', 'follow:\nmute: []\n', writeProfileFile({ follow: [], mute: [] })])
    expect(parseProfileFile(text)).toEqual({ follow: [], mute: [] })
})

it.each([
  ['follow:\n  - person: ann', 'profil.yaml:2: follow.0'],
  ['follow:\n  tag: airpods', 'follow'],
  ['others: []', 'profil.yaml:1'],
  ['follow: [', 'profil.yaml:1'],
  ['a: &a [x]\nfollow: *a', ''],
  ['x'.repeat(60_001), 'more than 60000 characters'],
])('refuses %j and says where', (text, where) => {
  expect(() => parseProfileFile(text)).toThrow(where)
})

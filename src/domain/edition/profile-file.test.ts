import { expect, it } from 'vitest'
import { ProfileViolation, parseProfileFile, writeProfileFile } from './profile-file.ts'

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

it('takes keys as the texts that they are', () => {
  for (const key of ['007', '12345678901234567890123', '5.0', '0x10', 'null', 'true', '~', '2026-11-24', 'a: b # c']) {
    const file = { follow: [], mute: [{ kind: 'word' as const, key }] }
    expect(parseProfileFile(writeProfileFile(file))).toEqual(file)
  }
  expect(parseProfileFile('mute:\n  - word: 007\n  - word: null\n').mute.map(({ key }) => key)).toEqual(['007', 'null'])
})

it.each([
  ['follow:\n  - person: ann', 2],
  ['follow:\n  - tag: airpods\n    story: 12', 2],
  ['follow:\n  - tag: airpods\n  - __proto__: x', 3],
  ['follow:\n  - tag: [airpods]', 2],
  ['follow:\n  - airpods', 2],
  ['follow:\n  tag: airpods', 2],
  ['others: []', 1],
  ['follow: [', 1],
  ['mute:\n  - word: a\nmute: []', 3],
  ['a: &a [x]\nfollow: *a', 2],
])('says which line of %j cannot be read', (text, line) => {
  expect(violationOf(text)).toEqual({ reason: 'unreadable', line })
})

it('takes no more than an account holds', () => {
  const many = (name: string, kind: string, n: number) =>
    `${name}:\n${Array.from({ length: n }, (_, i) => `  - ${kind}: x${i}\n`).join('')}`
  const tooMuch = { reason: 'too_much', line: null }
  for (const text of [
    'x'.repeat(60_001),
    many('follow', 'tag', 501),
    many('mute', 'word', 501),
    many('follow', 'search', 21),
  ])
    expect(violationOf(text)).toEqual(tooMuch)
  expect(parseProfileFile(many('follow', 'search', 20)).follow).toHaveLength(20)
})

function violationOf(text: string): { reason: string; line: number | null } | null {
  try {
    parseProfileFile(text)
    return null
  } catch (error) {
    if (!(error instanceof ProfileViolation)) throw error
    return { reason: error.reason, line: error.line }
  }
}

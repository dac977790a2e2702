import { describe, expect, it } from 'vitest'
import { parseEmail } from './account.ts'

describe('an address of mail', () => {
  it.each([
    ['Ann@Example.SE ', 'ann@example.se'],
    ['\u00a0ann@example.se\n', 'ann@example.se'],
    ['ann@räksmörgås.se', 'ann@xn--rksmrgs-5wao1o.se'],
    ['Ann@RÄKSMÖRGÅS.se', 'ann@xn--rksmrgs-5wao1o.se'],
    ['ann@xn--rksmrgs-5wao1o.se', 'ann@xn--rksmrgs-5wao1o.se'],
    ['ann@ra\u0308ka.se', 'ann@xn--rka-qla.se'],
    ["o'neil_2-x@a-b.c3.museum", "o'neil_2-x@a-b.c3.museum"],
    ['почта@пример.рф', null],
    ['ann@пример.рф', 'ann@xn--e1afmkfd.xn--p1ai'],
  ])('%j is kept as %j', (text, email) => expect(parseEmail(text)).toBe(email))

  it('is left alone before the @: two mailboxes of one person are two', () => {
    expect(parseEmail('Ann+News@example.se')).toBe('ann+news@example.se')
    expect(parseEmail('a.nn@example.se')).toBe('a.nn@example.se')
  })

  it.each([
    ...['', 'ann', '@', 'ann@', '@b.se', 'ann@b', 'ann@1.2', 'ann@0x7f.1', 'ann@[127.0.0.1]', 'ann@b..se', 'ann@b.se.'],
    ...[
      '.ann@b.se',
      'ann.@b.se',
      'a..n@b.se',
      'a b@c.se',
      'a@b@c.se',
      'a@b.se,c@d.se',
      'Ann <ann@b.se>',
      'a\r\nb@c.se',
    ],
    ...['\u212aarin@b.se', 'ånn@b.se', 'ann@ex%61mple.se', 'ann@-b.se', 'ann@b-.se'],
  ])('%j is none', (text) => expect(parseEmail(text)).toBeNull())

  it('has at most 254 characters', () => {
    expect(parseEmail(`${'a'.repeat(249)}@b.se`)).toHaveLength(254)
    expect(parseEmail(`${'a'.repeat(250)}@b.se`)).toBeNull()
  })
})

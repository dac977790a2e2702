import { describe, expect, it } from 'vitest'
import { hostOf, href } from './href.ts'

describe('href', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'no address',
    '',
  ])('gives # for %j', (address) => expect(href(address)).toBe('#'))

  it.each(['https://a.example/b?c=d', 'http://a.example/', 'mailto:a@b.example', '/entries/1', '#top', '/'])(
    'leaves %s alone',
    (address) => expect(href(address)).toBe(address),
  )
})

describe('hostOf', () => {
  it('names the host without www', () => expect(hostOf('https://www.a.example/x')).toBe('a.example'))
  it('is empty for what is no address', () => expect(hostOf('x')).toBe(''))
})

import { expect, it } from 'vitest'
import { addressKey, trustProxy } from './client.ts'

it('counts IPv6 by /64 and mapped IPv4 as IPv4', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7')
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:db8:1:2:bbbb::2'))
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'))
})

it('trusts as many hops as are named, counted from the server', () => {
  const trusted = trustProxy('1')
  if (typeof trusted !== 'function') throw new Error('a number of hops is a function')
  expect([0, 1, 2].map((hop) => trusted('203.0.113.7', hop))).toEqual([true, false, false])
  expect(trustProxy('10.0.0.1, 10.1.0.0/16')).toEqual(['10.0.0.1', '10.1.0.0/16'])
  expect(trustProxy(undefined)).toBe(false)
})

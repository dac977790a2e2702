import { expect, it } from 'vitest'
import { addressKey, forwardedFor, trustProxy } from './client.ts'

it('counts IPv6 by /64 and mapped IPv4 as IPv4', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7')
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:db8:1:2:bbbb::2'))
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'))
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  [' 203.0.113.7:1 ,\t10.0.0.2:2 ', '203.0.113.7, 10.0.0.2'],
  ['"203.0.113.7:80"', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:DB8::7]', '2001:db8::7'],
  ['[2001:db8:0:0::7]:443', '2001:db8::7'],
  ['"[2001:db8::7]:443"', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7:80', '203.0.113.7'],
  ['[::FFFF:203.0.113.7]:80', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['203.0.113.7, , 10.0.0.2,', '203.0.113.7, 10.0.0.2'],
  // Left of what is no address nothing is known.
  ['198.51.100.1, unknown, 10.0.0.2', '10.0.0.2'],
  ['198.51.100.1, _hidden', ''],
  ['203.0.113.7:http', ''],
  ['203.0.113.7:123456', ''],
  ['[203.0.113.7', ''],
  ['2001:db8::7]:80', ''],
  ['[2001:db8::7]x', ''],
  ['3405803783', ''],
  ['0xcb.0.0x71.7', ''],
  ['203.0.113', ''],
  ['[]', ''],
  ['', ''],
])('reads the forwarded addresses of %j as %j', (header, addresses) => expect(forwardedFor(header)).toBe(addresses))

it('trusts as many hops as are named, counted from the server', () => {
  const trusted = trustProxy('1')
  if (typeof trusted !== 'function') throw new Error('a number of hops is a function')
  expect([0, 1, 2].map((hop) => trusted('203.0.113.7', hop))).toEqual([true, false, false])
  expect(trustProxy('10.0.0.1, 10.1.0.0/16')).toEqual(['10.0.0.1', '10.1.0.0/16'])
  expect(trustProxy(undefined)).toBe(false)
})

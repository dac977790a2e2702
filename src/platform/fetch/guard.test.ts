import { describe, expect, test } from 'vitest'
import { createGuard } from './guard.ts'

const PRIVATE = `
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 100.100.100.200 127.0.0.1 127.255.255.254
169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1
198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 168.63.129.16
:: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe
64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 2002:808:808:: 2001:10::1 3fff::1 4000::1 5f00::1
fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 2620:4f:8000::1
`

const PUBLIC = `
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 192.167.1.1 223.255.255.254
2606:4700::1111 2a00:1450:400f::200e ::ffff:8.8.8.8 64:ff9b::8.8.8.8
`

const words = (text: string) => text.trim().split(/\s+/)

describe('the address guard', () => {
  const guard = createGuard([])

  test.each(words(PRIVATE))('refuses %s', (address) => {
    expect(guard.refusal(address)).toBeTypeOf('string')
  })

  test.each(words(PUBLIC))('lets %s through', (address) => {
    expect(guard.refusal(address)).toBeNull()
  })

  test.each(['', 'example.com', '127.1', '0x7f000001', '2130706433', '::1%eth0', '1.2.3.4.5'])(
    'refuses "%s", whatever it may mean',
    (text) => {
      expect(guard.refusal(text)).toBeTypeOf('string')
    },
  )

  test('opens what FETCH_ALLOW names and nothing beside it', () => {
    const guard = createGuard(['10.1.0.0/16', '::1', '127.0.0.1/32'])
    expect(guard.refusal('10.1.2.3')).toBeNull()
    expect(guard.refusal('::1')).toBeNull()
    expect(guard.refusal('::ffff:127.0.0.1')).toBeNull()
    expect(guard.refusal('10.2.0.1')).toBe('private')
    expect(guard.refusal('127.0.0.2')).toBe('loopback')
    expect(guard.refusal('::2')).toBeTypeOf('string')
  })

  test.each(['127.0.0.1/33', 'localhost', '10.0.0.0/', 'x/8'])('says which range is wrong: %s', (range) => {
    expect(() => createGuard(['10.0.0.0/8', range])).toThrow(`FETCH_ALLOW: "${range}"`)
  })

  test('knows the own network by literal and by name', async () => {
    const guard = createGuard(['127.0.0.0/8'], (host, _options, callback) =>
      callback(null, [{ address: host === 'inside' ? '127.0.0.9' : '8.8.8.8', family: 4 }]),
    )
    expect(await guard.isAllowedNetwork('127.0.0.1')).toBe(true)
    expect(await guard.isAllowedNetwork('inside')).toBe(true)
    expect(await guard.isAllowedNetwork('example.com')).toBe(false)
    expect(await guard.isAllowedNetwork('[::1]')).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { isSame } from './validators.ts'

const marks = ['-gzip"', '-br"', '-zstd"', '--gzip"', '--br"', ';gzip"', ':gzip"', '-x-gzip"', '-deflate"', '"-gzip']

describe.each(['W/"qX_3-9a"', '"qX_3-9a"', '"abc-br"'])('%s', (etag) => {
  const opaque = etag.replace('W/', '')

  it.each(['', 'W/'])('is the same as its form behind %j', (weak) => {
    expect(isSame(weak + opaque, etag)).toBe(true)
    expect(isSame(`"other", ${weak}${opaque}`, etag)).toBe(true)
  })

  it.each(marks)('is the same as what a server in front marked %s', (mark) => {
    for (const weak of ['', 'W/']) expect(isSame(weak + opaque.slice(0, -1) + mark, etag)).toBe(true)
  })

  it.each([undefined, '', '"other"', '"other-gzip"', '"-gzip"', `${opaque.slice(0, -1)}-2"`, opaque.slice(1, -1)])(
    'is another than %j',
    (given) => expect(isSame(given, etag)).toBe(false),
  )
})

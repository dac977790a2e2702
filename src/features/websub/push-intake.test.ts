import { PassThrough, Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createPushIntake } from './push-intake.ts'
import { checkSignature, signContent } from './subscription.ts'

const MB = 1024 * 1024
const megabytes = (n: number) => Array.from({ length: n }, () => Buffer.alloc(MB, 'x'))
const signed = () => checkSignature('s', signContent('s', '<rss/>'))
const ignore = async () => {}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

/** A body of so many megabytes that has not ended. */
function begun(n: number): PassThrough {
  const body = new PassThrough({ highWaterMark: 64 * MB })
  for (const chunk of megabytes(n)) body.write(chunk)
  return body
}

describe('what is pushed', () => {
  it('is kept where its signature is right, piece by piece, and dropped where it is not', async () => {
    const { read } = createPushIntake()
    const retained: string[] = []
    const keep = async (body: Buffer) => void retained.push(body.toString())
    expect(await read('k', Readable.from([Buffer.from('<r'), Buffer.from('ss/>')]), signed(), keep)).toBe(true)
    expect(await read('k', Readable.from([Buffer.from('<rss />')]), signed(), keep)).toBe(false)
    expect(await read('k', Readable.from([Buffer.from('<rss/>')]), null, keep)).toBe(false)
    expect(retained).toEqual(['<rss/>'])
  })

  it('is read one at a time of a source, and freed however it ends', async () => {
    const { read, buffered } = createPushIntake()
    const body = begun(2)
    const first = read('k', body, signed(), ignore)
    await settled()
    expect(buffered()).toBe(2 * MB)
    await expect(read('k', begun(1), signed(), ignore)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 })
    body.destroy(new Error('the client left'))
    await expect(first).rejects.toMatchObject({ code: 'bad_request' })
    expect(buffered()).toBe(0)
    const failing = async () => Promise.reject(new Error('the database is away'))
    await expect(read('k', Readable.from([Buffer.from('<rss/>')]), signed(), failing)).rejects.toThrow('away')
    expect(buffered()).toBe(0)
    expect(await read('k', Readable.from([Buffer.from('<rss/>')]), signed(), ignore)).toBe(true)
  })

  it('is held up to 32 megabytes in all, and of the unsigned nothing', { tags: 'slow' }, async () => {
    const { read, buffered } = createPushIntake()
    const bodies = [10, 10, 10].map(begun)
    const reads = bodies.map((body, n) => read(`k${n}`, body, signed(), ignore))
    for (let n = 0; n < 20; n++) void read(`u${n}`, begun(1), null, ignore)
    await settled()
    expect(buffered()).toBe(30 * MB)
    await expect(read('k4', begun(3), signed(), ignore)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 60 })
    expect(buffered()).toBe(30 * MB)
    for (const body of bodies) body.end()
    expect(await Promise.all(reads)).toEqual([false, false, false])
    expect(buffered()).toBe(0)
  })

  it.each([signed, () => null])('is no more than ten megabytes', async (signature) => {
    const { read, buffered } = createPushIntake()
    const body = begun(11)
    await expect(read('k', body, signature(), ignore)).rejects.toMatchObject({ code: 'payload_too_large' })
    expect([buffered(), body.destroyed]).toEqual([0, false])
  })
})

import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { EventStreams } from './event-streams.ts'

const responseOf = (closed = false) => Object.assign(new EventEmitter(), { closed }) as unknown as ServerResponse

it('opens two hundred streams, five of one address, until one closes', () => {
  const [streams, first] = [new EventStreams(), responseOf()]
  const signal = streams.open('0', first)
  for (let n = 1; n < 200; n++) streams.open(`${Math.floor(n / 5)}`, responseOf())
  const refused = (code: string) => expect.objectContaining({ code, retryAfter: 60 })
  expect(() => streams.open('1', responseOf())).toThrow(refused('rate_limited'))
  expect(() => streams.open('other', responseOf())).toThrow(refused('unavailable'))
  expect(signal.aborted).toBe(false)
  first.emit('close')
  expect([signal.aborted, streams.size]).toEqual([true, 199])
  expect(streams.open('0', responseOf()).aborted).toBe(false)
})

it('ends at once the stream of a reader who has left', () => {
  const streams = new EventStreams()
  expect([streams.open('1', responseOf(true)).aborted, streams.size]).toEqual([true, 0])
})

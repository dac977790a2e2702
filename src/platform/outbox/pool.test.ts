import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createDeliveryPool, type Deliverer } from './pool.ts'

interface Item {
  receiver: string
  answer: PromiseWithResolvers<boolean | null>
}

let now = new Date('2026-11-21T12:00:00Z')
const options = { atOnce: 6, ofOne: 2, clock: { now: () => now }, log: pino({ level: 'silent' }) }
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Deliveries that end at the test's command. */
function play(limits: Partial<typeof options> = {}) {
  const waiting: Item[] = []
  const sent: Item[] = []
  const postponed: { item: Item; until: Date }[] = []
  const deliverer: Deliverer<Item> = {
    lease: async (max) => waiting.splice(0, max),
    receiverOf: ({ receiver }) => receiver,
    deliver: (item) => {
      sent.push(item)
      return item.answer.promise
    },
    postpone: async (item, until) => void postponed.push({ item, until }),
  }
  const add = (receiver: string, times: number): Item[] => {
    const items = Array.from({ length: times }, () => ({ receiver, answer: Promise.withResolvers<boolean | null>() }))
    waiting.push(...items)
    return items
  }
  return { pool: createDeliveryPool(deliverer, { ...options, ...limits }), waiting, sent, postponed, add }
}

const toOf = (items: Item[]) => items.map(({ receiver }) => receiver)

describe('a pool of deliveries', () => {
  it('sends so many at once to one receiver, and others go past those that wait for it', async () => {
    const { pool, sent, add } = play()
    const slow = add('slow', 4)
    const quick = add('quick', 1)
    void pool.fill()
    await settled()
    expect(toOf(sent)).toEqual(['slow', 'slow', 'quick'])
    for (const { answer } of [...slow, ...quick]) answer.resolve(true)
    await pool.flush()
    expect(sent).toHaveLength(5)
  })

  it('takes past as many as wait for a receiver that does not answer', async () => {
    const { pool, sent, add } = play()
    const slow = add('slow', 40)
    const quick = add('quick', 1)
    void pool.fill()
    await settled()
    expect(sent).toContain(quick[0])
    for (const { answer } of [...slow, ...quick]) answer.resolve(true)
    await pool.flush()
  })

  it('sends so many at once in all, takes few more than that, and goes on when one has ended', async () => {
    const { pool, sent, waiting, add } = play()
    const items = Array.from({ length: 20 }, (_, n) => add(`r${n}`, 1)).flat()
    const flushed = pool.flush()
    await settled()
    expect([sent.length, waiting.length]).toEqual([6, 8])
    items[3]?.answer.resolve(true)
    await settled()
    expect(sent.length).toBe(7)
    for (const { answer } of items) answer.resolve(true)
    await flushed
    expect(sent.length).toBe(20)
  })

  it('leaves a receiver alone that did not answer three times in a row, for a minute, and nobody else', async () => {
    const { pool, sent, postponed, add } = play()
    // A delivery that was not sent does not count.
    const answers = [false, null, false, null, false, false, false]
    for (const [n, { answer }] of add('dead', answers.length).entries()) answer.resolve(answers[n] ?? null)
    for (const { answer } of add('well', 1)) answer.resolve(true)
    await pool.flush()
    expect(toOf(sent).filter((receiver) => receiver === 'well')).toHaveLength(1)
    // Two run at once, so that another had begun.
    expect(toOf(sent).filter((receiver) => receiver === 'dead').length).toBeLessThan(answers.length)
    expect(postponed.map(({ until }) => until.getTime() - now.getTime())).toContain(60_000)
    now = new Date(now.getTime() + 60_001)
    const [again] = add('dead', 1)
    again?.answer.resolve(true)
    await pool.flush()
    expect(sent.at(-1)).toBe(again)
  })

  it('takes what comes while it waits, and resolves when all of that was tried', async () => {
    const { pool, sent, add } = play()
    const [slow, first] = [add('slow', 1)[0], add('quick', 1)[0]]
    const flushed = pool.flush()
    await settled()
    const [later] = add('later', 1)
    first?.answer.resolve(true)
    await settled()
    expect(sent).toContain(later)
    slow?.answer.resolve(true)
    later?.answer.resolve(true)
    await flushed
  })

  it('outlives a delivery that throws, and sends nothing after it was closed', async () => {
    const { pool, sent, add } = play({ atOnce: 1, ofOne: 1 })
    add('one', 1)[0]?.answer.reject(new Error('the database is away'))
    await pool.flush()
    const [running] = add('one', 2)
    void pool.fill()
    await settled()
    const closed = pool.close()
    running?.answer.resolve(true)
    await closed
    await pool.flush()
    expect(sent).toHaveLength(2)
  })
})

import { expect, it } from 'vitest'
import { firstPaths } from '../../platform/site/page-words.ts'
import { alertMessage } from './message.ts'

const t = (key: string, values: Record<string, unknown> = {}) => `${key} ${values.n ?? ''}`
const event = (id: number, title = `Händelse ${id}`) => ({ id, title, sourceCount: id })

it('says one happening by its title, how many publishers tell it, and its page', () => {
  expect(alertMessage(t, firstPaths, [event(3)])).toEqual({
    title: 'Händelse 3',
    body: 'alerts.told_by 3',
    url: '/handelser/3-handelse-3',
    tag: 'alert-3',
  })
  expect(alertMessage(t, firstPaths, [])).toBeNull()
})

it('says several as one that leads to all of them', () => {
  const message = alertMessage(
    t,
    firstPaths,
    [1, 2, 3, 4, 5, 6, 7].map((id) => event(id)),
  )
  expect(message).toMatchObject({ title: 'alerts.several 7', url: '/konto/alerts' })
  expect(message?.body.split('\n')).toHaveLength(5)
})

it('stays below what a push service takes, whatever titles hold', () => {
  const long = [1, 2, 3, 4, 5, 6].map((id) => event(id, '🍎'.repeat(5000)))
  for (const events of [long, long.slice(0, 1)])
    expect(Buffer.byteLength(JSON.stringify(alertMessage(t, firstPaths, events)))).toBeLessThan(3900)
})

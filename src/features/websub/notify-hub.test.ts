import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { startSmallServer } from '../../../tests/support/played/small-server.ts'
import { createHubNotifier } from './notify-hub.ts'

it('tells the hub of each feed once for changes that come together, and again for later ones', async () => {
  const notices: string[] = []
  const hub = await startSmallServer(async (request, response) => {
    notices.push(`${request.headers['content-type']} ${await text(request)}`)
    response.writeHead(202).end()
  })
  const topics = ['https://site.example/entries.rss', 'https://site.example/entries.atom']
  const notifier = createHubNotifier(`${hub.url}/`, topics, pino({ level: 'silent' }), 20)
  for (let n = 0; n < 5; n++) notifier.changed()
  await vi.waitFor(() => expect(notices).toHaveLength(2))
  notifier.changed()
  await vi.waitFor(() => expect(notices).toHaveLength(4))
  expect(notices[0]).toBe(
    'application/x-www-form-urlencoded;charset=UTF-8 hub.mode=publish&hub.url=https%3A%2F%2Fsite.example%2Fentries.rss',
  )
  expect(notices.map((notice) => /[a-z]+$/.exec(notice)?.[0])).toEqual(['rss', 'atom', 'rss', 'atom'])
  notifier.changed()
  notifier.close()
  await hub.close()
})

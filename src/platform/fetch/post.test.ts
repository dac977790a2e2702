/** Posts to a server whose answer does not end. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmallServer, startSmallServer } from '../../../tests/support/played/small-server.ts'
import { createPoster } from './post.ts'

let server: SmallServer
beforeAll(async () => {
  server = await startSmallServer((request, response) => {
    if (request.url === '/slow-text') response.writeHead(202).write('taken')
  })
})
afterAll(() => server.close())

const poster = createPoster({ reach: { allow: ['127.0.0.1'], secure: false }, userAgent: 'test', totalMs: 300 })
afterAll(() => poster.close())

it('an answer whose text does not end in time counts by its status, and none is none', { tags: 'slow' }, async () => {
  expect(await poster.send(`${server.url}/slow-text`, {})).toMatchObject({ status: 202, text: 'taken', error: null })
  expect(await poster.send(`${server.url}/silent`, {})).toMatchObject({
    status: 0,
    error: expect.stringMatching(/timeout/i),
  })
})

/** The app behind a listener where each request comes in a minute of its own, so that no limit is reached. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seedWorld, type World } from './agent-world.ts'
import { startTestWeb } from './web.ts'

export async function startTickingWeb(): Promise<{ address: string; world: World; close(): Promise<void> }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const web = await startTestWeb({ BASE_URL: address })
  const world = await seedWorld(web)
  server.on('request', (request, response) => {
    web.clock.set(new Date(web.clock.now().getTime() + 61_000))
    web.app.routing(request, response)
  })
  return {
    address,
    world,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await web.close()
    },
  }
}

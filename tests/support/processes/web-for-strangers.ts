/** A web process like `karnhuset web`, but that strangers may name servers on loopback, as suites play them. */
import { openServices } from '../../../src/app/services.ts'
import { readConfig } from '../../../src/config.ts'
import { createLog } from '../../../src/platform/log/log.ts'
import { startWeb } from '../../../src/web.ts'

const config = readConfig()
const reachOfStrangers = { allow: ['127.0.0.1/32'], secure: false }
const services = await openServices(config, createLog(config, 'web'), { reachOfStrangers })
const { address, close } = await startWeb(services)
console.log(`Kärnhuset is at ${config.BASE_URL} (listening on ${address}).`)
process.once('SIGTERM', async () => {
  await close()
  await services.close()
})

/** The demo site on loopback until it is told to end: `node tests/support/serve-demo-site.ts`. For looking at. */
import { startDemoSite } from './demo-site.ts'

const site = await startDemoSite()
console.log(site.url)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void site.close().then(() => process.exit(0)))

/** The demo site on loopback until a signal ends it, for looking at: `node scripts/serve-demo-site.ts [bicycles]`. */
import { startDemoSite } from '../tests/support/worlds/demo.ts'

const bicycles = process.argv[2] === 'bicycles'
const site = await (bicycles
  ? startDemoSite({ CONTENT_DIR: 'demo/bicycles/content' }, 'demo/bicycles')
  : startDemoSite({}, undefined, { hasTexts: true }))
console.log(site.url)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void site.close().then(() => process.exit(0)))

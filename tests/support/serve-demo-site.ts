/** The demo site on loopback until it is told to end, for looking at: `node tests/support/serve-demo-site.ts [bicycles]`. */
import { startDemoSite } from './demo-site.ts'

const bicycles = process.argv[2] === 'bicycles'
const site = await (bicycles
  ? startDemoSite({ CONTENT_DIR: 'demo/bicycles/content' }, 'demo/bicycles')
  : startDemoSite({}, undefined, { hasTexts: true }))
console.log(site.url)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void site.close().then(() => process.exit(0)))

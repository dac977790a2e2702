/** A local model without its package; `npm run suites -- local-model` tests it with the package. */
import { expect, test } from 'vitest'
import { createEmbedder } from '../../src/ai/embedders.ts'
import { parseConfig } from '../../src/config.ts'

test('without the package the message says how to install it', async () => {
  const embedder = createEmbedder(parseConfig({ EMBEDDING_PROVIDER: 'local', EMBEDDING_MODEL_DIR: '/nowhere' }))
  await expect(embedder?.embed(['x'], 'query')).rejects.toMatchObject({ message: /npm install --no-save/ })
})

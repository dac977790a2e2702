/** The suites that are written as tests. Time limits only end what hangs. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // An operator installs it at the top; here it is among the packages of the suites.
  resolve: { alias: { '@huggingface/transformers': fileURLToPath(import.meta.resolve('@huggingface/transformers')) } },
  test: {
    dir: import.meta.dirname,
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: [fileURLToPath(new URL('../support/test-server.ts', import.meta.url))],
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
})

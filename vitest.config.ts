/**
 * Files share processes and modules, which Node loads as it loads the service: nothing is replaced, so that nothing needs to be
 * transformed. Time limits only end what hangs.
 */
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { shortFailures } from './scripts/failures.ts'
import { retriesInCi } from './scripts/flaky.ts'

// As the service's own: threads and processes that tests start read again what was compiled before.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

export default defineConfig({
  test: {
    ...shortFailures,
    ...(process.env.CI ? retriesInCi : {}),
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    tags: [{ name: 'slow', description: 'takes half a second, or seconds in all: npm run test:slow' }],
    include: ['{src,scripts,tests,quality}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'quality/suites/**'],
    globalSetup: ['tests/support/database.ts', 'tests/support/neighbour.ts'],
    pool: 'forks',
    isolate: false,
    experimental: { viteModuleRunner: false },
  },
})

import { configDefaults, defineConfig } from 'vitest/config'

/** They open no database, or one that they choose themselves, so that on a second engine they would only run again. */
const withoutDatabase = [
  'tests/ai/{gate-claims,gates-eval,local-embedder,providers}.test.ts',
  'tests/cluster-order.test.ts',
  'tests/conformance/**',
  'tests/demo/{publisher,remembered}.test.ts',
  'tests/{docs,guides-content,licences,messages,outage,private-files,settings,site-pages,topic}.test.ts',
  'tests/support/**',
  // How pages look and weigh is the same over either database; what people do on them runs on both.
  'tests/{admin-pages,site-demo,site-hostile}.test.ts',
]

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'tests/suites/**', ...(process.env.TEST_DATABASE_URL ? withoutDatabase : [])],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Browsers and child processes on a shared machine: a test that fails for good fails twice.
    retry: process.env.CI ? 1 : 0,
  },
})

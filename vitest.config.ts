/** Two projects, whose files share processes and modules. End-to-end tests mostly wait. Time limits only end what hangs. */
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { FlakyReporter } from './tests/support/flaky.ts'

// As the service's own: threads and processes that tests start read again what was compiled before.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** In CI alone, a test is retried once and then listed as flaky (ADR 0012). A property that failed has found something. */
const retries = process.env.CI
  ? { retry: { count: 1, condition: /^(?!Property failed)/ }, reporters: ['default', new FlakyReporter()] }
  : {}

export default defineConfig({
  test: {
    ...retries,
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts'], pool: 'threads', isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'tests/suites/**'],
          globalSetup: ['tests/support/test-server.ts'],
          pool: 'forks',
          isolate: false,
        },
      },
    ],
  },
})

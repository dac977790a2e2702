/** Two projects: what is pure shares its modules, journeys have a process each. Time limits only end what hangs. */
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
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
        },
      },
    ],
  },
})

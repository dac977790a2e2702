import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Browsers and child processes on a shared machine: a test that fails for good fails three times.
    retry: process.env.CI ? 2 : 0,
  },
})

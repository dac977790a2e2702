/** The suites that are written as tests. Time limits only end what hangs. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { FlakyReporter } from '../../scripts/flaky.ts'

/** The longest begin first, so that none is left alone at the end; those that mostly wait beside those that work. */
const first =
  'survival/survival pages/admin service/podcast pages/demo service/embedded pages/site-pages service/secrets html service/process pages/real service/supervise service/week'.split(
    ' ',
  )

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = first.findIndex((name) => moduleId.includes(`/suites/${name}`))
      return at < 0 ? first.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

/** Tests that open a browser. They alone are retried, once: they wait for processes that are not ours. */
const browser = ['browser/**/*.test.ts', 'pages/**/*.test.ts', 'html.test.ts', 'lighthouse.test.ts']

const local = '@huggingface/transformers'
const hasPackages = existsSync(join(import.meta.dirname, '../node_modules', local))

export default defineConfig({
  // An operator installs it at the top; here it is among the packages of the suites.
  resolve: { alias: hasPackages ? { [local]: fileURLToPath(import.meta.resolve(local)) } : {} },
  test: {
    dir: import.meta.dirname,
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: [fileURLToPath(new URL('../../tests/support/database.ts', import.meta.url))],
    reporters: ['default', new FlakyReporter()],
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    tags: [{ name: 'twelve', description: 'One of the twelve journeys that stand for the rest in .ci/run.' }],
    projects: [
      { extends: true, test: { name: 'browser', include: browser, retry: 1 } },
      {
        extends: true,
        test: { name: 'processes', include: ['**/*.test.ts'], exclude: browser },
      },
    ],
  },
})

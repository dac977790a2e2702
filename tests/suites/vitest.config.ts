/** The suites that are written as tests. Time limits only end what hangs. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest begin first, so that none is left alone at the end; those that mostly wait beside those that work. */
const first =
  'survival/survival pages/admin service/podcast pages/demo service/embedded pages/site-pages service/secrets html pages/site-hostile service/process pages/real service/supervise service/week'.split(
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

export default defineConfig({
  // An operator installs it at the top; here it is among the packages of the suites.
  resolve: { alias: { '@huggingface/transformers': fileURLToPath(import.meta.resolve('@huggingface/transformers')) } },
  test: {
    dir: import.meta.dirname,
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: [fileURLToPath(new URL('../support/test-server.ts', import.meta.url))],
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
})

/** Reports failures in few lines: where values differ, and the command that runs the file alone. */
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const LINES = 12
const LENGTH = 200

const shortLine = (line: string) =>
  line.length > LENGTH ? `${stripVTControlCharacters(line).slice(0, LENGTH)}…` : line

/** Vitest's `truncateThreshold` cuts the values before they are compared, and may lose all of it. */
function firstLines(diff: string): string {
  const lines = diff.split('\n')
  const more = lines.length - LINES
  const shown = lines.slice(0, LINES).map(shortLine)
  return [...shown, ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n')
}

class FailureReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    for (const error of test.result().errors ?? []) {
      if (error.diff) error.diff = firstLines(error.diff)
      error.message = firstLines(error.message)
    }
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    for (const module of modules) if (!module.ok()) console.log(`npx vitest run ${module.relativeModuleId}`)
  }
}

/** Of `npm test`. */
export const shortFailures = {
  diff: { expand: false, contextLines: 1 },
  reporters: ['default' as const, new FailureReporter()],
}

/** Runs before each test file: what it reaches is listed under its name, also by processes that it starts. */
import { ChildProcess } from 'node:child_process'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { FOLDER, LIST } from './probes.ts'

process.env[LIST] = join(
  process.env[FOLDER] ?? '',
  encodeURIComponent(relative(process.cwd(), expect.getState().testPath ?? '')),
)

const children = ChildProcess.prototype as unknown as { spawn(options: { envPairs: string[] }): unknown; lists?: true }
if (!children.lists) {
  const { spawn } = children
  children.lists = true
  children.spawn = function (options) {
    options.envPairs.push(`${LIST}=${process.env[LIST]}`)
    return spawn.call(this, options)
  }
}

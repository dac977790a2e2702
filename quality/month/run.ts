/** `npm run month`: a month of the service in minutes, as a diary of what its operator was told, when, and what was to be done. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canMount } from '../../tests/support/machine.ts'
import { faultsOf, printDiary } from './diary.ts'
import { DISK_MB, playMonth } from './month.ts'
import { SOURCES, ways } from './world.ts'

if (!canMount()) {
  console.error('The month needs the right to mount a small disk, which it fills: run it as root.')
  process.exit(process.env.CI ? 1 : 0)
}
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-month-'))
spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder])
try {
  const began = performance.now()
  console.log(`${SOURCES} sources, of which fail:`)
  for (const { sources, what, days } of ways) console.log(`  ${sources}  ${what}, from day ${days[0]}`)
  const { told, happened, ids, before, articles } = await playMonth(join(folder, 'data'))
  console.log(`\nWhat the operator was told\n`)
  printDiary(told, happened)
  const faults = faultsOf(told, ids)
  if (before.length !== 1) faults.push(`backups before the migration: ${before.length}`)
  const matters = told.reduce((sum, { matters }) => sum + matters.length, 0)
  console.log(
    `\n${articles} articles, ${told.length} messages, ${matters} matters, ${Math.round((performance.now() - began) / 1000)} s`,
  )
  for (const fault of faults) console.error(`FAULT: ${fault}`)
  if (faults.length === 0) console.log('nothing unsaid, nothing said twice, nothing without need')
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  spawnSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
}

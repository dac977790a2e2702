import { expect, it } from 'vitest'
import { failureLine } from './data-folder.ts'

it('says what PostgreSQL ended with', () => {
  expect(
    failureLine('LOG:  starting\nFATAL:  lock file "postmaster.pid" already exists\nHINT:  Is another one running?'),
  ).toBe('lock file "postmaster.pid" already exists')
  expect(failureLine('initdb: error: could not create directory "x": Permission denied')).toBe(
    'could not create directory "x": Permission denied',
  )
})

it('names a full disk, and not what followed from it', () => {
  const statement = [
    'ERROR:  could not extend file "base/1/1255": No space left on device',
    'HINT:  Check free disk space.',
    'PANIC:  cannot abort transaction 1, it was already committed',
    'child process was terminated by signal 6: Aborted',
  ]
  expect(failureLine(statement.join('\n'))).toBe('could not extend file "base/1/1255": No space left on device')
})

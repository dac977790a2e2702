/** Files that are swept: one may go between the list of its folder and the question how old it is. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { leftAfter } from '../../../tests/support/swept-folder.ts'
import { sweepFiles } from './episode-files.ts'

it('deletes old files, and goes on without those that are gone', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'karnhuset-swept-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  const now = new Date('2026-11-26T12:00:00Z')
  expect(await leftAfter(join(DATA_DIR, 'episode'), () => sweepFiles(DATA_DIR, 'episode', [], [], now))).toEqual([
    'gone.jsonl.gz',
  ])
})

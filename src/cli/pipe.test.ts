/** A command whose reader has seen enough ends quietly. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const launcher = join(import.meta.dirname, '../../bin/karnhuset')

it('when its output goes through head', { tags: 'slow' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-pipe-'))
  const file = join(folder, 'feed.xml')
  const item = `<item><title>${'Nyhet '.repeat(2000)}</title></item>`
  writeFileSync(file, `<rss version="2.0"><channel><title>Bladet</title>${item.repeat(20)}</channel></rss>`)
  const many = Array.from({ length: 60 }, () => file).join(' ')
  const script = `set -o pipefail; "${process.execPath}" "${launcher}" feeds preview ${many} | head -c 10`
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', script], {
    env: { PATH: process.env.PATH ?? '' },
  })
  rmSync(folder, { recursive: true })
  expect([stdout, stderr]).toEqual(['{"input":"', ''])
})

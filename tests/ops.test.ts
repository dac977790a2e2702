/** Files for operators that no program of ours reads: the unit of systemd, and the workflow for a fork on GitHub. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../ops', name), 'utf8')

it('systemd leaves a service that never starts, however slowly each start fails', () => {
  const unit = read('systemd/karnhuset.service')
  const setting = (name: string) => new RegExp(`^${name}=(\\d+)(h?)$`, 'm').exec(unit)?.slice(1) ?? []
  const [[hours], [burst], [pause]] = ['StartLimitIntervalSec', 'StartLimitBurst', 'RestartSec'].map(setting) as [
    string[],
    string[],
    string[],
  ]
  const slowStart = 60
  expect(setting('StartLimitIntervalSec')[1]).toBe('h')
  expect(Number(burst) * (Number(pause) + slowStart)).toBeLessThan(Number(hours) * 3600)
})

it.each([
  ['anna/news', 'anna', '/news'],
  ['Anna/anna.github.io', 'Anna', ''],
  ['anna/Bertil.github.io', 'anna', '/Bertil.github.io'],
])('the workflow exports %s to the folder that GitHub Pages serves it from', (repository, owner, prefix) => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-ops-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'node'), '#!/bin/sh\nprintf "%s|" "$@"\n')
  chmodSync(join(folder, 'node'), 0o755)
  const { steps } = parse(read('github/publish.yml')).jobs.publish as { steps: { run?: string }[] }
  const script = steps.find(({ run }) => run?.includes('karnhuset export'))?.run ?? ''
  // As on a schedule: GitHub sets these two for every event.
  const env = { PATH: `${folder}:${process.env.PATH}`, GITHUB_REPOSITORY: repository, GITHUB_REPOSITORY_OWNER: owner }
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-e', '-c', script], { env, encoding: 'utf8' })
  expect([stdout, stderr]).toEqual([`bin/karnhuset|export|public|--prefix|${prefix}|`, ''])
})

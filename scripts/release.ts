/**
 * `npm run release -- --dry-run`: the checklist of a release, each line ok or with what is wrong. `--quick` leaves out what takes
 * minutes. Without `--dry-run` the commit is tagged if all of it holds.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clientTypes, clientTypesFile, projectOpenApi } from './write-openapi.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const versionIn = (path: string) => String((JSON.parse(read(path)) as { version?: string }).version)
const version = versionIn('package.json')

function run(program: string, ...args: string[]): string[] {
  const { status } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  return status === 0 ? [] : [`"${[program, ...args].join(' ')}" failed`]
}

const git = (...args: string[]): string[] =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

/** A package, an image, its label or an archive of ours, anywhere but in the history and in tests. */
const NAMED = String.raw`(karnhuset(-client)?[:@-]v?|image\.version[="]+)([0-9]+\.[0-9]+\.[0-9]+)`

function otherVersions(): string[] {
  const lines = git('grep', '-nIE', NAMED, '--', ':!*CHANGELOG.md', ':!tests')
  return lines.filter((line) => [...line.matchAll(new RegExp(NAMED, 'g'))].some((match) => match[3] !== version))
}

function versionsAgree(): string[] {
  const files = ['package-lock.json', 'server.json', 'clients/typescript/package.json']
  const differing = files.filter((path) => versionIn(path) !== version)
  return [...differing.map((path) => `${path}: ${versionIn(path)} is not ${version}`), ...otherVersions()]
}

function changelogsName(): string[] {
  return ['CHANGELOG.md', 'clients/typescript/CHANGELOG.md'].flatMap((path) => {
    const [, ...sections] = read(path).split(/^## /m)
    const ours = sections.find((text) => text.startsWith(version))
    const waiting = sections.find((text) => text.startsWith('Unreleased'))?.includes('\n- ')
    return [
      ...(ours?.includes('\n- ') ? [] : [`${path}: no section "## ${version}" with a line`]),
      ...(waiting ? [`${path}: lines wait below "## Unreleased"`] : []),
    ]
  })
}

function migrationsAreFrozen(): string[] {
  const releases = JSON.parse(read('tests/fixtures/releases.json')) as Record<string, unknown>
  return version in releases ? [] : [`tests/fixtures/releases.json lacks ${version}: npm run freeze -- ${version}`]
}

async function interfacesAreCurrent(): Promise<string[]> {
  const { info, paths } = projectOpenApi()
  const outside = Object.keys(paths).filter((path) => !path.startsWith(`/api/v${info.version}`))
  const isCurrent = (await clientTypes()) === readFileSync(clientTypesFile, 'utf8')
  return [
    ...outside.map((path) => `${path} is not of version ${info.version} of the API`),
    ...(isCurrent ? [] : ['the types of clients/typescript are not those of the API: npm run client']),
  ]
}

const suite = (file: string) => run('npx', 'vitest', 'run', '--config', 'quality/suites/vitest.config.ts', file)

const quick: [string, () => string[] | Promise<string[]>][] = [
  [`every file names version ${version}`, versionsAgree],
  ['the changelogs have a section of it', changelogsName],
  ['its migrations are frozen', migrationsAreFrozen],
  ['OpenAPI document and typed client agree', interfacesAreCurrent],
  ['licences are listed', () => run('npx', 'vitest', 'run', 'tests/licences.test.ts')],
  ['the documentation builds without a dead link', () => run('npm', 'run', '-s', 'docs')],
]
const slow: typeof quick = [
  ['a database of an earlier release is upgraded', () => run('npx', 'vitest', 'run', 'tests/upgrade.test.ts')],
  ['the package installs and starts', () => suite('install/package')],
  ['both installs and the first start are small', () => run('npm', 'run', '-s', 'sizes')],
]

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, quick: { type: 'boolean' } } })
const report: string[] = []
for (const [name, check] of values.quick ? quick : [...quick, ...slow]) {
  const violations = await check()
  report.push(violations.length === 0 ? `ok    ${name}` : `FAIL  ${name}`, ...violations.map((text) => `      ${text}`))
}
console.log(`\n${report.join('\n')}`)
const failed = report.some((line) => line.startsWith('FAIL'))
if (failed || values['dry-run'] || values.quick) process.exitCode = failed ? 1 : 0
else if (git('status', '--porcelain').length > 0) throw new Error('There are changes that are not committed')
else process.exitCode = run('git', 'tag', '-a', `v${version}`, '-m', `Kärnhuset ${version}`).length

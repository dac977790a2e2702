/** The program and the typed client as `npm pack` packs them, for an ordinary user with a home of their own. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isRoot } from './machine.ts'

const root = join(import.meta.dirname, '../..')
const USER_ID = 65_534
const who = isRoot ? { uid: USER_ID, gid: USER_ID } : {}

/** Variables that npm and the runner of tests set for this process. */
const OF_TESTS = /^(npm_.*|INIT_CWD|VIT.*|NODE_ENV|BASE_URL|MODE|DEV|PROD|SSR|TEST)$/i

function npmSetting(name: string): string {
  return spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim()
}

export function makeUser() {
  const folder = mkdtempSync('/var/tmp/karnhuset-package-')
  if (isRoot) chownSync(folder, USER_ID, USER_ID)
  const newFolder = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path)
    if (isRoot) chownSync(path, USER_ID, USER_ID)
    return path
  }
  const home = newFolder('home')
  /** Reaches the registry as this one does. */
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_TESTS.test(name))),
    ...Object.fromEntries(['registry', 'cafile'].map((name) => [`npm_config_${name}`, npmSetting(name)])),
    HOME: home,
  }
  return {
    folder,
    home,
    newFolder,
    run: ([program = '', ...args]: string[], cwd: string) => {
      const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8', ...who })
      return { status, output: stdout + stderr }
    },
    /** For what asks a server of this process. */
    runBeside: async ([program = '', ...args]: string[], cwd: string, more: Record<string, string>) => {
      const child = spawn(program, args, { cwd, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'], ...who })
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { status: await ended, output: stdout + stderr }
    },
    pack: (): { tarball: string; files: { path: string }[] } => {
      const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, encoding: 'utf8' })
      const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.search(/^\[/m)))
      return { tarball: join(folder, filename), files }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The client in a folder of its own, run by plain Node. */
export interface Project {
  folder: string
  /** Names of the files in the package. */
  packed: string[]
  /** Writes a program and runs it; `until` ends one that goes on, as soon as its output holds that. */
  run(name: string, code: string, options?: RunOptions): Promise<string>
  /** Throws with the compiler's words when a program written so far is wrong. */
  checkTypes(): void
  remove(): void
}

interface RunOptions {
  args?: string[]
  env?: Record<string, string>
  until?: string
}

export function installPackedClient(): Project {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-client-'))
  const npm = (args: string[], cwd: string) => execFileSync('npm', args, { cwd, encoding: 'utf8' })
  const made = npm(['pack', './clients/typescript', '--json', '--silent', '--pack-destination', folder], root)
  const [{ filename, files }] = JSON.parse(made) as [{ filename: string; files: { path: string }[] }]
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  npm(['install', '--offline', '--no-audit', '--no-fund', '--silent', `./${filename}`], folder)
  const written = new Set<string>()
  return {
    folder,
    packed: files.map(({ path }) => path).sort(),
    run: (name, code, options = {}) => {
      written.add(name)
      writeFileSync(join(folder, name), code)
      return runNode(folder, name, options)
    },
    checkTypes: () => checkTypes(folder, [...written]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What the program wrote; rejects with all of it when it fails, or ends before it has written `until`. */
function runNode(folder: string, name: string, { args = [], env = {}, until }: RunOptions): Promise<string> {
  const child = spawn(process.execPath, [name, ...args], { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } })
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (until && output.includes(until)) child.kill()
  })
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      const good = until ? output.includes(until) : code === 0
      if (good) resolve(output)
      else reject(new Error(`${name} ended with ${code}\n${output}${errors}`))
    })
  })
}

function checkTypes(folder: string, names: string[]): void {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }))
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout)
  }
}

/** The TypeScript of a markdown file, one program of all its blocks, or one program for each `file` that a block's first line names. */
export function programsOf(markdownFile: string): Map<string, string> {
  const programs = new Map<string, string>()
  for (const [, code = ''] of readFileSync(join(root, markdownFile), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)) {
    const name = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] ?? 'example.ts'
    programs.set(name, (programs.get(name) ?? '') + code)
  }
  return programs
}

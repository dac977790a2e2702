/** The typed client as others get it: packed by npm, installed in a folder of its own, run by plain Node. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

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
    ...{ noEmit: true, strict: true, skipLibCheck: true, target: 'es2024', module: 'nodenext', types: ['node'] },
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

/** An ordinary user with a home of their own, and the program as `npm pack` packs it. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isRoot } from './capability.ts'

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
    ...{ folder, home, newFolder },
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

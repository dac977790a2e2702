/**
 * `npm run check:language`, at the top of the checkout: new text is plain. The rules' violations are compared with the counts
 * beside this file, by kind and folder, which may only fall. `--write` lowers them. `--write --raise` accepts more, for a
 * branch that is older than the check. After a conflict in the counts take either side, then write.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { findViolations, type Violation } from './language.ts'
import { COMMON_FILE_NAMES, fileNames, MAX_SAME_NAME, MAX_SUBJECT } from './language-rules.ts'

type Place = Violation & { path: string }
/** By kind and folder. */
type Counts = Record<string, number>

const COUNTS = 'scripts/language-counts.json'
const MAX_SHOWN = 20

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\n')
    .filter(Boolean)

const isText = (path: string) =>
  /\.(?:ts|js|css|md|sh)$|^\.ci\//.test(path) &&
  !/^(?:clients|content)\/|fixtures|\/vendor\/|docs\/licences\.md|schema\.generated|language-rules/.test(path)

function placesInFiles(): Place[] {
  const listed = git('ls-files', '--cached', '--others', '--exclude-standard')
  const paths = [...new Set(listed)].filter((path) => isText(path) && existsSync(path))
  const inTexts = paths.flatMap((path) =>
    findViolations(path, readFileSync(path, 'utf8')).map((found) => ({ ...found, path })),
  )
  return [...inTexts, ...placesInNames(paths)]
}

function placesInNames(paths: string[]): Place[] {
  const nameOf = (path: string) => basename(path).replace(/\.(?:test\.)?\w+$/, '')
  const sources = paths.filter((path) => path.startsWith('src/') && !path.endsWith('.test.ts'))
  const byName = Map.groupBy(sources, nameOf)
  return [...byName].flatMap(([name, same]) => {
    const write = fileNames[name] ?? (name.startsWith('mine-') ? 'my-…' : undefined)
    const tooOften = same.length > MAX_SAME_NAME && !COMMON_FILE_NAMES.includes(name)
    const text = write ? `write ${write}` : `${same.length} files have this name, at most ${MAX_SAME_NAME} may`
    return write || tooOften ? same.map((path) => ({ kind: 'files' as const, line: 1, text, path })) : []
  })
}

/** Of the commits since this check: a shallow clone has fewer. */
function placesInSubjects(): Place[] {
  const [first] = git('log', '--follow', '--diff-filter=A', '--format=%H', '-1', '--', 'scripts/check-language.ts')
  if (!first) return []
  return git('log', '--no-merges', '--format=%h %s', `${first}..HEAD`).flatMap((line) => {
    const [, commit = '', subject = ''] = /^(\S+) (.*)$/.exec(line) ?? []
    const text = `${[...subject].length} characters, at most ${MAX_SUBJECT}: ${subject}`
    return [...subject].length > MAX_SUBJECT ? [{ kind: 'subjects' as const, line: 0, text, path: commit }] : []
  })
}

const keyOf = ({ kind, path }: Place) =>
  kind === 'subjects' ? kind : `${kind} in ${dirname(path).split('/').slice(0, 2).join('/')}`

const countByKey = (places: Place[]): Counts =>
  Object.fromEntries([...Map.groupBy(places, keyOf)].map(([key, { length }]) => [key, length] as const).sort())

/** Lines by file that were changed since the counts were. */
function changedLines(): (place: Place) => boolean {
  const [written = 'HEAD'] = git('log', '-1', '--format=%H', '--', COUNTS)
  const changed = new Set<string>()
  let file = ''
  for (const line of git('diff', '-U0', '--no-color', '--no-ext-diff', written)) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length)
    const [, from, length = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (from) for (let n = 0; n < Number(length); n++) changed.add(`${file}:${Number(from) + n}`)
  }
  const untracked = new Set(git('ls-files', '--others', '--exclude-standard'))
  return ({ kind, path, line }) => kind === 'subjects' || untracked.has(path) || changed.has(`${path}:${line}`)
}

function reportMore(key: string, allowed: number, isNew: (place: Place) => boolean): void {
  const found = places.filter((place) => keyOf(place) === key)
  const fresh = found.filter(isNew)
  console.log(`language: ${key}: ${found.length} places, at most ${allowed} are accepted. New:`)
  for (const { path, line, text } of (fresh.length > 0 ? fresh : found).slice(0, MAX_SHOWN))
    console.log(`  ${path}${line ? `:${line}` : ''}  ${text}`)
}

const places = [...placesInFiles(), ...placesInSubjects()]
const counts = countByKey(places)
const accepted: Counts = JSON.parse(readFileSync(COUNTS, 'utf8'))
const more = Object.keys(counts).filter((key) => (counts[key] ?? 0) > (accepted[key] ?? 0))
const fewer = Object.keys(accepted).filter((key) => (counts[key] ?? 0) < (accepted[key] ?? 0))
const [writes, raises] = ['--write', '--raise'].map((flag) => process.argv.includes(flag))

if (writes && (raises || more.length === 0)) {
  writeFileSync(COUNTS, `${JSON.stringify(counts, null, 2)}\n`)
  console.log(`${COUNTS}: ${fewer.length} lowered, ${more.length} raised`)
} else if (more.length > 0) {
  const isNew = changedLines()
  for (const key of more) reportMore(key, accepted[key] ?? 0, isNew)
  process.exit(1)
} else if (fewer.length > 0) {
  console.log(`language: ${fewer.length} counts can be lowered: npm run check:language -- --write`)
} else console.log(`language: ${places.length} places left`)

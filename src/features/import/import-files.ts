/** Files that another feed reader has exported: lists of sources, and articles that a reader saved there. */
import { readFile, stat } from 'node:fs/promises'
import type { Services } from '../../app/services.ts'
import { importList } from '../../cli/feeds.ts'
import { type Io, pathIn } from '../../cli/io.ts'
import { parseEmail } from '../../news/accounts/rules/account.ts'
import { accountOfEmail } from '../../news/accounts/writes/accounts.ts'
import { AppError } from '../../platform/errors.ts'
import { counted } from '../../platform/text/counted.ts'
import { MAX_EXPORT_BYTES, parseExport, type ReaderExport } from './exports/parse-export.ts'
import { importSaved } from './import-saved.ts'
import type { SavedImport } from './saved-article.ts'

/** Lines of one kind that are printed. */
const MAX_LINES = 10

/** Changes nothing where one of the files cannot be read. */
export async function importFiles(
  services: Services,
  io: Io,
  files: string[],
  { account }: { account?: string },
): Promise<number> {
  const exports: ReaderExport[] = []
  for (const file of files) exports.push(await readExport(io, file))
  const saved = exports.flatMap((one) => (one.opml === null ? one.saved : []))
  const owner = await ownerOf(services, account, exports)
  for (const [at, one] of exports.entries())
    if (one.opml === null) print(io, one.leftOut, (why) => `Left out, ${files[at]}, ${why}`)
    else await importList(services, io, one.opml)
  if (owner !== null) report(io, saved.length, await importSaved(services, owner, saved))
  return 0
}

async function readExport(io: Io, file: string): Promise<ReaderExport> {
  const path = pathIn(io, file)
  const { size } = await stat(path)
  if (size > MAX_EXPORT_BYTES)
    throw new AppError('bad_request', `${file}: it has more than ${MAX_EXPORT_BYTES / 1024 ** 2} MB`)
  const bytes = await readFile(path)
  try {
    return parseExport(bytes)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, `${file}: ${error.message}`, { cause: error })
  }
}

/** Null where no file has saved articles. */
async function ownerOf(services: Services, account: string | undefined, exports: ReaderExport[]) {
  if (exports.every(({ opml }) => opml !== null)) return null
  if (account === undefined)
    throw new AppError('bad_request', 'Saved articles belong to an account: --account anna@example.org names it.')
  const email = parseEmail(account)
  if (email === null) throw new AppError('bad_request', `--account: "${account}" is not a mail address.`)
  return accountOfEmail(services.database, email)
}

function report(io: Io, articles: number, outcome: SavedImport): void {
  const { added, present, imported, offTopic, unpublished, tooOld, overQuota, withoutSource } = outcome
  print(io, withoutSource, (url) => `Of no source here: ${url}`)
  const rest = Object.entries({
    'saved before': present,
    'not about the topic': offTopic,
    'not published here': unpublished,
    'older than KEEP_ARTICLES': tooOld,
    'of no source here': withoutSource.length,
    'beyond what an account holds': overQuota,
  }).flatMap(([what, count]) => (count > 0 ? `${count} ${what}` : []))
  io.line(`${counted(articles, 'saved article')} read, ${imported} of them new here.`)
  io.line([`${counted(added, 'event')} saved`, ...rest].join(', ').concat('.'))
}

function print(io: Io, all: readonly string[], line: (one: string) => string): void {
  for (const one of all.slice(0, MAX_LINES)) io.line(line(one))
  if (all.length > MAX_LINES) io.line(`… and ${all.length - MAX_LINES} more`)
}

/** Settling a rumor: its verdict is written into the guide's file of the content folder, and the guides are synced. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../app/services.ts'
import type { Outcome } from '../../news/actions/rules/actions.ts'
import { auditedAction } from '../../news/actions/writes/log.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import { violationsIn } from './guide-folder.ts'
import { findGuideFile } from './guide-store.ts'
import type { GuideRumor } from './rules/guide.ts'
import { type RumorVerdict, withVerdict } from './rules/record-verdict.ts'
import { syncContentGuides } from './sync.ts'

/** Throws `not_found`, and `unprocessable` where the file cannot be written, or would be no guide with the verdict in it. */
export async function recordVerdict(
  services: Pick<Services, 'database' | 'clock' | 'content' | 'config'>,
  slug: string,
  id: string,
  given: RumorVerdict,
): Promise<Outcome> {
  const { database, config, clock } = services
  const found = await findGuideFile(database.db, slug)
  const rumor = found?.rumors.find((one) => one.id === id)
  if (!found || !rumor) throw new AppError('not_found', `There is no rumor "${id}" in the guide "${slug}".`)
  if (isSame(rumor, given)) return 'unchanged'
  await rewrite(join(config.CONTENT_DIR, 'guides'), found.file, (text) => withVerdict(text, id, given))
  const { refused, faults: violations } = await syncContentGuides(services)
  if (refused.includes(found.file))
    throw new AppError('unprocessable', violations.find(({ file }) => file === found.file)?.message ?? found.file)
  return auditedAction(database, clock.now(), async () => ({
    action: 'rumor_settled',
    target: `guide:${slug}`,
    subject: rumor.claim,
    undo: null,
    before: factsOf(rumor),
    after: factsOf(given),
  }))
}

const factsOf = ({ verdict, settled }: RumorVerdict) => ({
  verdict: `rumor_${verdict}`,
  day: settled?.on ?? null,
  happened: settled?.outcome ?? null,
  url: settled?.url ?? null,
})

const isSame = (rumor: GuideRumor, given: RumorVerdict) =>
  JSON.stringify(factsOf(rumor)) === JSON.stringify(factsOf(given))

/** The file is replaced as a whole, so that a sync never reads half of it, and by nothing but a valid guide. */
async function rewrite(dir: string, file: string, change: (text: string) => string): Promise<void> {
  const path = join(dir, file)
  try {
    const text = change(await readFile(path, 'utf8'))
    const [violation] = await violationsIn(dir, file, text)
    if (violation) throw new AppError('unprocessable', `${file}: ${violation.message}`)
    await writeFile(`${path}.new`, text)
    await rename(`${path}.new`, path)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('unprocessable', `${path} cannot be written: ${messageOf(cause)}`, { cause })
  }
}

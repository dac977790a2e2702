/**
 * Syncs the guides' folder with the database. A file with a violation is reported, and its last good version stays up.
 */

import { join } from 'node:path'
import type { Services } from '../../app/services.ts'
import { type Database, publishing } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { completeFolder, type GuideFolder, readGuideFolder, readWording } from './guide-folder.ts'
import {
  deleteGuides,
  guideHash,
  listGuideViolations,
  listStoredGuides,
  replaceGuideViolations,
  type StoredGuide,
  saveGuide,
} from './guide-store.ts'
import { checkGuides, collisions } from './rules/check.ts'
import { byFileAndLine, type Guide, type GuideSync, type GuideViolation, type StoredViolation } from './rules/guide.ts'
import type { Wording } from './rules/wording.ts'

/** The guides of the content folder. */
export function syncContentGuides({ database, clock, content, config }: SyncServices): Promise<GuideSync> {
  const tagSlugs = new Set(content.rules.vocabulary.tags.keys())
  return syncGuides({ database, clock, language: content.site.language, tagSlugs }, join(config.CONTENT_DIR, 'guides'))
}

type SyncServices = Pick<Services, 'database' | 'clock' | 'content' | 'config'>

export interface GuideContext {
  database: Database
  clock: Clock
  /** Language of the site. */
  language: string
  /** Slugs of the vocabulary; tags are not checked without it. */
  tagSlugs?: ReadonlySet<string>
}

interface Plan {
  sync: GuideSync
  save: Guide[]
  violationsChanged: boolean
}

interface ReadFolder extends GuideFolder {
  wording: Wording | undefined
  /** Violations of the wording's file, which refuse no guide. */
  unread: GuideViolation[]
}

/** Raises the content version only when a guide or a violation has changed. */
export async function syncGuides(context: GuideContext, dir: string): Promise<GuideSync> {
  const { database, clock, language } = context
  const read = await readGuideFolder(dir)
  const { rules: wording, unread } = await readWording(dir)
  const folder = { ...read, wording, unread }
  const planned = plan(context, folder, await listStoredGuides(database.db), await listGuideViolations(database.db))
  if (!changesAnything(planned)) return planned.sync
  return publishing(database, async (trx) => {
    const { sync, save, violationsChanged } = plan(
      context,
      folder,
      await listStoredGuides(trx),
      await listGuideViolations(trx),
    )
    await deleteGuides(trx, sync.removed)
    for (const guide of save) await saveGuide(trx, guide, language)
    if (violationsChanged) await replaceGuideViolations(trx, sync.faults, clock.now())
    return sync
  })
}

function plan(
  context: GuideContext,
  folder: ReadFolder,
  stored: StoredGuide[],
  violationsBefore: StoredViolation[],
): Plan {
  const { accepted, violations } = recordOutcome(folder, stored)
  const refused = new Set(violations.map(({ file }) => file))
  const slugs = new Set(accepted.map(({ slug }) => slug))
  const left = stored.map(({ guide }) => guide).filter(({ slug }) => !slugs.has(slug))
  // A folder that cannot be read is no reason to take every guide down.
  const retained = left.filter(({ file }) => refused.has(file) || refused.has(completeFolder))
  const hashes = new Map(stored.map(({ guide, hash }) => [guide.slug, hash]))
  const save = accepted.filter((guide) => hashes.get(guide.slug) !== guideHash(guide))
  const allViolations = [
    ...violations.map((violation) => ({ ...violation, refused: true })),
    ...[...folder.unread, ...warnings(accepted, retained, context.tagSlugs, folder.wording)].map((violation) => ({
      ...violation,
      refused: false,
    })),
  ].sort(byFileAndLine)
  return {
    save,
    violationsChanged: fingerprint(allViolations) !== fingerprint(violationsBefore),
    sync: {
      guides: accepted.length + retained.length,
      saved: save.map(({ slug }) => slug).sort(),
      removed: left.filter((guide) => !retained.includes(guide)).map(({ slug }) => slug),
      refused: [...refused].sort(),
      faults: allViolations,
    },
  }
}

/** Accepted files. A stored guide keeps its slug when another file claims it too. */
function recordOutcome(
  folder: GuideFolder,
  stored: StoredGuide[],
): { accepted: Guide[]; violations: GuideViolation[] } {
  // A topic may do without guides; but those that are up do not go because their folder does.
  if (folder.missing && stored.length === 0) return { accepted: [], violations: [] }
  const owners = new Map(stored.map(({ guide }) => [guide.slug, guide.file]))
  const owns = (guide: Guide) => Number(owners.get(guide.slug) === guide.file)
  const ordered = folder.guides.toSorted((a, b) => owns(b) - owns(a))
  const collided = collisions(ordered)
  const losers = new Set(collided.map(({ file }) => file))
  return { accepted: ordered.filter(({ file }) => !losers.has(file)), violations: [...folder.violations, ...collided] }
}

function warnings(
  accepted: Guide[],
  retained: Guide[],
  tagSlugs: ReadonlySet<string> | undefined,
  wording: Wording | undefined,
): GuideViolation[] {
  const files = new Set(accepted.map(({ file }) => file))
  const violations = checkGuides([...accepted, ...retained], {
    ...(tagSlugs && { tagSlugs }),
    ...(wording && { wording }),
  })
  return violations.filter(({ file }) => files.has(file))
}

function changesAnything({ save, sync, violationsChanged }: Plan): boolean {
  return save.length > 0 || sync.removed.length > 0 || violationsChanged
}

function fingerprint(violations: StoredViolation[]): string {
  return violations
    .map(({ file, line, message, refused }) => JSON.stringify([file, line, message, refused]))
    .sort()
    .join('\n')
}

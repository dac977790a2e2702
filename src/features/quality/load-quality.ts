/** The view behind `/quality` and its machine forms. */

import { findCalibration } from '../../news/events/queries/calibration.ts'
import { findModelKillSwitch } from '../../news/operator/queries/model-stop.ts'
import { findJudge, type JudgeSettings, judgedBy } from '../../news/texts/queries/judge-record.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { listQualityMonths } from './months.ts'
import type { QualityView } from './views.ts'

interface Deps {
  db: ReadDb
  clock: Clock
  site: { timezone: string }
  /** `KEEP_ARTICLES`: days that articles are kept; undefined for ever. */
  config: JudgeSettings & { KEEP_ARTICLES?: number | undefined }
}

export async function loadQuality({ db, clock, site, config }: Deps): Promise<QualityView> {
  const now = clock.now()
  const days = config.KEEP_ARTICLES
  const retainedSince = days === undefined ? null : new Date(now.getTime() - days * 86_400_000)
  return {
    model: modelOf(config),
    judge: await findJudge(db, config),
    stoppedSince: await findModelKillSwitch(db),
    calibration: await findCalibration(db),
    months: await listQualityMonths(db, { now, timeZone: site.timezone, retainedSince }),
  }
}

function modelOf(config: JudgeSettings): QualityView['model'] {
  if (config.AI_PROVIDER === 'none') return null
  const by = judgedBy(config)
  return { judge: by !== null, isSecond: by === 'another' }
}

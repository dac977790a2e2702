/** Counts of each publisher's rumors by verdict. Pure. */
import type { GuideRumor } from './guide.ts'

export interface RumorRecord {
  name: string
  domain: string
  true: number
  wrong: number
  open: number
}

/** One a publisher: most settled ones first, then most that came true, then by name. */
export function rumorRecords(rumors: readonly GuideRumor[]): RumorRecord[] {
  const records = [...Map.groupBy(rumors, ({ by }) => by.domain)].map(([domain, ofPublisher]) => {
    const count = (verdict: GuideRumor['verdict']) => ofPublisher.filter((rumor) => rumor.verdict === verdict).length
    return {
      name: ofPublisher[0]?.by.name ?? domain,
      domain,
      true: count('true'),
      wrong: count('wrong'),
      open: count('open'),
    }
  })
  const decided = (record: RumorRecord) => record.true + record.wrong
  return records.sort((a, b) => decided(b) - decided(a) || b.true - a.true || a.name.localeCompare(b.name))
}

import { expect, it } from 'vitest'
import type { GuideRumor, Verdict } from './guide.ts'
import { rumorRecords } from './rumor-record.ts'

let n = 0
const rumor = (domain: string, verdict: Verdict): GuideRumor => ({
  id: `r${++n}`,
  on: '2026-01-01',
  claim: 'Något händer',
  by: { name: domain.toUpperCase(), domain },
  verdict,
})

it('counts by publisher, those with most settled rumors first, then those most often right, then by name', () => {
  const rumors = [
    rumor('c.se', 'open'),
    ...(['true', 'wrong', 'open'] as const).map((verdict) => rumor('b.se', verdict)),
    ...(['true', 'true'] as const).map((verdict) => rumor('a.se', verdict)),
    ...(['wrong', 'wrong', 'wrong'] as const).map((verdict) => rumor('d.se', verdict)),
  ]
  expect(rumorRecords(rumors)).toEqual([
    { name: 'D.SE', domain: 'd.se', true: 0, wrong: 3, open: 0 },
    { name: 'A.SE', domain: 'a.se', true: 2, wrong: 0, open: 0 },
    { name: 'B.SE', domain: 'b.se', true: 1, wrong: 1, open: 1 },
    { name: 'C.SE', domain: 'c.se', true: 0, wrong: 0, open: 1 },
  ])
})

/** The path with models on real input, in small: two items of each of the 99 feeds. `npm run rehearse:models` takes all. */
import { expect, test } from 'vitest'
import { hasTestData } from '../../../tests/support/test-data.ts'
import { rehearseModels } from '../../rehearse/model-rehearsal.ts'

test.skipIf(!hasTestData)(
  'killed in the middle, each article is accepted once, and the spend is right to the token',
  async () => {
    const report = await rehearseModels({ itemsPerFeed: 2, killAt: [90] })
    const { answered, recorded, lost } = report
    console.log(
      `${report.articles} articles, ${JSON.stringify(report.states)}; ${answered.calls} answers, ${lost.calls} lost in ${report.kills} kills; sentences: ${JSON.stringify(report.sentences)}`,
    )
    expect(report).toMatchObject({ acceptedTwice: 0, acceptedWithout: 0, published: report.articles, unfounded: [] })
    expect(report.articles).toBeGreaterThan(200)
    // Of which none is without evidence that was sent.
    expect(report.sentences.articles).toBeGreaterThan(report.articles / 2)
    expect(report.states.pending).toBeUndefined()
    expect(report.states.done).toBeGreaterThan(report.articles / 2)
    expect(recorded.inputTokens + lost.inputTokens).toBe(answered.inputTokens)
    expect(recorded.outputTokens + lost.outputTokens).toBe(answered.outputTokens)
    expect(lost.calls).toBeLessThanOrEqual(report.asked)
    // A process has eight articles in hand.
    expect(report.asked).toBeLessThanOrEqual(8 * report.kills)
    expect(report.embeddings.recorded).toEqual(report.embeddings.answered)
  },
)

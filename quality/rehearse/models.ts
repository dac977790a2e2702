/** `npm run rehearse:models`: the whole path with models on all real feeds, with two kills; its figures, and the verdict. */
import { hasTestData, testData } from '../../tests/support/test-data.ts'
import { textKinds } from './founded.ts'
import { rehearseModels } from './model-rehearsal.ts'

if (!hasTestData) {
  console.error(`No feeds in ${testData}: KARNHUSET_TEST_DATA names the folder.`)
  process.exit(1)
}
const report = await rehearseModels({ killAt: [300, 1200], log: console.log })
const { answered, recorded, lost, embeddings } = report
console.log(JSON.stringify({ ...report, unfounded: report.unfounded.slice(0, 20) }, null, 2))
const faults = [
  report.acceptedTwice > 0 && 'an article was accepted twice',
  report.acceptedWithout > 0 && 'a summary has no accepted call, or the other way round',
  (report.states.pending ?? 0) > 0 && 'articles still wait',
  report.published !== report.articles && 'articles are not published',
  recorded.inputTokens + lost.inputTokens !== answered.inputTokens && 'input tokens differ',
  recorded.outputTokens + lost.outputTokens !== answered.outputTokens && 'output tokens differ',
  lost.calls > report.asked && 'a lost call is not on record',
  ...textKinds.map((kind) => report.sentences[kind] === 0 && `of ${kind} no sentence was published`),
  report.unfounded.length > 0 && `${report.unfounded.length} published sentences have no evidence in what was sent`,
  embeddings.answered.inputTokens !== embeddings.recorded.inputTokens && 'tokens of embeddings differ',
].filter((fault) => fault !== false)
for (const fault of faults) console.error(`FAULT: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

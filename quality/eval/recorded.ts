/**
 * `npm run eval:recorded`: cost and losses of a capable model on thirty recorded articles. Calls and tokens by task, and sentences
 * that were left out, each with its reason. A report that joins a text is compared with a complete text. A judge's call is
 * compared with one that repeats the cited lines below each sentence.
 */
import { sql } from 'kysely'
import { claimsOf, isJudging } from '../../tests/support/played/answers/judge.ts'
import type { ModelCallSeen } from '../../tests/support/played/model.ts'
import {
  costsByTask,
  lostSentences,
  type RecordedSite,
  startRecordedSite,
} from '../../tests/support/worlds/recorded.ts'

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(0)} %`

/** The fixed part comes first, which a provider's prompt cache can serve. */
function printTasks(costs: Awaited<ReturnType<typeof costsByTask>>, calls: readonly ModelCallSeen[]): void {
  for (const { task, calls: n, input, output } of costs) console.log(`${task}: ${n} calls, ${input} in, ${output} out`)
  const fixed = sum(calls.map(({ system }) => system.length))
  console.log(`fixed first part of all prompts: ${percent(fixed, sum(calls.map(({ prompt }) => prompt.length)))}`)
}

/** Of a judge's call about an event: as it is, and with the lines below each sentence that names them. */
function printJudge(calls: readonly ModelCallSeen[]): void {
  const ofEvents = calls.filter(({ prompt }) => isJudging(prompt) && sourcesIn(prompt) > 1)
  const once = sum(ofEvents.map(({ prompt }) => prompt.length))
  const repeated = sum(
    ofEvents.map(({ prompt }) => {
      const lines = [...prompt.matchAll(/^L\d+ .*$/gm)].map(([line]) => line.length)
      return prompt.length - sum(lines) + sum(claimsOf(prompt).map(({ evidence }) => evidence.length))
    }),
  )
  const tokens = (characters: number) => Math.round(characters / 4 / ofEvents.length)
  console.log(
    `judge of several sources: ${tokens(once)} in a call, ${tokens(repeated)} with cited lines below each sentence`,
  )
}

const sourcesIn = (prompt: string) =>
  new Set([...prompt.matchAll(/^\[\d+\] .+, \S+ \d{4}-\d{2}-\d{2}$/gm)].map(([line]) => line)).size

/** A report that joins a text: the update, and the complete text had it been there at first. */
async function printUpdate(updated: RecordedSite, complete: RecordedSite): Promise<void> {
  const spent = async ({ web }: RecordedSite, prompts: string[]) => {
    const { rows } = await sql<{ input: number; output: number }>`
      with update as (select event_id, min(id) as id from ai_calls where prompt_version like 'event-update%' group by 1),
        late as (select event_id from articles where url like '%/domstol-sv')
      select sum(input_tokens) as input, sum(output_tokens) as output from ai_calls c join late using (event_id)
      left join update u using (event_id) where c.id >= coalesce(u.id, 0) and split_part(prompt_version, '.', 1) = any(${prompts})`.execute(
      web.database.db,
    )
    return `${rows[0]?.input} in, ${rows[0]?.output} out`
  }
  console.log(
    `a report joins a text, with an update: ${await spent(updated, ['event-update'])}; its judge ${await spent(updated, ['judge'])}`,
  )
  console.log(
    `the same with a complete text: ${await spent(complete, ['event'])}; its judge ${await spent(complete, ['judge'])}`,
  )
}

const site = await startRecordedSite()
const complete = await startRecordedSite({ late: false })
printTasks(await costsByTask(site.web.database), site.server.calls)
printJudge(site.server.calls)
await printUpdate(site, complete)
const lost = [...(await lostSentences(site.web.database)), ...(await lostSentences(complete.web.database))]
console.log(`sentences lost: ${lost.length}`)
for (const one of lost) console.log(`  ${one}`)
await site.close()
await complete.close()
process.exit(lost.length > 0 ? 1 : 0)

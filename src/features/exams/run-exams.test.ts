/** Exams of models: what judges and writers of every kind are found to be, what it takes, and when it ends. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import {
  accurate,
  alwaysNo,
  alwaysYes,
  honest,
  type PlayedJudge,
  seeded,
} from '../../../tests/support/played/answers/judge.ts'
import {
  type ModelServer,
  playedConfig,
  playedSettings,
  startModelServer,
} from '../../../tests/support/played/model.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import type { Services } from '../../app/services.ts'
import { spentForBudget } from '../../news/models/writes/ai-calls.ts'
import { releaseModels, stopModels } from '../../news/models/writes/model-stop.ts'
import type { ActorDatabase } from '../../platform/database/database.ts'
import { memo } from '../../platform/memo.ts'
import { judgeResult, writerResult } from './exam.ts'
import { examinedModels } from './examined-models.ts'
import { listExams } from './list-exams.ts'
import { type ExamOptions, modelsExam } from './models-exam.ts'
import { examsJob } from './ordered-exams.ts'
import { type ExamRequest, runExams } from './run-exams.ts'

let server: ModelServer
let database: ActorDatabase

beforeAll(async () => {
  server = await startModelServer()
  database = await openTestDatabase({ alone: true })
})
afterAll(async () => {
  for (const web of await Promise.all(webs)) await web.close()
  await server.close()
  await database.close()
})
beforeEach(async () => {
  server.mode = 'good'
  server.judge = honest
  server.calls.length = 0
  await database.db.deleteFrom('exams').execute()
  await database.db.deleteFrom('ai_calls').execute()
})

/** By their settings, on the database that all tests share. */
const webs: Promise<TestWeb>[] = []
const started = memo((env) => {
  const web = startTestWeb(JSON.parse(env), { ...database, close: async () => {} })
  webs.push(web)
  return web
})
const withServices = async <T>(env: Record<string, string>, work: (services: Services) => Promise<T>): Promise<T> =>
  work((await started(JSON.stringify(env))).services)

async function exam(options: ExamOptions = {}, env: Record<string, string> = {}) {
  const { io, lines, notes } = recordedIo()
  const settings = { ...playedSettings(server), ...env }
  const code = await withServices(settings, (services) => modelsExam(services, io, options, { pauseMs: 1 }))
  return { code, lines, notes, said: lines.join('\n'), exams: await listExams(database.db) }
}

const callsOfExams = () => database.db.selectFrom('ai_calls').selectAll().orderBy('id').execute()

/** Right about so many of a hundred, on either side. */
const isTrue = (sentence: string) => !sentence.includes('\0')
const coin = accurate({ sensitivity: 0.5, specificity: 0.5 }, isTrue, seeded(3))

describe('as a judge', () => {
  it.each<[string, PlayedJudge, number, 'good' | 'poor', RegExp]>([
    [
      'an honest one',
      honest,
      160,
      'good',
      /^played is good enough as a judge in Swedish: it refused 80 of 80 errors \(95–100 %/m,
    ],
    [
      'one that always says yes',
      alwaysYes,
      44,
      'poor',
      /^played is not good enough as a judge in Swedish: it refused 0 of 22/m,
    ],
    ['one that always says no', alwaysNo, 44, 'poor', /^played is not good enough .* and 22 of 22 true sentences/m],
    ['a coin', coin, 88, 'poor', /^played is not good enough as a judge/m],
    ['one that writes prose now and then', flaky(honest, 4), 160, 'poor', /^played is not good enough/m],
  ])('%s is found out', { tags: 'slow' }, async (_, judge, limit, grade, sentence) => {
    server.judge = judge
    const { code, said, exams } = await exam({ role: 'judge', limit })
    expect(code).toBe(0)
    expect(said).toMatch(sentence)
    const [taken] = exams
    expect(taken?.role === 'judge' && judgeResult(taken.answers).grade).toBe(grade)
    expect(taken).toMatchObject({ model: 'played', items: limit, language: 'sv', error: null })
  })

  it('is asked as in production, and its controls count nowhere else', { tags: 'slow' }, async () => {
    await exam({ role: 'judge', limit: 30 })
    expect(server.calls).toHaveLength(8)
    expect(server.calls[0]?.prompt).toMatch(/<claims-[0-9a-f]+>\n\[1\] –\nL1 .*\n(L\d+ .*\n)*\n\[2\] –\nL/)
    expect(await database.db.selectFrom('judge_controls').selectAll().execute()).toEqual([])
    const calls = await callsOfExams()
    expect(new Set(calls.map(({ purpose }) => purpose))).toEqual(new Set(['exam']))
    const [taken] = await listExams(database.db)
    expect(taken?.calls).toBe(8)
    expect(taken?.cost).toBeCloseTo(calls.reduce((sum, { cost }) => sum + cost, 0))
    expect(calls.map(({ response }) => response)).toEqual(new Array(8).fill(null))
    expect(taken?.inputTokens).toBe(server.calls.reduce((sum, { inputTokens }) => sum + inputTokens, 0))
  })

  it('is asked about as many errors as true sentences of each class, however few they are', {
    tags: 'slow',
  }, async () => {
    const { exams } = await exam({ role: 'judge', limit: 22 })
    const answers = exams[0]?.role === 'judge' ? exams[0].answers : []
    expect(new Set(answers.map((one) => `${one.class} ${one.truth}`)).size).toBe(22)
  })
})

/** Every so many calls no JSON. */
function flaky(judge: PlayedJudge, every: number): PlayedJudge {
  let calls = 0
  return (prompt) => (calls++ % every === every - 1 ? 'I am not sure.' : judge(prompt))
}

describe('as a writer', () => {
  it('is held against the certain checks, and asked once more', { tags: 'slow' }, async () => {
    const { code, said, exams } = await exam({ role: 'writer' })
    expect(code).toBe(0)
    const result = exams[0]?.role === 'writer' ? writerResult(exams[0].answers) : null
    expect(result?.first).toMatchObject({ hits: 24, of: 24 })
    expect(said).toContain(
      'played as a writer in Swedish: the certain checks accepted 24 of 24 summaries at the first try',
    )
    expect(server.calls[0]?.prompt).toMatch(/<article-[0-9a-f]+>/)
  })

  it('whose first answers are refused is asked for a second with the reason', { tags: 'slow' }, async () => {
    server.mode = (call) => (call % 2 === 0 ? 'english' : 'good')
    const { exams } = await exam({ role: 'writer', limit: 3 })
    const result = exams[0]?.role === 'writer' ? writerResult(exams[0].answers) : null
    expect([result?.first.hits, result?.second.hits]).toEqual([0, 3])
    expect(result?.checks).toEqual([{ check: 'language', refused: 3, dropped: 0 }])
    expect(server.calls[1]?.prompt).toContain('godkändes inte: texten är på fel språk.')
  })

  it('whose quotations are invented loses those sentences', async () => {
    server.mode = 'invented-quote'
    const { said } = await exam({ role: 'writer', limit: 4 })
    expect(said).toMatch(/by quotes +4 dropped, 0 refused/)
  })

  it('that is refused twice leaves an excerpt', async () => {
    server.mode = 'english'
    const { said } = await exam({ role: 'writer', limit: 2 })
    expect(said).toContain('accepted 0 of 2 summaries at the first try and 0 at the second; 2 would be excerpts.')
    expect(server.calls).toHaveLength(4)
  })
})

/** Numbers of time, tokens or money differ by the day and by the order of the questions. */
const withoutFigures = (line: string) =>
  /articles[ :]|calls, about|^\d{4}-/.test(line) ? line.replace(/\d[\d,.-]*\d|\d/g, 'N').replace(/ {2,}/g, '  ') : line

describe('several models', () => {
  it('stand side by side, each with its month, and the exams before', { tags: 'slow' }, async () => {
    await exam({ role: 'judge', limit: 40 })
    server.judge = (prompt) => (server.calls.at(-1)?.model === 'credulous' ? alwaysYes : honest)(prompt)
    const { lines, code } = await exam({ model: ['careful', 'credulous', 'careful'], limit: 44 })
    expect(code).toBe(0)
    expect(lines.map(withoutFigures)).toMatchInlineSnapshot(`
      [
        "N calls, about N tokens in and N out: about N (no budget is set). Refused answers are requested again.",
        "",
        "As judge                    careful              credulous",
        "errors refused              22 of 22 (85–100 %)  0 of 22 (0–15 %)",
        "  cause                     2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "  certainty                 2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "  derived                   2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "  name                      2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "  negation                  2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "  quotation                 2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "  role                      2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "  superlative               2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "  time                      2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "  value                     2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "  wrong-article             2 of 2 (34–100 %)    0 of 2 (0–66 %)",
        "true sentences refused      0 of 22 (0–15 %)     0 of 22 (0–15 %)",
        "  cause                     0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "  certainty                 0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "  derived                   0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "  name                      0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "  negation                  0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "  quotation                 0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "  role                      0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "  superlative               0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "  time                      0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "  value                     0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "  wrong-article             0 of 2 (0–66 %)      0 of 2 (0–66 %)",
        "N articles: seconds  N  N",
        "N articles: tokens in  N  N",
        "N articles: tokens out  N  N",
        "N articles: cost  N  N",
        "",
        "As writer                   careful              credulous",
        "accepted at the first try   24 of 24 (86–100 %)  24 of 24 (86–100 %)",
        "accepted at the second try  0 of 24 (0–14 %)     0 of 24 (0–14 %)",
        "sentences dropped           0 of 96 (0–4 %)      0 of 96 (0–4 %)",
        "N articles: seconds  N  N",
        "N articles: tokens in  N  N",
        "N articles: tokens out  N  N",
        "N articles: cost  N  N",
        "",
        "careful may be good enough as a judge in Swedish: it refused 22 of 22 errors (85–100 %, at least 85 % is asked for) and 0 of 22 true sentences (0–15 %, at most 10 % is allowed).",
        "careful as a writer in Swedish: the certain checks accepted 24 of 24 summaries at the first try and 0 at the second; 0 would be excerpts.",
        "credulous is not good enough as a judge in Swedish: it refused 0 of 22 errors (0–15 %, at least 85 % is asked for) and 0 of 22 true sentences (0–15 %, at most 10 % is allowed).",
        "credulous as a writer in Swedish: the certain checks accepted 24 of 24 summaries at the first try and 0 at the second; 0 would be excerpts.",
        "A month of careful: N as judge and N as writer, for N articles a day, an assumption.",
        "A month of credulous: N as judge and N as writer, for N articles a day, an assumption.",
        "",
        "Exams before:",
        "N played may be good enough as a judge in Swedish: it refused N of N errors (N–N %, at least N % is asked for) and N of N true sentences (N–N %, at most N % is allowed).",
      ]
    `)
  })

  it('are told to machines, with nothing else on standard output', async () => {
    const { lines, notes } = await exam({ model: ['careful'], role: 'judge', limit: 6, json: true })
    const { exams, plan, volume } = JSON.parse(lines.join('\n'))
    expect(plan).toMatchObject({ calls: 2, left: null, isPriced: true })
    expect(volume).toEqual({ articlesADay: 100, isAssumed: true })
    expect(exams[0]).toMatchObject({ model: 'careful', role: 'judge', answered: 6, result: { grade: 'unsure' } })
    expect(notes.join()).toContain('2 calls, about')
  })

  it('of the settings are examined in their own parts, at their own prices', { tags: 'slow' }, async () => {
    const { exams } = await exam(
      { limit: 2 },
      { AI_JUDGE_MODEL: 'other', AI_JUDGE_PRICE_INPUT: '0', AI_JUDGE_PRICE_OUTPUT: '0' },
    )
    expect(exams.map(({ model, role, cost }) => [model, role, cost > 0])).toEqual([
      ['played', 'writer', true],
      ['other', 'judge', false],
    ])
  })
})

describe('a first call that fails', () => {
  it.each<[string, () => void, RegExp, number]>([
    [
      'a wrong name',
      () => refuse(404, 'model "playd" not found, try pulling it first'),
      /HTTP 404: model "playd" not found/,
      1,
    ],
    ['a wrong key', () => refuse(401, 'Incorrect API key provided'), /HTTP 401: Incorrect API key/, 1],
    [
      'a context that is too small',
      () => refuse(400, 'the request exceeds the available context size'),
      /exceeds the available context size/,
      1,
    ],
    [
      'a prompt that was cut',
      () => {
        server.mode = 'short-context'
      },
      /read 300 of about \d+ tokens\. Shorter texts would fit: give the server a larger context \(OLLAMA_CONTEXT_LENGTH/,
      1,
    ],
    [
      'prose',
      () => {
        server.mode = 'prose'
      },
      /answers, but not in the JSON asked for\. Take an AI_MODEL that answers in JSON/,
      1,
    ],
    [
      'a fault of the server',
      () => {
        server.mode = 'broken'
      },
      /HTTP 500/,
      1,
    ],
    [
      'too many calls',
      () => {
        server.mode = 'limited'
      },
      /HTTP 429/,
      1,
    ],
  ])('ends the exam in one sentence: %s', async (_, fail, sentence, calls) => {
    fail()
    const { code, said, exams } = await exam({ role: 'judge' }, {})
    expect(code).toBe(1)
    expect(said).toMatch(/^played could not be examined as a judge: /m)
    expect(said).toMatch(sentence)
    expect(server.calls).toHaveLength(calls)
    expect(exams[0]).toMatchObject({ calls: expect.any(Number), answers: [] })
    expect(exams[0]?.endedAt).not.toBeNull()
  })

  it('that is not answered in time ends it after that time', async () => {
    server.mode = 'hang'
    const request: ExamRequest = { models: [], baseUrl: null, roles: ['judge'], limit: null }
    const [taken] = await withServices(playedSettings(server), (services) =>
      runExams(services, request, { policy: { timeoutMs: 200 } }),
    )
    expect(taken?.error).toMatch(/no answer in time/)
    expect(server.calls).toHaveLength(1)
  })

  it('is not tried again in another part', async () => {
    refuse(401, 'Incorrect API key provided')
    const { exams } = await exam()
    expect(exams.map(({ role }) => role)).toEqual(['judge'])
    expect(server.calls).toHaveLength(1)
  })

  it('of one model is no hindrance to the others', async () => {
    server.mode = (call) => (call === 0 ? 'broken' : 'good')
    const { code, exams } = await exam({ model: ['away', 'there'], role: 'judge', limit: 6 })
    expect(code).toBe(1)
    expect(exams.map(({ model, answers }) => [model, answers.length])).toEqual([
      ['there', 6],
      ['away', 0],
    ])
  })
})

function refuse(status: number, message: string): void {
  server.mode = 'refuses'
  server.refusal = { status, message }
}

describe('the budget', () => {
  it('is looked at first: an exam that does not fit asks nothing', { tags: 'slow' }, async () => {
    await expect(exam({}, { AI_MONTHLY_BUDGET: '0.01' })).rejects.toThrow(
      /is more than the 0\.0100 left of AI_MONTHLY_BUDGET/,
    )
    expect(server.calls).toEqual([])
  })

  it('is what was spent this month less', { tags: 'slow' }, async () => {
    await exam({ role: 'judge', limit: 30 }, { AI_MONTHLY_BUDGET: '10' })
    const { spent } = await spentForBudget(database.db, new Date(0), new Date())
    expect(spent).toBeGreaterThan(0)
    await expect(exam({}, { AI_MONTHLY_BUDGET: String(spent + 0.01) })).rejects.toThrow(
      'the 0.0100 left of AI_MONTHLY_BUDGET',
    )
  })

  it('that is used up on the way ends the exam, and those after it are not begun', { tags: 'slow' }, async () => {
    server.mode = (call) => (call === 1 ? 'expensive' : 'good')
    const { code, said, exams } = await exam(
      { model: ['careful', 'other'], role: 'judge', limit: 30 },
      { AI_MONTHLY_BUDGET: '1' },
    )
    expect(code).toBe(1)
    expect(said).toContain(
      'careful could not be examined as a judge: Models are stopped, or the rest of AI_MONTHLY_BUDGET',
    )
    expect(exams).toMatchObject([{ model: 'careful', calls: 2, endedAt: expect.any(Date) }])
  })

  it('is not touched while models are stopped', async () => {
    await stopModels(database, new Date())
    await expect(exam()).rejects.toThrow(/stopped by an operator/)
    await releaseModels(database, new Date())
    expect(server.calls).toEqual([])
  })
})

describe('an exam that is broken off', () => {
  it('by a model that is away ends there, and begins again from the start', { tags: 'slow' }, async () => {
    server.mode = (call) => (call < 2 || call > 4 ? 'good' : 'broken')
    const first = await exam({ role: 'judge', limit: 30 })
    expect(first.code).toBe(1)
    expect(first.said).toMatch(/^played could not be examined as a judge: .*HTTP 500/m)
    expect(first.exams[0]?.answers).toHaveLength(8)
    const { code, exams } = await exam({ role: 'judge', limit: 30 })
    expect(code).toBe(0)
    expect(exams.map(({ answers, error }) => [answers.length, error === null])).toEqual([
      [30, true],
      [8, false],
    ])
    expect(server.calls.filter(({ answered }) => answered)).toHaveLength(10)
  })

  it('with its process has no end, and counts nowhere', { tags: 'slow' }, async () => {
    const request: ExamRequest = { models: [], baseUrl: null, roles: ['judge'], limit: 30 }
    const onProgress = ({ calls }: { calls: number }) => {
      if (calls === 2) throw new Error('killed')
    }
    const run = withServices(playedSettings(server), (services) => runExams(services, request, { onProgress }))
    await expect(run).rejects.toThrow('killed')
    expect((await listExams(database.db))[0]).toMatchObject({ calls: 2, endedAt: null, error: null })
    const judge = (await examinedModels(playedConfig(server), database.db)).find(({ role }) => role === 'judge')
    expect(judge?.exam).toBeNull()
    const { exams } = await exam({ role: 'judge', limit: 30 })
    expect(exams.map(({ answers }) => answers.length)).toEqual([30, 8])
  })

  it('as a job says what is wrong', { tags: 'slow' }, async () => {
    const key = JSON.stringify({ models: [], baseUrl: null, roles: ['judge'], limit: 12 })
    const job = (env = {}) =>
      withServices({ ...playedSettings(server), ...env }, (services) => examsJob(services, key, { pauseMs: 1 }))
    server.mode = (call) => (call === 1 || call === 2 || call === 3 ? 'broken' : 'good')
    expect(await job()).toEqual({ error: expect.stringMatching(/HTTP 500/) })
    expect(await job()).toEqual({ error: null })
    expect(await job({ AI_MONTHLY_BUDGET: '0.001' })).toEqual({ error: expect.stringMatching(/AI_MONTHLY_BUDGET/) })
  })
})

describe('a server beside the one of the settings', () => {
  const examAt = (options: ExamOptions, env = {}) => {
    const { io, lines } = recordedIo()
    return withServices(env, async (services) => ({ code: await modelsExam(services, io, options), lines }))
  }

  it('is examined without a provider in the settings, for nothing, and without their key', {
    tags: 'slow',
  }, async () => {
    const options = { model: ['local'], baseUrl: server.url, role: 'judge', limit: 4 }
    const { code, lines } = await examAt(options, { AI_API_KEY: 'secret' })
    expect(code).toBe(0)
    const [taken] = await listExams(database.db)
    expect(taken).toMatchObject({ model: 'local', baseUrl: server.url, cost: 0 })
    expect(lines.join()).toContain('about 0.00 (no budget is set)')
    expect(server.calls.map(({ authorization }) => authorization)).toEqual([null])
  })

  it('must be named where the settings name none', async () => {
    await expect(examAt({})).rejects.toThrow(/AI_PROVIDER is none: .*models find/)
    await expect(examAt({ baseUrl: server.url })).rejects.toThrow('Name the model')
  })

  it.each([[{ role: 'editor' }], [{ baseUrl: 'localhost' }], [{ limit: 0 }]])('is refused as %j', async (options) => {
    await expect(examAt(options)).rejects.toThrow(/^--/)
  })
})

it('the models of the settings are known to have been examined, in each of their parts', async () => {
  const config = playedConfig(server, { AI_JUDGE_MODEL: 'other' })
  const missing = async () =>
    (await examinedModels(config, database.db)).filter((one) => !one.exam).map(({ model, role }) => `${role} ${model}`)
  expect(await missing()).toEqual(['judge other', 'writer played'])
  await exam({ role: 'judge', limit: 6 }, { AI_JUDGE_MODEL: 'other' })
  expect(await missing()).toEqual(['writer played'])
})

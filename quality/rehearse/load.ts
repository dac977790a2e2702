/**
 * The load, a process of its own: readers that go round the public pages, and people who sign up, follow sources and leave.
 * Tells its parent what was answered, and each write that was acknowledged. A write without an answer is tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startMailServer } from '../../tests/support/played/mail.ts'

/** What the parent is told. */
export type Word =
  | { kind: 'mail'; url: string }
  | { kind: 'reads'; answered: number; stale: number; unanswered: string[] }
  | { kind: 'account'; token: string }
  | { kind: 'deleted'; token: string }
  | { kind: 'follow'; token: string; feedId: number }

/** Addresses of readers' surfaces, one of each. */
export const readPaths = [
  '/',
  '/entries.json',
  '/entries.rss',
  '/api/v1/entries',
  '/index.md',
  '/feeds',
  '/stories',
  '/llms.txt',
]

/** Milliseconds that each reader and writer rests between two requests. */
const REST_MS = Number(process.argv[2] ?? 25)
const READERS = 4
const report = (word: Word) => void process.send?.(word)

if (process.send) {
  const mails = await startMailServer()
  let proxy = ''
  let writing = true
  process.on('message', (message: { proxy?: string; writing?: boolean }) => {
    if (message.writing !== undefined) writing = message.writing
    if (!message.proxy) return
    proxy = message.proxy
    for (let reader = 0; reader < READERS; reader++) void read(proxy, reader)
    void write()
  })
  report({ kind: 'mail', url: mails.url })

  async function write(): Promise<void> {
    for (let person = 1; ; person++) {
      while (!writing) await sleep(50)
      await live(proxy, person, mails.mails)
      await sleep(REST_MS * 8)
    }
  }
}

async function read(proxy: string, reader: number): Promise<void> {
  for (let n = reader; ; n++) {
    const path = readPaths[n % readPaths.length] as string
    const word = { kind: 'reads' as const, answered: 0, stale: 0, unanswered: [] as string[] }
    try {
      const answer = await fetch(proxy + path, { signal: AbortSignal.timeout(30_000) })
      await answer.arrayBuffer()
      if (answer.status === 200) word.answered = 1
      else word.unanswered.push(`${path} ${answer.status}`)
      if (answer.headers.get('x-stale') === '1') word.stale = 1
    } catch (error) {
      word.unanswered.push(`${path} ${(error as Error).message}`)
    }
    report(word)
    await sleep(REST_MS)
  }
}

/** One person: signs up, follows three sources, and every third one leaves again. */
async function live(proxy: string, person: number, mails: string[]): Promise<void> {
  const from = { 'x-forwarded-for': `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}` }
  const ask = async (method: string, path: string, token?: string, body?: object) => {
    const headers = {
      ...from,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    return fetch(proxy + path, { method, headers, ...(body && { body: JSON.stringify(body) }) }).catch(() => null)
  }
  /** Until it is acknowledged. */
  const insist = async (method: string, path: string, token?: string, body?: object) => {
    for (;;) {
      const answer = await ask(method, path, token, body)
      if (answer && answer.status < 500) return answer
      await sleep(200)
    }
  }
  const email = `person${person}@example.se`
  const sent = await insist('POST', '/api/v1/auth/login', undefined, { provider: 'email', email })
  if (sent.status !== 202) return
  const code = codeIn(mails.findLast((mail) => mail.includes(`To: ${email}`)) ?? '')
  const signedIn = await insist('POST', '/api/v1/auth/login', undefined, { provider: 'email', email, code })
  // A code whose answer was lost is used up; the next person comes.
  if (signedIn.status !== 200) return
  const { data } = (await signedIn.json()) as { data: { token: string } }
  report({ kind: 'account', token: data.token })
  for (const feedId of [1, 2, 3]) {
    const followed = await insist('POST', `/api/v1/feeds/${feedId}/follow`, data.token)
    if (followed.status === 200) report({ kind: 'follow', token: data.token, feedId })
  }
  if (person % 3 !== 0) return
  const left = await insist('DELETE', '/api/v1/auth/account', data.token)
  if (left.status === 200) report({ kind: 'deleted', token: data.token })
}

/** The six digits in the text of a mail. */
const codeIn = (mail: string) => /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\n\n')))?.[0] ?? ''

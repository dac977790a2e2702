/** Tells the operator what needs a person: urgent matters at once, the rest once a day. */

import { checkReadiness, listIssues } from '../news/health/health-check.ts'
import { healthChecks } from '../news/health/registry.ts'
import type { Channel } from '../news/operator/notices/channel.ts'
import { mailChannel } from '../news/operator/notices/mail.ts'
import { matrixChannel } from '../news/operator/notices/matrix.ts'
import { ntfyChannel } from '../news/operator/notices/ntfy.ts'
import { webhookChannel } from '../news/operator/notices/webhook.ts'
import {
  composeNotice,
  composeTrial,
  type NoticeMessage,
  type OperatorIssue,
  type Wording,
} from '../news/operator/rules/notices.ts'
import {
  lastDigestAt,
  listUnreported,
  markReported,
  purgeOldNotices,
  syncNotices,
} from '../news/operator/writes/notices.ts'
import { messageOf } from '../platform/errors.ts'
import { createMailer } from '../platform/outbox/mailer.ts'
import { failRows, finishRows, leaseRows } from '../platform/outbox/rows.ts'
import { dayIn } from '../platform/time/days.ts'
import type { Services } from './services.ts'

const POLL_MS = 60_000
/** Failed checks of the database before the operator is notified. */
const UNREACHABLE_POLLS = 3

type Deps = Pick<Services, 'config' | 'log' | 'clock' | 'content' | 'database'>

interface Channels {
  all: Channel[]
  /** Sends a trial by each; the reason of each that fails. */
  trial(): Promise<{ channel: string; error: string | null }[]>
  close(): void
}

/** Those that the settings name. */
export function openChannels({ config, log, content }: Omit<Deps, 'clock' | 'database'>): Channels {
  const mailer = createMailer(config, content.site.name, log)
  const all = [
    mailChannel(config, (mail) => mailer.send(mail)),
    webhookChannel(config),
    ntfyChannel(config),
    matrixChannel(config),
  ].filter((channel) => channel !== null)
  const trial = (channel: Channel) =>
    channel
      .send(composeTrial(wordingOf({ config, content })))
      .then(() => null)
      .catch(messageOf)
  return {
    all,
    trial: () => Promise.all(all.map(async (channel) => ({ channel: channel.name, error: await trial(channel) }))),
    close: () => mailer.close(),
  }
}

const wordingOf = ({ config, content }: Pick<Deps, 'config' | 'content'>): Wording => ({
  t: content.messages.t,
  site: content.site.name,
  baseUrl: config.BASE_URL,
})

interface Notices {
  /** One check: a new issue is reported, an ended one is closed. */
  poll(): Promise<void>
  close(): void
}

export function createNotices(parts: Deps): Notices {
  const { config, clock, content, database } = parts
  const { all: channels, close } = openChannels(parts)
  const wording = wordingOf(parts)
  const notify = (openIssues: OperatorIssue[]) => sendByAll(parts, channels, composeNotice(wording, openIssues))
  const watch = watchDatabase(notify)

  return {
    poll: async () => {
      const now = clock.now()
      const checks = healthChecks({ config, database, now, timeZone: content.site.timezone })
      const { ready } = await checkReadiness(checks)
      if (channels.length > 0) await watch(ready, now)
      if (!ready) return
      // The issues of a failed check may be open still: the next look decides.
      const found = await listIssues(checks, (_check, error) => {
        throw error
      })
      const open = found.flatMap((issues) => issues.open)
      const lasting = found.flatMap((issues) => issues.lasting)
      await syncNotices(database, open, lasting, now)
      await purgeOldNotices(database, now)
      if (channels.length > 0) await sendOpen(parts, notify)
    },
    close,
  }
}

/** The looks themselves are the interval, whatever a clock that was ahead has noted. */
const AT_ONCE = new Date(0)

/** One process at a time. Where no channel takes a message its matters stay untold until the next look. */
async function sendOpen(parts: Deps, notify: (openIssues: OperatorIssue[]) => Promise<void>): Promise<void> {
  const { clock, database } = parts
  const now = clock.now()
  const rows = await leaseRows(database, 'notice', now, 1)
  if (rows.length === 0) return
  try {
    const isDigest = isDigestDue(now, await lastDigestAt(database), parts)
    for (const urgent of isDigest ? [true, false] : [true]) {
      const openIssues = await listUnreported(database, urgent)
      if (openIssues.length > 0) await notify(openIssues)
      await markReported(database, openIssues, now)
    }
    await finishRows(database, rows, now, AT_ONCE)
  } catch (error) {
    await failRows(database, rows, { error: messageOf(error), tryAt: AT_ONCE, now })
    throw error
  }
}

/** Looks once a minute until it is stopped. */
export function startNotices(parts: Deps): { stop(): Promise<void> } {
  const notices = createNotices(parts)
  let polling: Promise<void> = Promise.resolve()
  const poll = () => {
    polling = notices.poll().catch((error) => parts.log.warn({ err: error }, `notices: ${messageOf(error)}`))
  }
  const timer = setInterval(poll, POLL_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await polling
      notices.close()
    },
  }
}

/** Throws only where no channel took the message; one that fails is in the log. */
async function sendByAll({ log }: Deps, channels: Channel[], message: NoticeMessage): Promise<void> {
  const results = await Promise.allSettled(channels.map((channel) => channel.send(message)))
  const failures = results.flatMap((result, i) =>
    result.status === 'rejected' ? [`${channels[i]?.name}: ${messageOf(result.reason)}`] : [],
  )
  if (failures.length === channels.length) throw new Error(failures.join('; '))
  for (const failure of failures) log.warn(`a notice could not be sent: ${failure}`)
}

/** The database cannot remember that it is away. */
function watchDatabase(notify: (openIssues: OperatorIssue[]) => Promise<void>) {
  let [polls, reported] = [0, false]
  return async (ready: boolean, now: Date): Promise<void> => {
    if (ready) {
      polls = 0
      reported = false
      return
    }
    polls++
    if (reported || polls < UNREACHABLE_POLLS) return
    await notify([{ key: 'database_away', kind: 'database_away', urgent: true, facts: {}, since: now }])
    reported = true
  }
}

/** Once a day, at the digest's hour or the first look after it. */
function isDigestDue(now: Date, last: Date | null, { config, content }: Deps): boolean {
  const { timezone } = content.site
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit' }).format(now))
  if (hour < config.NOTIFY_HOUR) return false
  return last === null || dayIn(last, timezone) !== dayIn(now, timezone)
}

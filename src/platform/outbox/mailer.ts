/** Outgoing mail: by SMTP where a server is configured; else to the outbox folder and the log, for trying the service. */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { AppError, messageOf } from '../errors.ts'
import { onDemand } from '../on-demand.ts'
import { giveToOwner, makeOwnedFolder } from '../settings/data-owner.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** The same for the same mail, so that programs know it if they get it twice. */
  messageId?: string
  /** Chosen for each mail where none is named, by counting its letters. */
  textEncoding?: 'quoted-printable'
}

export interface Mailer {
  /** Throws `unavailable` when the mail cannot be handed over. */
  send(mail: Mail): Promise<void>
  /** Removes what the outbox holds for an address. */
  purge(address: string): void
  close(): void
}

const timeoutMs = 10_000
const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }

/** `many`: connections are kept, for one mail after the other. */
export function createMailer(config: Config, siteName: string, log: Logger, many = false): Mailer {
  const from = config.MAIL_FROM ?? { name: siteName, address: `noreply@${new URL(config.BASE_URL).hostname}` }
  return config.SMTP_URL
    ? smtpMailer(config.SMTP_URL, from, many)
    : outboxMailer(join(config.DATA_DIR, 'outbox'), from, log)
}

/** Connects and signs in, and sends nothing. Throws `unavailable` with the server's reason. */
export async function checkMailServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...timeouts })
  try {
    await transport.verify()
  } catch (cause) {
    throw new AppError('unavailable', `SMTP_URL: ${messageOf(cause)}`, { cause })
  } finally {
    transport.close()
  }
}

type From = string | { name: string; address: string }

/** RFC 3834: programs that answer by themselves answer none of these. */
const defaultsOf = (from: From) => ({ from, headers: { 'Auto-Submitted': 'auto-generated' } })

function smtpMailer(url: string, from: From, many: boolean): Mailer {
  const transport = onDemand(async () => {
    const { createTransport } = await import('nodemailer')
    return many
      ? createTransport({ url, ...timeouts, pool: true, maxConnections: 4, maxMessages: 500 }, defaultsOf(from))
      : createTransport({ url, ...timeouts }, defaultsOf(from))
  })
  return {
    send: async (mail) => {
      try {
        await (await transport()).sendMail(mail)
      } catch (cause) {
        throw new AppError('unavailable', 'The mail could not be sent just now. Try again shortly.', {
          cause,
          retryAfter: 60,
        })
      }
    },
    purge: () => {},
    close: () => void transport.ifMade((made) => made.close()),
  }
}

export interface MailFailure {
  /** False where the server may have taken the mail after all. */
  certain: boolean
  /** The server's words where it has no such mailbox, now or later. */
  refusal: string | null
}

/** Meaning of an error of `send` (RFC 5321, 4.2; RFC 3463). */
export function classifyFailure(error: unknown): MailFailure {
  const cause = ((error as Error)?.cause ?? {}) as Record<string, unknown>
  const [code, answer] = [Number(cause.responseCode ?? 0), String(cause.response ?? '')]
  const unconnected =
    /^(?:connect|getaddrinfo)$/.test(String(cause.syscall)) ||
    /^(?:EDNS|EAUTH|ETLS)$/.test(String(cause.code)) ||
    /^(?:Connection timeout|Greeting never received)/.test(messageOf(cause))
  const recipient = Array.isArray(cause.rejected) && cause.rejected.length > 0
  return {
    certain: code > 0 || unconnected,
    refusal: recipient && code >= 500 && isNoMailbox(answer) ? answer.slice(0, 300) : null,
  }
}

/** A policy against us (5.7) or a failure there (5.3, 5.4) is no statement on the mailbox. */
function isNoMailbox(answer: string): boolean {
  const [, subject, detail] = /^5\d\d[ -]5\.(\d)\.(\d+)/.exec(answer) ?? []
  if (subject === undefined) return /^55[013]/.test(answer)
  return subject === '1' || (subject === '2' && detail === '1')
}

function outboxMailer(folder: string, from: From, log: Logger): Mailer {
  const transport = onDemand(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true }, defaultsOf(from))
  })
  return {
    send: async (mail) => {
      const { message } = await (await transport()).sendMail(mail)
      makeOwnedFolder(folder)
      purgeExpired(folder)
      const file = join(folder, `${Date.now()}-${randomUUID()}-${digest(mail.to)}.eml`)
      writeFileSync(file, message as Buffer, { mode: 0o600, flag: 'wx' })
      giveToOwner(file)
      log.info({ to: mail.to, subject: mail.subject, file }, 'no SMTP_URL is set: the mail is in the outbox')
    },
    purge: (address) => {
      for (const name of names(folder)) if (name.endsWith(`-${digest(address)}.eml`)) remove(join(folder, name))
    },
    close: () => void transport.ifMade((made) => made.close()),
  }
}

const digest = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 16)

const dayMs = 86_400_000

/** Another process may purge at the same time. */
function purgeExpired(folder: string): void {
  for (const path of names(folder).map((name) => join(folder, name))) {
    const file = statSync(path, { throwIfNoEntry: false })
    if (file && Date.now() - file.mtimeMs > dayMs) remove(path)
  }
}

const remove = (path: string) => rmSync(path, { force: true })

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

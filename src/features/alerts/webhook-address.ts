/** A webhook of a reader, which takes their alerts at an address that is a stranger's. */
import { isIP } from 'node:net'
import { AppError } from '../../platform/errors.ts'
import { outsideAddress } from './device.ts'

export interface AlertWebhook {
  id: number
  url: string
  /** Paused: it was given up, until its reader starts it again. */
  state: 'active' | 'paused'
  createdAt: Date
  deliveredAt: Date | null
  failingSince: Date | null
  /** The last answer where it was no success, as "HTTP 500"; its owner learns no more of why there was none. */
  answer: string | null
}

/** Throws `unprocessable`. `secure`: an address without TLS, or of a number, is none. */
export function checkWebhookAddress(text: string, secure: boolean): string {
  const url = outsideAddress(text, secure)
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (!url || (secure && (isIP(host) !== 0 || !host.includes('.'))))
    throw new AppError('unprocessable', 'url: must be the https address of a server on the internet, by its name')
  return url.href
}

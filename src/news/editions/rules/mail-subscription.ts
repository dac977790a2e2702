/** Lists that are mailed to readers: each has its own confirmation and its own stop. */
export type MailList = 'edition' | 'alerts'

/** Address that a list is mailed to, as its reader sees it. */
export interface MailSubscription {
  email: string
  /** The confirmation message was answered. */
  confirmed: boolean
  /** By the reader, or by what a mail server answered; null while it is sent. */
  stopped: { at: Date; reason: string | null } | null
}

/** Key of one of a list's messages, or the account itself. */
export type MailOwner = { key: string } | { userId: number }

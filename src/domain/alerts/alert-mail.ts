/** Where a reader's alerts are mailed, as they see it. */
export interface AlertMail {
  email: string
  /** The letter that asks was answered. */
  confirmed: boolean
  /** By the reader, or by what a mail server answered; null while it is sent. */
  stopped: { at: Date; reason: string | null } | null
}

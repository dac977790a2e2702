/** A browser that is signed in to a test's site, without the steps that a reader takes to it. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { TestWeb } from './web.ts'

export interface SignedInBrowser {
  context: BrowserContext
  page: Page
  userId: number
}

export async function openSignedIn(
  web: TestWeb,
  browser: Browser,
  email: string,
  options: BrowserContextOptions = {},
): Promise<SignedInBrowser> {
  const { token, userId } = await signIn(web, email)
  const context = await browser.newContext(options)
  const { hostname } = new URL(web.config.BASE_URL)
  await context.addCookies([{ name: 'konto', value: token, domain: hostname, path: '/konto' }])
  return { context, page: await context.newPage(), userId }
}

/** `mails`: those that were sent, where a server takes them. */
export async function signIn(
  web: TestWeb,
  email: string,
  mails?: string[],
): Promise<{ token: string; userId: number }> {
  const { login } = web.ctx.commands
  await login({ provider: 'email', email })
  const [, ...body] = ((mails ?? web.outbox(email)).at(-1) ?? '').split(/\r?\n\r?\n/)
  const code = /\b(\d{6})\b/.exec(body.join('\n'))?.[1]
  const result = await login({ provider: 'email', email, code })
  if (result.status !== 'signed_in') throw new Error('not signed in')
  return { token: result.session.token, userId: result.session.account.id }
}

/** Debian's Chromium through playwright-core, without anything that would call home. */
import { createServer } from 'node:net'
import { type Browser, chromium } from 'playwright-core'

/** The engine without what a window needs: takes half the time of the whole browser. */
export const shellPath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'
const wholePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchBrowser = (): Promise<Browser> => launch(shellPath)

/** With notifications, which the shell has none of, and as readers have it, for what measures. */
export const launchWholeBrowser = (extra: string[] = []): Promise<Browser> => launch(wholePath, extra)

/** Waits end after minutes: a busy machine is slow, and what hangs still ends. */
async function launch(executablePath: string, extra: string[] = []): Promise<Browser> {
  const timeout = 120_000
  const browser = await chromium.launch({ executablePath, args: [...args, ...extra], timeout })
  browser.on('context', (context) => context.setDefaultTimeout(timeout))
  return browser
}

/** A browser that another tool can drive through a port of loopback. */
export async function launchDebuggable(): Promise<{ browser: Browser; port: number }> {
  const port = await freePort()
  return { browser: await launchWholeBrowser([`--remote-debugging-port=${port}`]), port }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

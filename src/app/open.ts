/** Opens what commands work with, under the process's name in the log. */
import type { Config } from '../config.ts'
import { reportWaits } from '../platform/database/waits.ts'
import { createLog } from '../platform/log/log.ts'
import { type Base, type BaseOptions, openBase } from './base.ts'

export const openBaseAs = (config: Config, name?: string, options: BaseOptions = {}): Promise<Base> =>
  openBase(config, createLog(config, name), options)

/** Loads everything that the stages and the web need, which is slow. */
export async function openServicesAs(config: Config, name?: string, options: BaseOptions = {}) {
  const { openServices } = await import('./services.ts')
  return openServices(config, createLog(config, name), options)
}

/** Runs a command's work on what was opened, and closes that. */
export async function closing<Opened extends Pick<Base, 'database' | 'close'>, T>(
  opened: Opened,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  try {
    return await reportWaits(opened.database.address, () => work(opened))
  } finally {
    await opened.close()
  }
}

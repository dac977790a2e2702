/** The choice of a model that a server has, written into the settings. */
import { resolve } from 'node:path'
import { type Config, type Environment, readEnvironment } from '../../config.ts'
import { AppError } from '../../platform/errors.ts'
import { findModelServers } from '../../platform/models/model-servers.ts'
import type { ChoiceNote } from '../../platform/models/models.ts'
import { writeSettings } from '../../platform/settings/write-settings.ts'
import type { ModelChoice } from '../topic/rules/setup.ts'

/**
 * Writes the model into `.env`, and `others` with it, once its server has named it. Returns what to look at afterwards. Throws
 * `unprocessable` where the server does not have it, or the file cannot be written.
 */
export async function chooseModel(
  config: Config,
  baseUrl: string,
  model: string,
  path = resolve('.env'),
  others: Readonly<Record<string, string>> = {},
): Promise<ChoiceNote[]> {
  const [server] = (await findModelServers([baseUrl], {})).filter((one) => one.baseUrl === baseUrl)
  if (!server?.models.includes(model))
    throw new AppError('unprocessable', `${baseUrl} names no model ${model}: look for it again.`)
  const values = modelSettings({ baseUrl, model })
  const environment = readEnvironment()
  await writeSettings(path, { ...others, ...values })
  return [...staying(config), ...winning(environment, values), { note: 'restart', name: '' }]
}

export const modelSettings = ({ baseUrl, model, key }: ModelChoice): Record<string, string> => ({
  AI_PROVIDER: 'openai',
  AI_BASE_URL: baseUrl,
  AI_MODEL: model,
  ...(key ? { AI_API_KEY: key } : {}),
})

/** Settings of the model before, which the new one is asked with. */
function staying({ AI_API_KEY, AI_JUDGE_MODEL, AI_PRICE_INPUT, AI_PRICE_OUTPUT }: Config): ChoiceNote[] {
  return [
    AI_API_KEY ? ({ note: 'key_stays', name: 'AI_API_KEY' } as const) : [],
    AI_JUDGE_MODEL ? ({ note: 'judge_stays', name: AI_JUDGE_MODEL } as const) : [],
    AI_PRICE_INPUT + AI_PRICE_OUTPUT > 0 ? ({ note: 'prices_stay', name: 'AI_PRICE_INPUT' } as const) : [],
  ].flat()
}

/** The environment's values win; those that the program has taken from the file into it do not count. */
function winning({ file, process: given }: Environment, values: Record<string, string>): ChoiceNote[] {
  const names = Object.keys(values).filter((name) => given[name] !== undefined && given[name] !== file[name])
  return names.map((name) => ({ note: 'environment_wins', name }))
}

/** The configured language model, through the AI SDK. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible, type OpenAICompatibleProviderSettings } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { Config } from '../../config.ts'
import { patientFetch } from './patient-fetch.ts'

export type AiConfig = Pick<
  Config,
  | 'AI_PROVIDER'
  | 'AI_MODEL'
  | 'AI_BASE_URL'
  | 'AI_API_KEY'
  | 'AI_PRICE_INPUT'
  | 'AI_PRICE_OUTPUT'
  | 'AI_JUDGE_MODEL'
  | 'AI_JUDGE_PRICE_INPUT'
  | 'AI_JUDGE_PRICE_OUTPUT'
  | 'AI_CONCURRENCY'
  | 'AI_RATE_PER_MINUTE'
  | 'AI_TIMEOUT'
>

export const OPENAI = 'https://api.openai.com/v1'

/** The model; without `structured`, a compatible server is asked for JSON but not held to a schema. */
export function languageModel(config: AiConfig, structured: boolean): LanguageModel {
  const name = config.AI_MODEL ?? ''
  if (config.AI_PROVIDER === 'anthropic') return createAnthropic(accessOf(config))(name)
  if (config.AI_PROVIDER === 'google') return createGoogle(accessOf(config))(name)
  return createOpenAICompatible({ ...compatibleSettings(config), supportsStructuredOutputs: structured })(name)
}

type Access = Pick<AiConfig, 'AI_API_KEY' | 'AI_BASE_URL'>

const accessOf = ({ AI_API_KEY, AI_BASE_URL }: Access) => ({
  fetch: patientFetch,
  ...(AI_API_KEY ? { apiKey: AI_API_KEY } : {}),
  ...(AI_BASE_URL ? { baseURL: AI_BASE_URL } : {}),
})

export function compatibleSettings(access: Access): OpenAICompatibleProviderSettings {
  const baseURL = access.AI_BASE_URL ?? OPENAI
  const isOpenAi = /(?:^|\.)api\.openai\.com$/.test(new URL(baseURL).hostname)
  const settings = { ...accessOf(access), name: 'openai', baseURL }
  return isOpenAi ? { ...settings, transformRequestBody: renameTokenLimit } : settings
}

/** OpenAI's own newer models take the limit under another name. */
function renameTokenLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens }
}

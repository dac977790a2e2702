import { expect, it } from 'vitest'
import { compatibleSettings } from './language-models.ts'

it.each([
  [undefined, 'max_completion_tokens'],
  ['https://api.openai.com/v1', 'max_completion_tokens'],
  ['https://api.openai.com/v1/', 'max_completion_tokens'],
  ['https://API.OpenAI.com:443/v1', 'max_completion_tokens'],
  ['https://eu.api.openai.com/v1', 'max_completion_tokens'],
  ['http://127.0.0.1:11434/v1', 'max_tokens'],
  ['https://openai.example/v1', 'max_tokens'],
  ['https://notapi.openai.com.example/v1', 'max_tokens'],
])('the server at %s takes the limit as %s', (address, name) => {
  const body = { max_tokens: 5, model: 'm' }
  const { transformRequestBody = (same: object) => same, baseURL } = compatibleSettings({
    AI_BASE_URL: address,
    AI_API_KEY: undefined,
  })
  expect(transformRequestBody(body)).toEqual({ [name]: 5, model: 'm' })
  expect(transformRequestBody({ model: 'm' })).toEqual({ model: 'm' })
  expect(baseURL).toBe(address ?? 'https://api.openai.com/v1')
})

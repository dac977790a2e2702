/** Settings that point every model at the played server. */
import { type Config, parseConfig } from '../../src/config.ts'

export const playedSettings = (server: { url: string }): Record<string, string> => ({
  AI_PROVIDER: 'openai',
  AI_MODEL: 'played',
  AI_BASE_URL: server.url,
  AI_PRICE_INPUT: '2',
  AI_PRICE_OUTPUT: '8',
  AI_RATE_PER_MINUTE: '100000',
  EMBEDDING_PROVIDER: 'openai',
  EMBEDDING_MODEL: 'played-embedding',
  EMBEDDING_BASE_URL: server.url,
})

export function playedConfig(server: { url: string }, env: Record<string, string> = {}): Config {
  return parseConfig({ ...playedSettings(server), ...env })
}

/** Voices behind the Speaker port: any OpenAI-compatible `/audio/speech` server, or espeak-ng on this machine. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../../config.ts'
import { AppError, messageOf } from '../../errors.ts'
import type { SpeechSynthesizer } from '../../models/ports.ts'
import { runProgram } from './programs.ts'

const MAX_BYTES = 64 << 20
const TRIES = 3
/** A server that asks for more is not tried again. */
const MAX_WAIT_SECONDS = 5
/** Words a minute. */
const PACE = '155'

/** The voice that the settings name, or null for none. */
export function synthesizerFrom(config: Config): SpeechSynthesizer | null {
  if (config.TTS_PROVIDER === 'none') return null
  if (config.TTS_PROVIDER === 'espeak') return espeakSynthesizer(config.TTS_VOICE)
  return openAiSynthesizer({
    baseUrl: config.TTS_BASE_URL ?? 'https://api.openai.com/v1',
    apiKey: config.TTS_API_KEY,
    model: config.TTS_MODEL ?? 'gpt-4o-mini-tts',
    voice: config.TTS_VOICE ?? 'alloy',
  })
}

/** `voice` is used for every language; without one espeak-ng's own voice for the language speaks, or its default, en. */
export function espeakSynthesizer(voice?: string): SpeechSynthesizer {
  return {
    name: `espeak-ng ${voice ?? ''}`.trim(),
    async synthesize(text, language, signal) {
      const espeakVoice = voice ?? /^[a-z]{2,3}(?=-|$)/.exec(language)?.[0] ?? 'en'
      // Square brackets would be read as phonemes.
      const input = Buffer.from(text.replace(/[[\]]/g, ' '))
      const args = ['-v', espeakVoice, '-s', PACE, '-b', '1', '--stdin', '--stdout']
      const { stdout } = await runProgram('espeak-ng', args, { input, signal })
      if (stdout.length <= 44) throw new AppError('unavailable', `espeak-ng said nothing with the voice ${espeakVoice}`)
      return stdout
    },
  }
}

export interface SpeechServer {
  baseUrl: string
  apiKey?: string | undefined
  model: string
  voice: string
  /** Milliseconds before the first new try; doubled for the next. */
  patience?: number
}

export function openAiSynthesizer(server: SpeechServer): SpeechSynthesizer {
  return {
    name: `${server.model} ${server.voice}`,
    async synthesize(text, _language, signal) {
      for (let attempt = 1; ; attempt++) {
        const answer = await requestSpeech(server, text, signal)
        if (answer.bytes) return answer.bytes
        if (attempt === TRIES || !answer.retry) throw new AppError('unavailable', `The speech server ${answer.why}`)
        await sleep((server.patience ?? 1000) * 2 ** (attempt - 1), undefined, { signal })
      }
    },
  }
}

type Answer = { bytes: Uint8Array } | { bytes: null; why: string; retry: boolean }

async function requestSpeech(server: SpeechServer, text: string, signal?: AbortSignal): Promise<Answer> {
  const limit = AbortSignal.timeout(120_000)
  try {
    const response = await fetch(`${server.baseUrl.replace(/\/+$/, '')}/audio/speech`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {}),
      },
      body: JSON.stringify({ model: server.model, voice: server.voice, input: text, response_format: 'wav' }),
      // A redirect could lead the key elsewhere.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    if (!response.ok) return refusal(response)
    const bytes = await readLimited(response)
    if (bytes.length < 64) return { bytes: null, why: 'answered without sound', retry: true }
    return { bytes }
  } catch (error) {
    signal?.throwIfAborted()
    return { bytes: null, why: `cannot be reached: ${messageOf(error)}`, retry: true }
  }
}

async function refusal(response: Response): Promise<Answer> {
  const message = (await response.text()).slice(0, 300)
  return {
    bytes: null,
    why: `answered ${response.status}: ${message}`,
    retry:
      (response.status === 429 || response.status >= 500) &&
      !(Number(response.headers.get('retry-after')) > MAX_WAIT_SECONDS),
  }
}

async function readLimited(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MAX_BYTES) throw new Error('it sent more than 64 MiB')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

import { expect, it } from 'vitest'
import { adviceFor } from './model-advice.ts'

it.each<[string, Parameters<typeof adviceFor>[0], RegExp]>([
  ['no key', { status: 401, words: 'Unauthorized' }, /^Check AI_API_KEY/],
  ['a key without rights', { status: 403, words: 'Forbidden' }, /^Check AI_API_KEY/],
  ['no credit', { status: 402, words: 'Payment Required' }, /credit/],
  ['a quota that is used up', { status: 429, words: 'insufficient_quota' }, /AI_RATE_PER_MINUTE.*quota/],
  ['no such model', { status: 404, words: 'model "x" not found, try pulling it first' }, /^Check AI_MODEL/],
  ['no such model, by another status', { status: 400, words: 'The model `x` does not exist' }, /^Check AI_MODEL/],
  ['no such path', { status: 404, words: '404 page not found' }, /^Check AI_MODEL.*AI_BASE_URL.*\/v1/],
  ['too many calls', { status: 429, words: 'Too Many Requests' }, /^Lower AI_RATE_PER_MINUTE/],
  [
    'a context that is too small, of vLLM',
    { status: 400, words: "This model's maximum context length is 4096 tokens." },
    /[Ss]horter texts/,
  ],
  ['of llama.cpp', { status: 400, words: 'the request exceeds the available context size' }, /[Ss]horter texts/],
  [
    'of LM Studio',
    { status: 400, words: 'Trying to keep the first 5000 tokens when context the overflows' },
    /[Ss]horter texts/,
  ],
  ['of OpenAI', { status: 400, words: 'context_length_exceeded' }, /[Ss]horter texts/],
  ['of Anthropic', { status: 400, words: 'prompt is too long: 210000 tokens > 200000 maximum' }, /[Ss]horter texts/],
  [
    'of Google',
    { status: 400, words: 'The input token count (1) exceeds the maximum number of tokens allowed' },
    /[Ss]horter texts/,
  ],
  ['of a proxy', { status: 413, words: 'Payload Too Large' }, /[Ss]horter texts/],
  [
    'of embeddings',
    { status: 500, words: 'input is too large to process. increase the physical batch size', of: 'EMBEDDING' },
    /[Ss]horter texts.*EMBEDDING_MODEL/,
  ],
  ['silence', { timedOut: true, words: 'no answer in time' }, /AI_TIMEOUT/],
  ['silence of a proxy', { status: 504, words: 'Gateway Timeout' }, /AI_TIMEOUT/],
  ['nobody there', { words: 'Cannot connect to API: connect ECONNREFUSED 127.0.0.1:1' }, /^Check AI_BASE_URL.*runs/],
  ['no such name', { words: 'Cannot connect to API: getaddrinfo ENOTFOUND model.invalid' }, /^Check AI_BASE_URL/],
  ['a fault there', { status: 500, words: 'internal error' }, /^Check AI_BASE_URL and its key.*log/],
  ['a fault there that speaks of another context', { status: 500, words: 'context canceled' }, /^Check AI_BASE_URL/],
  ['another refusal', { status: 422, words: 'odd' }, /AI_MODEL/],
  ['prose', { prose: true, words: '' }, /AI_MODEL.*JSON/],
  ['no key for embeddings', { status: 401, words: '', of: 'EMBEDDING' }, /^Check EMBEDDING_API_KEY/],
  ['no model for embeddings', { status: 404, words: '', of: 'EMBEDDING' }, /^Check EMBEDDING_MODEL/],
  ['no embeddings there', { words: 'connect ECONNREFUSED', of: 'EMBEDDING' }, /^Check EMBEDDING_BASE_URL/],
])('%s', (_, failure, advice) => expect(adviceFor(failure)).toMatch(advice))

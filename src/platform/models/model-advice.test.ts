import { expect, it } from 'vitest'
import { adviceFor } from './model-advice.ts'

it.each<[string, Parameters<typeof adviceFor>[0], RegExp]>([
  ['no key', { status: 401, message: 'Unauthorized' }, /^Check AI_API_KEY/],
  ['a key without rights', { status: 403, message: 'Forbidden' }, /^Check AI_API_KEY/],
  ['no credit', { status: 402, message: 'Payment Required' }, /credit/],
  ['a quota that is used up', { status: 429, message: 'insufficient_quota' }, /AI_RATE_PER_MINUTE.*quota/],
  ['no such model', { status: 404, message: 'model "x" not found, try pulling it first' }, /^Check AI_MODEL/],
  ['no such model, by another status', { status: 400, message: 'The model `x` does not exist' }, /^Check AI_MODEL/],
  ['no such path', { status: 404, message: '404 page not found' }, /^Check AI_MODEL.*AI_BASE_URL.*\/v1/],
  ['too many calls', { status: 429, message: 'Too Many Requests' }, /^Lower AI_RATE_PER_MINUTE/],
  [
    'a context that is too small, of vLLM',
    { status: 400, message: "This model's maximum context length is 4096 tokens." },
    /[Ss]horter texts/,
  ],
  ['of llama.cpp', { status: 400, message: 'the request exceeds the available context size' }, /[Ss]horter texts/],
  [
    'of LM Studio',
    { status: 400, message: 'Trying to keep the first 5000 tokens when context the overflows' },
    /[Ss]horter texts/,
  ],
  ['of OpenAI', { status: 400, message: 'context_length_exceeded' }, /[Ss]horter texts/],
  ['of Anthropic', { status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' }, /[Ss]horter texts/],
  [
    'of Google',
    { status: 400, message: 'The input token count (1) exceeds the maximum number of tokens allowed' },
    /[Ss]horter texts/,
  ],
  ['of a proxy', { status: 413, message: 'Payload Too Large' }, /[Ss]horter texts/],
  [
    'of embeddings',
    { status: 500, message: 'input is too large to process. increase the physical batch size', of: 'EMBEDDING' },
    /[Ss]horter texts.*EMBEDDING_MODEL/,
  ],
  ['silence', { timedOut: true, message: 'no answer in time' }, /AI_TIMEOUT/],
  ['silence of a proxy', { status: 504, message: 'Gateway Timeout' }, /AI_TIMEOUT/],
  ['nobody there', { message: 'Cannot connect to API: connect ECONNREFUSED 127.0.0.1:1' }, /^Check AI_BASE_URL.*runs/],
  ['no such name', { message: 'Cannot connect to API: getaddrinfo ENOTFOUND model.invalid' }, /^Check AI_BASE_URL/],
  ['a fault there', { status: 500, message: 'internal error' }, /^Check AI_BASE_URL and its key.*log/],
  ['a fault there that speaks of another context', { status: 500, message: 'context canceled' }, /^Check AI_BASE_URL/],
  ['another refusal', { status: 422, message: 'odd' }, /AI_MODEL/],
  ['prose', { prose: true, message: '' }, /AI_MODEL.*JSON/],
  ['no key for embeddings', { status: 401, message: '', of: 'EMBEDDING' }, /^Check EMBEDDING_API_KEY/],
  ['no model for embeddings', { status: 404, message: '', of: 'EMBEDDING' }, /^Check EMBEDDING_MODEL/],
  ['no embeddings there', { message: 'connect ECONNREFUSED', of: 'EMBEDDING' }, /^Check EMBEDDING_BASE_URL/],
])('%s', (_, failure, advice) => expect(adviceFor(failure)).toMatch(advice))

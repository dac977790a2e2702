/** Requests to models: Node's own fetch gives up on an answer that takes five minutes, however long AI_TIMEOUT is. */
import { Agent, fetch as fetchBy } from 'undici'

const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

/** The caller's signal alone limits it. A redirect could lead the key elsewhere. */
export const patientFetch = ((address: string, init: object) =>
  fetchBy(address, { ...init, dispatcher, redirect: 'error' })) as typeof fetch

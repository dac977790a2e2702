/** `karnhuset feeds preview FILE-or-URL…`: parses without storing, one line of JSON for each input, in their order. */
import { readFile } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { type FeedDocument, fetchDocument } from '../news/feeds/documents/document.ts'
import { previewInput } from '../news/feeds/preview.ts'
import { AppError } from '../platform/errors.ts'
import { createFetcher } from '../platform/fetch/fetcher.ts'
import { withoutFeedScheme } from '../platform/text/url.ts'
import type { Io } from './io.ts'

export type PreviewFetch = (url: string) => Promise<FeedDocument>

/** Exit code: 0 when every input is a feed, else 1. `fetch` gets the inputs that begin with http:// or https://. */
export async function previewInputs(
  inputs: string[],
  fetch: PreviewFetch | undefined,
  write: (line: string) => void,
): Promise<number> {
  let failed = 0
  for (const input of inputs) {
    const preview = await previewInput(input, (name) => load(name, fetch))
    if (!preview.ok) failed += 1
    write(JSON.stringify(preview))
  }
  return failed === 0 ? 0 : 1
}

async function load(input: string, fetch: PreviewFetch | undefined): Promise<FeedDocument> {
  const address = withoutFeedScheme(input)
  if (!/^https?:\/\//i.test(address)) return { bytes: await readFile(input), url: '', contentType: null }
  if (!fetch) throw new AppError('unavailable', 'Addresses cannot be fetched here: give a file')
  return fetch(address)
}

export async function feedsPreview(config: Config, io: Io, inputs: string[]): Promise<number> {
  const fetcher = createFetcher({ allow: config.FETCH_ALLOW, userAgent: `karnhuset/1.0 (+${config.BASE_URL}/about)` })
  try {
    return await previewInputs(
      inputs,
      (url) => fetchDocument(fetcher, url),
      (line) => io.line(line),
    )
  } finally {
    await fetcher.close()
  }
}

/** A fetched answer as a document to parse: the one place that knows which of its headers matter. */
import { AppError } from '../../../platform/errors.ts'
import type { Fetcher, FetchResult } from '../../../platform/fetch/fetcher.ts'
import type { ParseOptions } from '../parse.ts'

/** Bytes and where they came from. */
export interface FeedDocument extends ParseOptions {
  bytes: Uint8Array
}

/** For the `Accept` of a request for a feed. */
export const FEED_ACCEPT =
  'application/rss+xml,application/atom+xml,application/feed+json,application/rdf+xml;q=0.9,application/xml;q=0.8,text/xml;q=0.8,*/*;q=0.5'

/** The content type keeps its parameters, for the charset. */
export function documentOf({ body, url, headers, problems }: FetchResult): FeedDocument {
  return {
    bytes: body,
    url,
    contentType: headers['content-type'] ?? null,
    contentLocation: headers['content-location'] ?? null,
    contentLanguage: headers['content-language'] ?? null,
    problems,
  }
}

/** Throws `unavailable` for an answer that carries no document. */
export async function fetchDocument(fetcher: Pick<Fetcher, 'get'>, url: string): Promise<FeedDocument> {
  const result = await fetcher.get(url, { accept: FEED_ACCEPT })
  if (result.status < 200 || result.status > 299)
    throw new AppError('unavailable', `The server answered ${result.status} for ${result.url}`)
  return documentOf(result)
}

/** Metadata that a client registers (RFC 7591). It is public, whatever it requests: no client gets a secret. */
import { z } from 'zod'
import { foldSpace } from '../../platform/text/text.ts'
import { isRedirectUri, redirectHost } from './redirects.ts'

const MAX_URIS = 10
const NAME_LENGTH = 80

const includes = (word: string) =>
  z
    .array(z.string())
    .refine((values) => values.includes(word), `must include "${word}"`)
    .optional()

const Metadata = z.object({
  redirect_uris: z
    .array(
      z
        .string()
        .refine(isRedirectUri, 'must be https, a loopback address over http, or an app’s own scheme; no fragment'),
    )
    .min(1)
    .max(MAX_URIS),
  client_name: z.string().optional(),
  grant_types: includes('authorization_code'),
  response_types: includes('code'),
})

export type ParsedMetadata =
  | { client: { name: string; redirectUris: string[] } }
  | { error: 'invalid_redirect_uri' | 'invalid_client_metadata'; description: string }

export function parseClientMetadata(body: unknown): ParsedMetadata {
  const parsed = Metadata.safeParse(body)
  if (parsed.success) {
    const { redirect_uris: redirectUris, client_name: name = '' } = parsed.data
    return { client: { name: cleanName(name) || (redirectHost(redirectUris[0] ?? '') ?? 'MCP'), redirectUris } }
  }
  const [issue] = parsed.error.issues
  const field = String(issue?.path[0] ?? 'The body')
  const error = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
  return { error, description: `${field}: ${issue?.message ?? 'cannot be used'}` }
}

/** Without what is not seen or turns the direction of text; half a surrogate pair is cut off too. */
const cleanName = (name: string): string =>
  foldSpace(name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' '))
    .trim()
    .slice(0, NAME_LENGTH)
    .toWellFormed()

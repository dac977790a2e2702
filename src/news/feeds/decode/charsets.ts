/** Names of character encodings: which decoder a label means, and what a detector would say of unlabelled bytes. */
import { createRequire } from 'node:module'
import { TextDecoder } from 'node:util'
import type { detect as Detect } from 'jschardet'

const require = createRequire(import.meta.url)

/** Labels that publishers use for a part of a larger set, which is what they then write. */
const SUPERSETS = new Map(['gb2312', 'gbk', 'gb_2312', 'x-gbk'].map((label) => [label, 'gb18030']))
const ALIASES = new Map([
  ['cp874', 'windows-874'],
  ['cp932', 'shift_jis'],
  ['cp949', 'euc-kr'],
  ['tis-620', 'windows-874'],
])
/** Names in the IANA register of the sets that a detector distinguishes. */
const DETECTED: Record<string, string> = { cp949: 'EUC-KR', cp932: 'SHIFT_JIS', cp874: 'TIS-620', gb18030: 'GB2312' }
const DETECTION_BYTES = 50_000

/** The label in lower case if bytes can be decoded by it, else null. */
export function supportedCharset(label: string | undefined): string | null {
  const name = label?.trim().toLowerCase() ?? ''
  const charset = SUPERSETS.get(name) ?? name
  return charset && decoderFor(charset) ? charset : null
}

/** Null for a name that means nothing. `fatal` decoders throw on bytes that are not in the set. */
export function decoderFor(charset: string, fatal = false): TextDecoder | null {
  const name = charset.toLowerCase()
  try {
    return new TextDecoder(ALIASES.get(name) ?? name.replace(/^cp(125\d)$/, 'windows-$1'), { fatal })
  } catch {
    return null
  }
}

/** The charset that the bytes look like, by its usual name; Windows-1252 when nothing tells. */
export function detectCharset(bytes: Uint8Array): string {
  const found = guess(bytes)
  const name = found ? (DETECTED[found.toLowerCase()] ?? found.replace(/^cp(?=125\d)/i, 'windows-')) : ''
  return supportedCharset(name) || DETECTED[name]
    ? name
    : supportedCharset(ALIASES.get(name.toLowerCase()))
      ? name
      : 'windows-1252'
}

function guess(bytes: Uint8Array): string | null {
  const firstHigh = bytes.findIndex((byte) => byte > 127)
  const start = Math.max(0, firstHigh - 1000)
  // Its tables take 10 MB, which few feeds need.
  const { detect } = require('jschardet') as { detect: typeof Detect }
  try {
    return detect(Buffer.from(bytes.subarray(start, start + DETECTION_BYTES))).encoding
  } catch {
    return null
  }
}

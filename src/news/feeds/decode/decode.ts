/** Bytes and their content type → text and the name of its encoding. Knows nothing of the text's meaning. */
import { isAscii } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { AppError } from '../../../platform/errors.ts'
import { decoderFor, detectCharset, supportedCharset } from './charsets.ts'
import { readMixedUtf8 } from './mixed-utf-8.ts'

export interface Decoded {
  text: string
  /** As declared, lower case; as registered where it was found by detection. */
  encoding: string
  problems: string[]
}

const MAX_UNPACKED = 10 * 1024 * 1024

/**
 * BOM, then UTF-8 that is valid or nearly so, then HTTP header, then XML declaration, then detection. Never throws on bad
 * bytes.
 */
export function decodeBytes(given: Uint8Array, contentType: string | null): Decoded {
  const bytes = unpacked(given)
  const decoded = fromByteOrderMark(bytes) ?? fromLabels(bytes, contentType)
  return { ...decoded, text: decoded.text.replace(/^\ufeff+/, '') }
}

/** Some servers send a compressed file as the document itself. */
function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED })
  } catch (cause) {
    throw new AppError('unprocessable', 'The document is compressed and cannot be unpacked', { cause })
  }
}

const UTF_8_MARK = [0xef, 0xbb, 0xbf]
const BYTE_ORDER_MARKS: [encoding: string, bytes: number[]][] = [
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  // Without a mark, a first character of `<` shows the width and order (XML 1.0, appendix F).
  ['utf-32be', [0, 0, 0, 0x3c]],
  ['utf-32le', [0x3c, 0, 0, 0]],
  ['utf-16be', [0, 0x3c]],
  ['utf-16le', [0x3c, 0]],
]

function fromByteOrderMark(bytes: Uint8Array): Decoded | null {
  const found = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (!found) return null
  const [encoding] = found
  const text = encoding.startsWith('utf-32')
    ? decodeUtf32(bytes, encoding === 'utf-32le')
    : new TextDecoder(encoding).decode(bytes)
  return { text, encoding, problems: text.includes('\ufffd') ? [`some bytes are not ${encoding}`] : [] }
}

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const characters: string[] = []
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const point = view.getUint32(at, littleEndian)
    characters.push(point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd')
  }
  return characters.join('')
}

function fromLabels(marked: Uint8Array, contentType: string | null): Decoded {
  const isMarked = UTF_8_MARK.every((byte, at) => marked[at] === byte)
  const bytes = isMarked ? marked.subarray(UTF_8_MARK.length) : marked
  const header = supportedCharset(/charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1])
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 2000)).toString('latin1')
  const declared = supportedCharset(/<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]+)["']/.exec(head)?.[1])
  const labels = [isMarked ? 'utf-8' : null, header, declared].filter((label) => label !== null)
  if (!isMarked && isAscii(bytes)) return fromAscii(bytes, labels, contentType)
  const utf8 = decodeStrictly(bytes, 'utf-8')
  if (utf8 !== null) return { text: utf8, encoding: 'utf-8', problems: [] }
  // A declaration that can be read byte by byte is not in an encoding of wider units.
  const others = labels.filter(
    (label) => !/^utf-?8$|^(us-)?ascii$/.test(label) && !(label === declared && isWide(label)),
  )
  const nearly = fromNearlyUtf8(bytes, others.length === labels.length && labels.length > 0)
  if (nearly) return nearly
  for (const label of others) {
    const text = decodeStrictly(bytes, label)
    if (text !== null) return { text, encoding: label, problems: [] }
  }
  return fromDetection(bytes)
}

/** The bytes read the same in nearly every encoding, so the name is the publisher's choice (RFC 3023 for its default). */
function fromAscii(bytes: Uint8Array, labels: string[], contentType: string | null): Decoded {
  const shifts = labels.find((label) => label.startsWith('iso-2022-jp'))
  if (shifts) return { text: new TextDecoder(shifts).decode(bytes), encoding: shifts, problems: [] }
  const isTextXml = /^\s*text\/(xml|[\w.-]+\+xml|xml-external-parsed-entity)\s*(;|$)/i.test(contentType ?? '')
  const header = /charset\s*=/i.test(contentType ?? '')
  const encoding = isTextXml && !header ? 'us-ascii' : (labels[0] ?? 'utf-8')
  return { text: new TextDecoder().decode(bytes), encoding: isWide(encoding) ? 'utf-8' : encoding, problems: [] }
}

const isWide = (label: string) => /^utf-?(16|32)|^(ucs|iso-10646)/.test(label)

/** At most so few bytes tell a detector nothing. */
const FEW = 3

/**
 * Characters of UTF-8 occur by chance in other encodings, but there damage outnumbers them: by far in Latin script, and
 * twice in others. Where only another encoding is declared, they must be nearly all.
 */
function fromNearlyUtf8(bytes: Uint8Array, isOtherDeclared: boolean): Decoded | null {
  const { text, intact, damaged, latin } = readMixedUtf8(bytes)
  const likely = damaged <= FEW || damaged <= intact * (latin ? 20 : 1)
  if (intact === 0 || (isOtherDeclared ? damaged * 4 > intact : !likely)) return null
  return { text, encoding: 'utf-8', problems: damaged > 0 ? [`${damaged} characters are not utf-8`] : [] }
}

function fromDetection(bytes: Uint8Array): Decoded {
  const few = bytes.filter((byte) => byte > 127).length <= FEW
  const encoding = few ? 'windows-1252' : detectCharset(bytes)
  const text = (decoderFor(encoding) ?? new TextDecoder('windows-1252')).decode(bytes)
  return { text, encoding, problems: ['the encoding is not the declared one, or none is declared'] }
}

function decodeStrictly(bytes: Uint8Array, label: string): string | null {
  try {
    return decoderFor(label, true)?.decode(bytes) ?? null
  } catch {
    return null
  }
}

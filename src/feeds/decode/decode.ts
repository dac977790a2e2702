/** Bytes and their content type → text and the name of its encoding. Knows nothing of the text's meaning. */
import { isAscii } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { AppError } from '../../domain/errors.ts'
import { decoderFor, detectCharset, supportedCharset } from './charsets.ts'

export interface Decoded {
  text: string
  /** As declared, lower case; as registered where it was found by detection. */
  encoding: string
  problems: string[]
}

const MAX_UNPACKED = 10 * 1024 * 1024

/** BOM, then valid UTF-8, then HTTP header, then XML declaration, then detection. Never throws on bad bytes. */
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

const BYTE_ORDER_MARKS: [encoding: string, bytes: number[]][] = [
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
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

function fromLabels(bytes: Uint8Array, contentType: string | null): Decoded {
  const header = supportedCharset(/charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1])
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 2000)).toString('latin1')
  const declared = supportedCharset(/<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]+)["']/.exec(head)?.[1])
  const labels = [header, declared].filter((label) => label !== null)
  if (isAscii(bytes)) return fromAscii(bytes, labels, contentType)
  const utf8 = decodeStrictly(bytes, 'utf-8')
  if (utf8 !== null) return { text: utf8, encoding: 'utf-8', problems: [] }
  for (const label of labels) {
    const text = /^(us-)?ascii$/.test(label) ? null : decodeStrictly(bytes, label)
    if (text !== null) return { text, encoding: label, problems: [] }
  }
  return fromDamaged(bytes)
}

/** The bytes read the same in nearly every encoding, so the name is the publisher's choice (RFC 3023 for its default). */
function fromAscii(bytes: Uint8Array, labels: string[], contentType: string | null): Decoded {
  const shifts = labels.find((label) => label.startsWith('iso-2022-jp'))
  if (shifts) return { text: new TextDecoder(shifts).decode(bytes), encoding: shifts, problems: [] }
  const isTextXml = /^\s*text\/(xml|[\w.-]+\+xml|xml-external-parsed-entity)\s*(;|$)/i.test(contentType ?? '')
  const header = /charset\s*=/i.test(contentType ?? '')
  const encoding = isTextXml && !header ? 'us-ascii' : (labels[0] ?? 'utf-8')
  const wide = /^utf-?(16|32)|^(ucs|iso-10646)/.test(encoding)
  return { text: new TextDecoder().decode(bytes), encoding: wide ? 'utf-8' : encoding, problems: [] }
}

/** A few wrong bytes in what is otherwise UTF-8 are damage; many mean another encoding that is not declared. */
function fromDamaged(bytes: Uint8Array): Decoded {
  const text = new TextDecoder().decode(bytes)
  const damaged = text.match(/\ufffd/g)?.length ?? 0
  const intact = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  if (damaged * 5 < intact) return { text, encoding: 'utf-8', problems: [`${damaged} characters are not utf-8`] }
  const encoding = detectCharset(bytes)
  const guessed = (decoderFor(encoding) ?? new TextDecoder('windows-1252')).decode(bytes)
  return { text: guessed, encoding, problems: ['the encoding is not the declared one, or none is declared'] }
}

function decodeStrictly(bytes: Uint8Array, label: string): string | null {
  try {
    return decoderFor(label, true)?.decode(bytes) ?? null
  } catch {
    return null
  }
}

/** UTF-8 with other bytes in it: its characters stay, and the others become what they can mean. Pure. */

export interface MixedText {
  text: string
  /** Characters beyond ASCII that are UTF-8, and halves that can be nothing else. */
  intact: number
  damaged: number
  /** Most bytes that are not UTF-8 stand between ASCII, as letters with accents do in Latin script. */
  latin: boolean
}

/** Of two to four bytes (Unicode, table 3-7). */
const CHARACTER = String.raw`[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}`
/** CESU-8 writes a character as two surrogates. */
const SURROGATES = String.raw`\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]`
/** One surrogate, or three bytes of four: no other encoding has these. */
const HALF = String.raw`\xed[\xa0-\xbf][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2}`
/** The first bytes of a character that was cut. Letters such as "ã" are \xc3 and another byte. */
const CUT = String.raw`[\xc0-\xf4][\x80-\xbf]|[\xc2\xc3](?![a-zA-Z\x80-\xff])`
const UNITS = new RegExp(`((?:${CHARACTER}){1,999})|(${SURROGATES})|(${HALF})|(${CUT})|([\\x80-\\xff])`, 'g')
const LONE = /(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])/g

/** One character for each byte. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')
const REPLACEMENT = bytesOf('\ufffd')
const windows1252 = new TextDecoder('windows-1252')
const LETTERS = Array.from({ length: 128 }, (_, at) => bytesOf(windows1252.decode(Uint8Array.of(at + 128))))

/** In Latin script a single byte is the character of Windows-1252, elsewhere U+FFFD. */
export function readMixedUtf8(bytes: Uint8Array): MixedText {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const lone = countOf(raw, LONE)
  const found = { intact: 0, damaged: 0 }
  const asLatin = withoutDamage(raw, (byte) => LETTERS[byte.charCodeAt(0) - 128] ?? '', found)
  const latin = lone * 2 > found.damaged
  const text = latin ? asLatin : withoutDamage(raw, () => REPLACEMENT, { ...found })
  return { ...found, latin, text: Buffer.from(text, 'latin1').toString('utf8') }
}

function withoutDamage(raw: string, letterOf: (byte: string) => string, found: { intact: number; damaged: number }) {
  return raw.replace(UNITS, (unit, characters?: string, surrogates?: string, half?: string, cut?: string) => {
    if (characters) found.intact += countOf(characters, /[\xc0-\xff]/g)
    if (surrogates || half) found.intact += 1
    if (!characters && !surrogates) found.damaged += 1
    if (characters) return unit
    if (surrogates) return bytesOf(joined(surrogates))
    return half || cut ? REPLACEMENT : letterOf(unit)
  })
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** The character of two surrogates of three bytes each. */
function joined(surrogates: string): string {
  const half = (at: number) =>
    0xd000 | ((surrogates.charCodeAt(at) & 0x3f) << 6) | (surrogates.charCodeAt(at + 1) & 0x3f)
  return String.fromCharCode(half(1), half(4))
}

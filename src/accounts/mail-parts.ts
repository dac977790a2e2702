/**
 * Text and HTML as parts of a mail that are encoded already: what encodes them streams each through six stages, which cost
 * more of a letter than all else. Pure.
 */

/** For `alternatives` of nodemailer; the last is shown where it can be (RFC 2046, 5.1.4). */
export const encodedParts = (text: string, html: string): { raw: string }[] => [
  { raw: part('text/plain', text) },
  { raw: part('text/html', html) },
]

const part = (type: string, body: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(body)}`

/** RFC 2045, 6.7. */
export const quotedPrintable = (text: string): string =>
  // A byte a character.
  Buffer.from(text.replace(/\r\n|\r/g, '\n'))
    .toString('latin1')
    .replace(/[^\t\n\x20-\x3c\x3e-\x7e]|[\t ](?=\n|$)/g, escapeByte)
    .split('\n')
    .map(breakLine)
    .join('\r\n')

const escapeByte = (byte: string) => `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** At most 76 characters a line; what stands for one byte is not parted. */
const breakLine = (line: string) =>
  line.length <= 76 ? line : line.replace(/.{73,75}(?<!=.?)(?=.)/g, (some) => `${some}=\r\n`)

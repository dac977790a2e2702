/** A mail as a program reads it: headers unfolded and decoded, the text and the HTML part (RFC 5322, 2045, 2047). */

export interface ReadMail {
  /** By their names in lower case. */
  headers: Record<string, string>
  text: string
  html: string
}

export function readMail(raw: string): ReadMail {
  const { headers, body } = split(raw.replace(/\r\n/g, '\n'))
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.replace(/^\n/, '')))
    : [{ headers, body }]
  const find = (type: string) => parts.find((part) => (part.headers['content-type'] ?? 'text/plain').startsWith(type))
  return { headers, text: decode(find('text/plain')), html: decode(find('text/html')) }
}

type Part = Pick<ReadMail, 'headers'> & { body: string }

function split(part: string): Part {
  const end = part.indexOf('\n\n')
  const headers: Record<string, string> = {}
  for (const line of part
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = decodeWords(line.slice(colon + 1).trim())
  }
  return { headers, body: part.slice(end + 2) }
}

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : quoted(word.replaceAll('_', ' ')),
    )

const quoted = (text: string) =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function decode(part: Part | undefined): string {
  if (!part) return ''
  const how = part.headers['content-transfer-encoding']
  if (how === 'quoted-printable') return quoted(part.body)
  return how === 'base64' ? Buffer.from(part.body, 'base64').toString() : part.body
}

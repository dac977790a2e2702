/** A mail server that takes what says that no person wrote it (RFC 5321), and its mails as a program reads them. */
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface TestMailServer {
  url: string
  mails: string[]
  /** Whether recipients are refused from now on, and in which words. */
  refuse(answer: boolean | string): void
  /** It takes connections and says nothing from now on. */
  hang(): void
  close(): Promise<void>
}

export async function startMailServer(): Promise<TestMailServer> {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  let refusal: string | null = null
  let hanging = false
  const server = createServer((socket) => {
    sockets.add(socket)
    let data: string | null = null
    let rest = ''
    const respond = (line: string) => hanging || socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (data !== null) {
        if (line === '.') {
          const automatic = /^Auto-Submitted: auto-generated$/m.test(data)
          if (automatic) mails.push(data)
          data = null
          return respond(automatic ? '250 kept' : '554 not marked as automatic (RFC 3834)')
        }
        data += `${line.replace(/^\./, '')}\n`
        return
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'QUIT') return respond('221 bye')
      if (verb === 'RCPT' && refusal !== null) return respond(refusal)
      if (verb !== 'DATA') return respond('250 ok')
      data = ''
      return respond('354 go on')
    }
    respond('220 test')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse: (answer) => {
      refusal = answer === true ? '451 not now' : answer || null
    },
    hang: () => {
      hanging = true
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export interface ReadMail {
  /** By their names in lower case. */
  headers: Record<string, string>
  text: string
  html: string
}

/** Headers unfolded and decoded, the text and the HTML part (RFC 5322, 2045, 2047). */
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

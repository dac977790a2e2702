/** A mail server to play against: takes what it is given, word by word (RFC 5321), if it says that no person wrote it. */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

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
    const say = (line: string) => hanging || socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (data !== null) {
        if (line === '.') {
          const automatic = /^Auto-Submitted: auto-generated$/m.test(data)
          if (automatic) mails.push(data)
          data = null
          return say(automatic ? '250 kept' : '554 not marked as automatic (RFC 3834)')
        }
        data += `${line.replace(/^\./, '')}\n`
        return
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'QUIT') return say('221 bye')
      if (verb === 'RCPT' && refusal !== null) return say(refusal)
      if (verb !== 'DATA') return say('250 ok')
      data = ''
      return say('354 go on')
    }
    say('220 test')
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

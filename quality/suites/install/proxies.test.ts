/** The examples for nginx and Caddy, run as they stand but for names, ports and certificates. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs } from '../../../tests/support/machine.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-proxy-'))
const example = (name: string) => readFileSync(join(root, 'ops', name), 'utf8')
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
let web: TestWeb
let upstream: string

beforeAll(async () => {
  web = await startTestWeb({ TRUST_PROXY: '127.0.0.1' })
  await web.app.listen({ host: '127.0.0.1', port: 0 })
  upstream = `127.0.0.1:${(web.app.server.address() as AddressInfo).port}`
  const subject = ['-subj', '/CN=news.example.org', '-keyout', join(folder, 'key'), '-out', join(folder, 'cert')]
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject])
})
afterAll(async () => {
  await web.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Proxy {
  port: number
  stop(): Promise<void>
}

async function start(port: number, command: string[], env: Record<string, string> = {}): Promise<Proxy> {
  const child: ChildProcess = spawn(command[0]!, command.slice(1), { env: { ...process.env, ...env }, stdio: 'pipe' })
  let said = ''
  child.stderr?.on('data', (chunk) => (said += chunk))
  const ended = new Promise((resolve) => child.once('close', resolve))
  for (let tries = 0; tries < 200; tries++) {
    if (await ask(port, '/readyz').catch(() => null)) break
    if (child.exitCode !== null) throw new Error(said)
    await sleep(50)
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function startNginx(): Promise<Proxy> {
  const [port, plain] = [await freePort(), await freePort()]
  const site = example('nginx/karnhuset.conf')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('127.0.0.1:3000', upstream)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/cert;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key;`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const main = `daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${site}}`
  writeFileSync(join(folder, 'nginx.conf'), main)
  return start(port, ['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')])
}

async function startCaddy(): Promise<Proxy> {
  const port = await freePort()
  const options = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n'
  const site = example('caddy/Caddyfile').replace('news.example.org {', `https://localhost:${port} {`)
  writeFileSync(join(folder, 'Caddyfile'), options + site.replace('127.0.0.1:3000', upstream))
  const home = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder }
  return start(port, ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], home)
}

/** Until the head has come. */
function ask(port: number, path: string, options: RequestOptions = {}, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const all = {
      host: 'localhost',
      family: 4,
      port,
      path,
      rejectUnauthorized: false,
      agent: false as const,
      ...options,
    }
    request(all, resolve).on('error', reject).end(body)
  })
}

/** The status of a wrong sign-in, of which an address has ten in ten minutes. */
const signIn = async (port: number, localAddress: string, claimed: string) => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': claimed }
  const body = JSON.stringify({ provider: 'email', email: `${claimed}@example.org`, code: '000000' })
  return (await ask(port, '/api/v1/auth/login', { method: 'POST', localAddress, headers }, body)).statusCode
}

describe.each([
  ['nginx', startNginx, '127.0.1'],
  ['caddy', startCaddy, '127.0.2'],
])('%s', (name, open, readers) => {
  describe.skipIf(!needs(name, has(name)))('in front, as the example has it', () => {
    let proxy: Proxy
    beforeAll(async () => {
      proxy = await open()
    })
    afterAll(() => proxy?.stop())

    it('brings the front page over TLS', async () => {
      const answer = await ask(proxy.port, '/')
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    })

    it('does not open to the world what this machine alone may see', async () => {
      expect((await ask(proxy.port, '/metrics')).statusCode).toBe(404)
    })

    it("counts each reader by the reader's own address, whatever the reader claims", async () => {
      const tries: (number | undefined)[] = []
      for (let i = 0; i < 11; i++) tries.push(await signIn(proxy.port, `${readers}.3`, `203.0.113.${i}`))
      expect(tries.at(-1)).toBe(429)
      expect(tries[0]).toBe(401)
      expect(await signIn(proxy.port, `${readers}.4`, '203.0.113.1')).toBe(401)
    })

    it('lets a stream of changes through as it is written', async () => {
      const answer = await ask(proxy.port, '/api/v1/changes/stream', { headers: { accept: 'text/event-stream' } })
      const first = await new Promise<string>((resolve) => answer.once('data', (chunk) => resolve(String(chunk))))
      answer.destroy()
      expect(first).toMatch(/^retry: \d+/)
    })
  })
})

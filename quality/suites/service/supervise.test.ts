/** `serve`: its processes and what holds between them, on the embedded database. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRunning, partsOf, postmasterOf, serverProcesses, signalAll } from '../../../tests/support/machine.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { type Service, startService, until } from '../../../tests/support/service.ts'
import { runChild } from '../../survival/child.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-serve-'))
const dataDir = join(folder, 'data')
let env: Record<string, string>
let service: Service

beforeAll(async () => {
  env = { DATA_DIR: dataDir, PORT: String(await freePort()), WEB_PROCESSES: '2', SOURCES: 'none' }
  service = await startService('serve', env)
  await untilWhole()
})
afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ready = () =>
  fetch(`${service.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Everything runs, and answers. */
async function untilWhole(): Promise<void> {
  await until(
    async () => [partsOf(service.pid, 'web').length, partsOf(service.pid, 'worker').length, await ready()],
    ([webs, workers, isReady]) => webs === 2 && workers === 1 && isReady === true,
  )
}

const niceOf = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])

describe('a running service', () => {
  it('is two web processes, a worker at nice +5 and a server', async () => {
    const [worker = 0] = partsOf(service.pid, 'worker')
    await expect.poll(() => niceOf(worker) - niceOf(service.pid)).toBe(5)
    for (const web of partsOf(service.pid, 'web')) expect(niceOf(web)).toBe(niceOf(service.pid))
    expect(serverProcesses(dataDir)).toContain(postmasterOf(dataDir))
  })

  it.each(['serve', 'web', 'worker'])('refuses a second %s in one sentence', async (command) => {
    const ended = await runChild([command], { ...env, PORT: '0', WEB_PROCESSES: '1' })
    expect(ended.output.trim()).toMatch(/^Kärnhuset is running on \S+ already: a second cannot start\.$/)
    expect(ended.code).toBe(1)
    expect(await ready()).toBe(true)
  })

  it('shares its server with commands, which do not stop it', async () => {
    const server = postmasterOf(dataDir)
    const all = await Promise.all([1, 2].map(() => runChild(['stats'], env)))
    expect(all.map(({ code }) => code)).toEqual([0, 0])
    expect(postmasterOf(dataDir)).toBe(server)
  })

  it('answers with each of its web processes on the same port', async () => {
    const answers = () =>
      fetch(`${service.url}/healthz`, { signal: AbortSignal.timeout(500) }).then(
        () => true,
        () => false,
      )
    for (const pid of partsOf(service.pid, 'web')) {
      process.kill(pid, 'SIGSTOP')
      // The system deals connections out: some meet the process that stands still.
      await until(answers, Boolean).finally(() => process.kill(pid, 'SIGCONT'))
    }
  })

  it('is whole again after each of its processes was killed, and says which in its log', async () => {
    const server = postmasterOf(dataDir) ?? 0
    const killed = [...partsOf(service.pid, 'web'), ...partsOf(service.pid, 'worker'), server]
    signalAll(killed, 'SIGKILL')
    await until(
      async () => [...partsOf(service.pid, 'web'), ...partsOf(service.pid, 'worker'), postmasterOf(dataDir)],
      (now) => now.every((pid) => !killed.includes(pid ?? 0)),
    )
    await untilWhole()
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { process?: string; msg: string })
    for (const name of ['web', 'worker', 'postgres'])
      expect(lines).toContainEqual(
        expect.objectContaining({ process: 'supervisor', msg: `${name} has ended; it is started again` }),
      )
    expect(lines.filter((line) => !line.process)).toEqual([])
    expect(new Set(lines.map((line) => line.process))).toContain('worker')
  })

  it('leaves nothing behind when its supervisor is killed, though a client hangs, and starts again', async () => {
    const silent = connect(Number(env.PORT), '127.0.0.1')
    silent.on('error', () => {})
    silent.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n')
    await fetch(`${service.url}/healthz`)
    const parts = [...partsOf(service.pid, 'web'), ...partsOf(service.pid, 'worker')]
    await service.kill()
    await until(
      async () => [...serverProcesses(dataDir), ...parts.filter(isRunning)],
      (left) => left.length === 0,
    )
    service = await startService('serve', env)
    await untilWhole()
  })

  it('ends all on SIGTERM, though a client hangs, with code 0', async () => {
    const silent = connect(Number(env.PORT), '127.0.0.1')
    silent.on('error', () => {})
    silent.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n')
    await fetch(`${service.url}/healthz`)
    const parts = [...partsOf(service.pid, 'web'), ...partsOf(service.pid, 'worker')]
    const started = Date.now()
    expect(await service.stop()).toBe(0)
    console.log(`SIGTERM with a hanging client: ended after ${Date.now() - started} ms`)
    expect([...serverProcesses(dataDir), ...parts.filter(isRunning)]).toEqual([])
    expect(service.output()).not.toMatch(/did not end in time/)
  })
})

it('a service takes the place of a server that a killed command left, and ends it', async () => {
  const killed = await runChild(['mcp'], env, async () => {
    await until(
      async () => postmasterOf(dataDir),
      (pid) => pid !== null,
    )
  })
  expect(killed.killed).toBe(true)
  service = await startService('serve', env)
  await untilWhole()
  await service.kill()
  await until(
    async () => serverProcesses(dataDir).length,
    (n) => n === 0,
  )
})

it('of two services that start at once on one folder one runs and the other is refused in one sentence', async () => {
  const environment = { DATA_DIR: join(folder, 'twice'), SOURCES: 'none', LOG_LEVEL: 'warn' }
  for (let round = 0; round < 4; round++) {
    const both = await Promise.allSettled([1, 2].map(() => startService('serve', environment)))
    const running = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const said = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.message)] : []))
    expect(said.map((words) => words.replace(/^Waiting for .*\n/gm, ''))).toEqual([
      `Kärnhuset is running on ${environment.DATA_DIR} already: a second cannot start.\n`,
    ])
    for (const service of running) expect(await service.stop()).toBe(0)
  }
})

it('ends on SIGTERM though its database hangs, and starts again', async () => {
  const environment = { DATA_DIR: join(folder, 'hangs'), SOURCES: 'none', LOG_LEVEL: 'fatal' }
  const first = await startService('serve', environment)
  const server = serverProcesses(environment.DATA_DIR)
  signalAll(server, 'SIGSTOP')
  expect(await first.stop().finally(() => signalAll(server, 'SIGCONT'))).toBe(0)
  expect(await (await startService('serve', environment)).stop()).toBe(0)
})

it('a first start has nothing to warn of, and a port that is taken is told in one sentence', async () => {
  const environment = { DATA_DIR: join(folder, 'own'), SOURCES: 'none', LOG_LEVEL: 'info' }
  const first = await startService('serve', environment)
  const { ended, output } = { ended: await first.stop(), output: first.output() }
  expect(ended).toBe(0)
  expect(output).not.toMatch(/"level":[4-6]0/)
  const taken = await listenOn('127.0.0.1')
  const { port } = taken.address() as AddressInfo
  const refused = await runChild(['serve'], { ...environment, LOG_LEVEL: 'warn', PORT: String(port) })
  taken.close()
  expect(refused).toMatchObject({
    code: 1,
    output: `PORT: 127.0.0.1:${port} is taken by another program: choose another port.\n`,
  })
})

async function listenOn(host: string): Promise<Server> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, host, done))
  return server
}

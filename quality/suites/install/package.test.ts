/** The packed program in a stranger's folder, and the container's folders: both beside a topic in five files. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDocsTopic } from '../../../tests/support/content.ts'
import { makeUser } from '../../../tests/support/packed.ts'
import { rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { startProgram, until } from '../../../tests/support/service.ts'

const root = join(import.meta.dirname, '../../..')
const user = makeUser()
const { run, newFolder } = user

const megabytes = (path: string) => Number.parseInt(spawnSync('du', ['-sm', path], { encoding: 'utf8' }).stdout, 10)

let tarball: string
let files: { path: string }[]
beforeAll(() => {
  ;({ tarball, files } = user.pack())
})
afterAll(() => user.remove())

describe('the package', () => {
  it('holds the program, what it ships and nothing of whoever packed it', () => {
    const tops = new Set(files.map(({ path }) => path.split('/')[0]))
    const shippedFiles = [
      '.env.example',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin',
      'content',
      'demo',
      'dist',
      'package.json',
    ]
    expect([...tops].sort()).toEqual(shippedFiles)
    expect(files.map(({ path }) => path).filter((path) => /\.ts$|\.test\.|^demo\/[^/]+$/.test(path))).toEqual([])
    const modules = files.filter(({ path }) => /^dist\/src\/.*\.js$/.test(path)).length
    expect(modules).toBeGreaterThan(500)
    // The bundle of `npm ci` stays.
    const left = existsSync(join(root, 'dist')) ? readdirSync(join(root, 'dist')) : []
    expect(left.filter((name) => name !== 'program')).toEqual([])
  })

  it('weighs less than 15 MB beside its packages, which take less than 250', () => {
    const place = newFolder('sizes')
    expect(run(['npm', 'install', tarball], place)).toMatchObject({ status: 0 })
    const [own, all] = [megabytes(join(place, 'node_modules/karnhuset')), megabytes(join(place, 'node_modules'))]
    expect([own < 15, all - own < 250]).toEqual([true, true])
  })

  it('starts in an empty folder, keeps its data there, and finds a topic beside it', async () => {
    const place = join(user.folder, 'sizes')
    const program = join(place, 'node_modules/karnhuset/bin/karnhuset')
    const settings = { SOURCES: 'none', HOME: user.home }
    const first = await startProgram([program, 'serve'], settings, place)
    expect(await (await fetch(first.url)).text()).toContain('<html lang="sv"')
    expect(await first.stop()).toBe(0)
    expect(readdirSync(place)).toContain('data')
    writeDocsTopic(join(place, 'content'))
    const second = await startProgram([program, 'serve'], { ...settings, DATA_DIR: 'garden' }, place)
    expect(await (await fetch(second.url)).text()).toContain('Potting Shed')
    expect(await second.stop()).toBe(0)
  })

  it('tells an older Node in one sentence what helps in this folder, and it does', () => {
    const place = newFolder('older')
    run(['npm', 'install', tarball, 'node@22'], place)
    const version = () => run(['npx', 'karnhuset', '--version'], place)
    const { status, output } = version()
    const cure = output.trim().split('\n').at(-1) ?? ''
    expect([status, output, cure]).toEqual([
      1,
      expect.stringMatching(/^Kärnhuset needs Node 24 \(this is v22\.[\d.]+\)\. One for this folder alone:$/m),
      'npm install --prefix .node node@24',
    ])
    expect(run(cure.split(' '), place).status).toBe(0)
    expect(version()).toEqual({ status: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })
})

describe("the container's folders", () => {
  const image =
    readFileSync(join(root, 'Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? ''

  /** The folder that stands for the root of the image, with all that its last stage copies. */
  function layOut(): string {
    const place = join(user.folder, 'image')
    const app = join(place, String(/^WORKDIR (\S+)/m.exec(image)?.[1]))
    for (const [, sources = '', target = ''] of image.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm))
      for (const source of sources.split(' '))
        cpSync(join(root, source), join(app, target.endsWith('/') ? join(target, source) : target), { recursive: true })
    for (const [, source = ''] of image.matchAll(/^COPY --from=program \/app\/(\S+) /gm))
      cpSync(join(root, source), join(app, source), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'))
    return place
  }

  /** The image's command in its working directory, with its folders below `place`. */
  function startImage(place: string, settings: Record<string, string>) {
    const [node, program = '', command = ''] = JSON.parse(String(/^CMD (\[.*\])$/m.exec(image)?.[1]))
    const at = (path: string) => join(place, path)
    const folders = [...image.matchAll(/\b([A-Z]+_DIR)=(\S+)/g)].map(([, name = '', path = '']) => [name, at(path)])
    const dataFolders = /^RUN install -d .*?(\/.+)$/m.exec(image)?.[1]?.split(' ') ?? []
    for (const path of dataFolders) mkdirSync(at(path), { recursive: true })
    const cwd = at(String([...image.matchAll(/^WORKDIR (\S+)/gm)].at(-1)?.[1]))
    expect([node, cwd, dataFolders]).toEqual(['node', at('/data'), ['/data', '/content']])
    return startProgram([at(program), command], { ...Object.fromEntries(folders), ...settings }, cwd)
  }

  it('start a topic at /content, with the languages that come along', async () => {
    const place = layOut()
    writeDocsTopic(join(place, 'content'))
    const service = await startImage(place, { SOURCES: 'none' })
    const page = await (await fetch(service.url)).text()
    expect(await service.stop()).toBe(0)
    expect([page.includes('Potting Shed'), /\bapple(?!-touch)/i.test(page)]).toEqual([true, false])
    rmSync(place, { recursive: true })
  })

  it('show the first-run page to who has the key where /content is empty, and go on as the site', async () => {
    const publisher = await startPublisher()
    publisher.serve('/feed.xml', {
      body: rssDocument('Roses', [{ title: 'A rose by June', link: publisher.at('/1') }]),
    })
    const place = layOut()
    const service = await startImage(place, {
      FETCH_ALLOW: '127.0.0.1/32',
      PORT: String(await freePort()),
      SOURCES: '',
    })
    // As the container is asked: from outside of it.
    const outside = { 'x-forwarded-for': '203.0.113.9' }
    const request = (path: string, init: RequestInit = {}) =>
      fetch(service.url + path, { redirect: 'manual', ...init, headers: { ...outside, ...init.headers } })
    expect((await request('/start')).status).toBe(403)
    expect((await request('/')).status).toBe(403)
    const key = /\/start\?key=([\w-]+)/.exec(service.output())?.[1] ?? ''
    const cookie = (await request(`/start?key=${key}`)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const form =
      /name="form" value="([^"]+)"/.exec(await (await request('/start', { headers: { cookie } })).text())?.[1] ?? ''
    const send = async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ form, ...fields })
      const answer = await request(path, { method: 'POST', headers: { cookie, origin: service.url }, body })
      return answer.headers.get('location')
    }
    const steps: [path: string, fields: Record<string, string>, next: string | null][] = [
      ['/start', { topic: 'Roses', language: 'en' }, '/start/sources'],
      ['/start/sources', { addresses: publisher.at('/feed.xml') }, '/start/feeds'],
      ['/start/feeds', { feed: '0', only: '0' }, '/start/tags'],
      ['/start/tags', {}, '/start/headlines'],
      ['/start/headlines', {}, '/start/site'],
      ['/start/site', { PUBLISHER_NAME: 'Ann', colour: '#1d4ed8' }, '/start/model'],
      ['/start/model', { act: 'without' }, null],
    ]
    for (const [path, fields, next] of steps) expect([path, await send(path, fields)]).toEqual([path, next])
    const about = async () => (await fetch(`${service.url}/about`).catch(() => null))?.text()
    await until(about, (page) => page?.includes('Ann') === true)
    expect((await request('/start')).status).toBe(404)
    expect(await service.stop()).toBe(0)
    expect(readdirSync(join(place, 'content'))).toContain('site.yaml')
    expect(readFileSync(join(place, 'data/.env'), 'utf8')).toContain('PUBLISHER_NAME=Ann')
    await publisher.close()
    rmSync(place, { recursive: true })
  })
})

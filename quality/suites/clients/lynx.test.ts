/** Debian's lynx shows pages without style sheets and script: with their news, and nothing that is not so. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs } from '../../../tests/support/machine.ts'
import { type DemoSite, demoPaths, startDemoSite } from '../../../tests/support/worlds/demo.ts'

const hasLynx = spawnSync('lynx', ['-version']).status === 0

/** Messages of states that no page is in before script or a service worker finds so, and of what only script does. */
const UNTRUE = [
  ...['offline.bar', 'offline.again', 'offline.kept', 'mine.went', 'mine.opened', 'mine.mutes', 'take.title'],
  ...['alerts.here_on', 'alerts.here_denied', 'layout.theme', 'front.listen', 'podcast.speed', 'keys.title'],
]

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

describe.skipIf(!needs('lynx', hasLynx))('lynx', () => {
  let site: DemoSite
  beforeAll(async () => {
    site = await startDemoSite()
  })
  afterAll(() => site?.close())

  const dump = async (path: string): Promise<string> => {
    const args = ['-dump', '-nolist', '-width=1000', '-assume_charset=utf-8', '-display_charset=utf-8', site.url + path]
    return oneLine((await promisify(execFile)('lynx', args)).stdout)
  }

  it('has the first headline of the front page', async () => {
    const page = await (await fetch(site.url)).text()
    const [, id] = /href="\/handelser\/(\d+)/.exec(page) ?? []
    const { data } = (await (await fetch(`${site.url}/api/v1/events/${id}`)).json()) as { data: { title: string } }
    expect(await dump('/')).toContain(oneLine(data.title))
  })

  it('says nothing on any page that is not so', async () => {
    const { t } = site.web.services.content.messages
    const untrue = UNTRUE.map((key) => t(key))
    const { paths } = await demoPaths(site.url)
    for (const path of [
      ...paths.filter((one) => one !== '/nothing-here'),
      '/mitt',
      '/konto',

      '/api/docs',
    ]) {
      const shown = await dump(path)
      expect([path, shown.length > 50, untrue.filter((words) => shown.includes(words))]).toEqual([path, true, []])
    }
  })
})

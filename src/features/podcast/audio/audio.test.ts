import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectAudio } from './audio.ts'

const fixtures = join(import.meta.dirname, '../fixtures')
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'audio-'))
})
afterAll(() => rm(dir, { recursive: true }))

const chapterTitles = ['Första delen', 'Andra delen']

// Durations as ffprobe tells them.
describe.each([
  { name: 'tone.mp3', type: 'audio/mpeg', duration: 3.056, chapters: chapterTitles },
  { name: 'tone.m4a', type: 'audio/mp4', duration: 3.0, chapters: chapterTitles },
  { name: 'tone.ogg', type: 'audio/ogg', duration: 3.0, chapters: chapterTitles },
  { name: 'tone.opus', type: 'audio/ogg', duration: 3.0065, chapters: [] },
])('$name', ({ name, type, duration, chapters }) => {
  it('gives container, duration and chapters', async () => {
    const facts = await inspectAudio(join(fixtures, name))
    expect(facts.type).toBe(type)
    expect(Math.abs(facts.durationSeconds - duration)).toBeLessThan(0.1)
    expect(facts.chapters.map((chapter) => chapter.title)).toEqual(chapters)
    if (chapters.length > 0) expect(facts.chapters.map((chapter) => chapter.startSeconds)).toEqual([0, 1.5])
  })

  it.each([0.05, 0.3, 0.5, 0.9, 0.99])('is refused when cut off after %f of it', async (share) => {
    const complete = await readFile(join(fixtures, name))
    const cut = join(dir, `cut-${share}-${name}`)
    await writeFile(cut, complete.subarray(0, Math.floor(complete.length * share)))
    await expect(inspectAudio(cut)).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining(`cut-${share}-${name}: `),
    })
  })

  it('is refused when its name claims another kind', async () => {
    const other = join(dir, name.endsWith('mp3') ? 'wrong.m4a' : 'wrong.mp3')
    await copyFile(join(fixtures, name), other)
    await expect(inspectAudio(other)).rejects.toThrow(/^wrong\.m(p3|4a): its name ends in "\.m(p3|4a)", but/)
  })

  // The index of an M4A is whole even then; only decoding could tell.
  it.skipIf(name.endsWith('m4a'))('is refused when the rest of it was never written', async () => {
    const complete = await readFile(join(fixtures, name))
    const holed = join(dir, `holed-${name}`)
    await writeFile(
      holed,
      Buffer.concat([complete.subarray(0, complete.length / 2), Buffer.alloc(complete.length / 2)]),
    )
    await expect(inspectAudio(holed)).rejects.toThrow(/cut off/)
  })
})

describe('a file that is no audio', () => {
  it.each([
    ['none.mp3', null, 'none.mp3: there is no such file'],
    ['empty.mp3', '', 'empty.mp3: it is empty'],
    ['page.mp3', '<!doctype html><title>404</title>', 'page.mp3: its content is a document, not sound'],
    ['noise.mp3', 'x'.repeat(9000), 'noise.mp3: its content is not MP3, M4A or OGG audio'],
    ['wave.mp3', 'RIFF0000WAVEfmt ', 'wave.mp3: its content is a WAV or AVI file; save the sound as MP3, M4A or OGG'],
    ['tag.mp3', 'ID3\u0003\0\0\0\0\0\u0002xx', 'tag.mp3: it ends inside its tag, before any sound'],
  ])('%s says why', async (name, content, message) => {
    if (content !== null) await writeFile(join(dir, name), content)
    await expect(inspectAudio(join(dir, name))).rejects.toMatchObject({ code: 'unprocessable', message })
  })
})

it('reads a constant-bitrate MP3 without tags, and finds its cut inside a frame', async () => {
  const tagged = await readFile(join(fixtures, 'tone.mp3'))
  const info = tagged.indexOf('Info')
  const sound = tagged.subarray(tagged.indexOf(Buffer.from([0xff, 0xf3]), info))
  await writeFile(join(dir, 'bare.mp3'), sound)
  await writeFile(join(dir, 'bare-cut.mp3'), sound.subarray(0, sound.length - 50))
  expect((await inspectAudio(join(dir, 'bare.mp3'))).durationSeconds).toBeCloseTo(3.056, 1)
  await expect(inspectAudio(join(dir, 'bare-cut.mp3'))).rejects.toThrow('bare-cut.mp3: it is cut off after 3.0 seconds')
})

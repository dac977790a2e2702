/** Spoken lines as MP3 files that can be joined byte by byte: one bit rate, no frame that needs the one before, no tags. */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../../platform/media/audio/programs.ts'
import { decodeSpeech, levelled, SAMPLE_RATE, silence } from '../../platform/media/audio/sound.ts'
import type { SpeechSynthesizer } from '../../platform/models/ports.ts'
import { giveToOwner, makeOwnedFolder } from '../../platform/settings/data-owner.ts'
import { type AudioPart, SOUND_BITRATE } from './audio-edition.ts'

const LINE_PAUSE = 0.35
const END_PAUSE = 1
const DAY_MS = 86_400_000

interface Line {
  text: string
  language: string
}

export const soundFile = (folder: string, hash: string): string => join(folder, `${hash}.mp3`)

/** The sound of these lines in this voice: spoken once for all callers. */
export async function soundOf(folder: string, synthesizer: SpeechSynthesizer, lines: Line[]): Promise<AudioPart> {
  const content = JSON.stringify([synthesizer.name, ...lines.map(({ text, language }) => [language, text])])
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 40)
  const path = soundFile(folder, hash)
  const existing = await stat(path).catch(() => null)
  if (existing) return { hash, bytes: existing.size }
  const sound = await synthesizeLines(synthesizer, lines)
  makeOwnedFolder(folder)
  const passing = join(folder, `.${randomBytes(6).toString('hex')}`)
  await writeFile(passing, sound)
  giveToOwner(passing)
  await rename(passing, path)
  return { hash, bytes: sound.length }
}

async function synthesizeLines(synthesizer: SpeechSynthesizer, lines: Line[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for (const { text, language } of lines)
    parts.push(await decodeSpeech(await synthesizer.synthesize(text, language)), silence(LINE_PAUSE))
  const pcm = Buffer.concat([await levelled(Buffer.concat(parts)), silence(END_PAUSE)])
  const input = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0']
  const joinable = ['-b:a', String(SOUND_BITRATE), '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0']
  const args = [
    '-hide_banner',
    '-loglevel',
    'error',
    ...input,
    '-c:a',
    'libmp3lame',
    ...joinable,
    '-f',
    'mp3',
    'pipe:1',
  ]
  return (await runProgram('ffmpeg', args, { input: pcm })).stdout
}

/** Removes sounds of more than a day that no edition needs any more. */
export async function sweepSounds(folder: string, inUse: ReadonlySet<string>, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    if (inUse.has(name.replace(/\.mp3$/, ''))) continue
    // One that is still written may have another name by now.
    const file = await stat(path).catch(() => null)
    if (file && now.getTime() - file.mtimeMs > DAY_MS) await rm(path, { force: true })
  }
}

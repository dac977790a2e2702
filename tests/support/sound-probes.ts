/** Measures of sound. */
import { execFileSync, spawnSync } from 'node:child_process'

export function probeSeconds(path: string): number {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  return Number(execFileSync('ffprobe', args, { encoding: 'utf8' }))
}

/** Where sound begins again after at least `seconds` of silence, as the decoded audio shows it. */
export function soundAfterSilence(path: string, seconds: number): number[] {
  const args = [
    '-hide_banner',
    '-nostats',
    '-i',
    path,
    '-af',
    `silencedetect=noise=-45dB:d=${seconds}`,
    '-f',
    'null',
    '-',
  ]
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
  return [...stderr.matchAll(/silence_end: ([\d.]+)/g)].map((match) => Number(match[1]))
}

/** EBU R 128 loudness of the whole file, in LUFS. */
export function probeLoudness(path: string): number {
  const args = ['-hide_banner', '-nostats', '-i', path, '-af', 'loudnorm=print_format=json', '-f', 'null', '-']
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
  return Number(/"input_i"\s*:\s*"([^"]+)"/.exec(stderr)?.[1])
}

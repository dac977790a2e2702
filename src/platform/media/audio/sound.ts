/** Raw sound: 44.1 kHz, one channel, 16-bit samples. Decoding speech, trimming and levelling it. */
import { runProgram } from './programs.ts'

export const SAMPLE_RATE = 44_100
const BYTES_PER_SAMPLE = 2
const RAW = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1']
const QUIET = ['-hide_banner', '-nostats', '-loglevel', 'error']
/**
 * Requirements of podcast directories: EBU R 128 loudness in LUFS, and a ceiling for peaks as a share of full scale.
 */
const TARGET_LUFS = -16
const CEILING = 0.84
/** Samples below this (of 32,767) at the ends of a line are taken for silence; a breath of it is kept. */
const SILENCE = 120
const BREATH = Math.round(SAMPLE_RATE * 0.03)

export const secondsOf = (pcm: { length: number }) => pcm.length / BYTES_PER_SAMPLE / SAMPLE_RATE

export const silence = (seconds: number) => Buffer.alloc(Math.round(seconds * SAMPLE_RATE) * BYTES_PER_SAMPLE)

/** Any audio file → raw sound without the silence around it. */
export async function decodeSpeech(audio: Uint8Array, signal?: AbortSignal): Promise<Buffer> {
  const args = [...QUIET, '-i', 'pipe:0', '-vn', ...RAW, 'pipe:1']
  const { stdout } = await runProgram('ffmpeg', args, { input: audio, signal })
  return trimSilence(stdout)
}

function trimSilence(pcm: Buffer): Buffer {
  const samples = Math.floor(pcm.length / BYTES_PER_SAMPLE)
  const loud = (i: number) => Math.abs(pcm.readInt16LE(i * BYTES_PER_SAMPLE)) > SILENCE
  let first = 0
  while (first < samples && !loud(first)) first++
  let last = samples - 1
  while (last > first && !loud(last)) last--
  const [from, to] = [Math.max(0, first - BREATH), Math.min(samples, last + 1 + BREATH)]
  return pcm.subarray(from * BYTES_PER_SAMPLE, to * BYTES_PER_SAMPLE)
}

/** The same length of sound, brought to the target loudness, its peaks held below the ceiling. */
export async function levelled(pcm: Buffer, signal?: AbortSignal): Promise<Buffer> {
  const before = await loudness(pcm, signal)
  if (before === null) return pcm
  const once = await amplified(pcm, TARGET_LUFS - before, signal)
  // Holding the peaks costs loudness; what it cost is added to the gain.
  const after = await loudness(once, signal)
  if (after === null || Math.abs(TARGET_LUFS - after) < 0.3) return once
  return amplified(pcm, TARGET_LUFS - before + (TARGET_LUFS - after) * 1.3, signal)
}

async function amplified(pcm: Buffer, decibels: number, signal?: AbortSignal): Promise<Buffer> {
  const gain = Math.max(-30, Math.min(30, decibels))
  const filter = `volume=${gain.toFixed(2)}dB,alimiter=limit=${CEILING}:attack=5:release=50:level=disabled`
  const args = [...QUIET, ...RAW, '-i', 'pipe:0', '-af', filter, ...RAW, 'pipe:1']
  return (await runProgram('ffmpeg', args, { input: pcm, signal })).stdout
}

/** Integrated loudness in LUFS, or null where there is too little sound to tell. */
async function loudness(pcm: Buffer, signal?: AbortSignal): Promise<number | null> {
  const measure = ['-af', 'ebur128=framelog=verbose', '-f', 'null', '-']
  const { stderr } = await runProgram('ffmpeg', ['-hide_banner', '-nostats', ...RAW, '-i', 'pipe:0', ...measure], {
    input: pcm,
    signal,
  })
  const value = Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(stderr)?.[1])
  return Number.isFinite(value) && value > -70 ? value : null
}

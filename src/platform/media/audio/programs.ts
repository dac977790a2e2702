/**
 * Runs the programs that media needs (ffmpeg, espeak-ng) with bytes in, bytes out, a time limit and readable errors.
 */
import { spawn } from 'node:child_process'
import { AppError } from '../../errors.ts'

const PACKAGES: Record<string, string> = { ffmpeg: 'ffmpeg', 'espeak-ng': 'espeak-ng' }

export interface RunOptions {
  input?: Uint8Array
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

/** Throws `unavailable` when the program is missing, `internal` with its last words when it fails. */
export function runProgram(
  program: string,
  args: string[],
  options: RunOptions = {},
): Promise<{ stdout: Buffer; stderr: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ stdout: Buffer; stderr: string }>()
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 120_000)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const child = spawn(program, args, { signal, killSignal: 'SIGKILL', stdio: ['pipe', 'pipe', 'pipe'] })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk) => out.push(chunk))
  child.stderr.on('data', (chunk) => err.push(chunk))
  // A program that ends before it has read all its input is judged by its exit code.
  child.stdin.on('error', () => {})
  child.on('error', (cause: NodeJS.ErrnoException) => reject(startError(program, cause)))
  child.on('close', (code) => {
    const stderr = Buffer.concat(err).toString('utf8')
    if (code === 0) return resolve({ stdout: Buffer.concat(out), stderr })
    reject(new AppError('internal', `${program} failed (${code ?? 'stopped'}): ${stderr.trim().slice(-400)}`))
  })
  child.stdin.end(options.input ?? '')
  return promise
}

function startError(program: string, cause: NodeJS.ErrnoException): AppError {
  const name = PACKAGES[program] ?? program
  if (cause.code === 'ENOENT')
    return new AppError('unavailable', `${program} is not installed (Debian: apt install ${name})`, { cause })
  if (cause.name === 'AbortError')
    return new AppError('unavailable', `${program} took too long or was stopped`, { cause })
  return new AppError('unavailable', `${program} cannot be started: ${cause.message}`, { cause })
}

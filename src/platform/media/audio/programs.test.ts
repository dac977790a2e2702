import { describe, expect, it } from 'vitest'
import { runProgram } from './programs.ts'

describe('a program', () => {
  it('gets its input and gives its output', async () => {
    const { stdout } = await runProgram('cat', [], { input: Buffer.from('åäö') })
    expect(stdout.toString()).toBe('åäö')
  })

  it('that ends before it has read all its input is judged by its exit code', async () => {
    await expect(runProgram('true', [], { input: Buffer.alloc(1 << 22) })).resolves.toBeDefined()
  })

  it('that is missing is named', async () => {
    await expect(runProgram('no-such-program', [])).rejects.toMatchObject({
      code: 'unavailable',
      message: 'no-such-program is not installed (Debian: apt install no-such-program)',
    })
  })

  it('that fails gives its last words', async () => {
    await expect(runProgram('sh', ['-c', 'echo trasig >&2; exit 3'])).rejects.toMatchObject({
      code: 'internal',
      message: 'sh failed (3): trasig',
    })
  })

  it('is stopped at its time limit and by a signal', async () => {
    await expect(runProgram('sleep', ['60'], { timeoutMs: 50 })).rejects.toMatchObject({ code: 'unavailable' })
    const stop = new AbortController()
    const running = runProgram('sleep', ['60'], { signal: stop.signal })
    stop.abort()
    await expect(running).rejects.toMatchObject({ code: 'unavailable' })
  })
})

/** The Nu HTML checker over finished pages. Needs Java. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error it brings no types: a path to its archive
import vnuJar from 'vnu-jar'

interface Report {
  messages: { type: string; subType?: string; url?: string; lastLine?: number; message: string; extract?: string }[]
}

/** Errors and warnings of all pages, one line each. `pages`: name → HTML. */
export async function checkHtml(pages: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-html-'))
  try {
    const files = Object.entries(pages).map(([name, html]) => {
      const file = join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.html`)
      writeFileSync(file, html)
      return file
    })
    const report = await run(files)
    return report.messages.map(
      (m) =>
        `${m.url?.split('/').at(-1)}:${m.lastLine} ${m.subType ?? m.type}: ${m.message} ${m.extract?.slice(0, 120) ?? ''}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(files: string[]): Promise<Report> {
  const args = ['-Xss1m', '-jar', vnuJar, '--format', 'json', '--stdout', '--exit-zero-always', ...files]
  return new Promise((resolve, reject) => {
    execFile('java', args, { maxBuffer: 64 * 1024 * 1024, timeout: 240_000 }, (error, stdout) => {
      if (error) reject(new Error(`${error.message} (the checker needs Java: apt-get install default-jre-headless)`))
      else resolve(JSON.parse(stdout))
    })
  })
}

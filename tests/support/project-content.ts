/** The project's own content, which no test changes: read once for all files of a process. */
import { resolve } from 'node:path'
import { type Content, readContent } from '../../src/content.ts'

const folder = resolve('content')
let read: Content | undefined

export function projectContent(): Content {
  read ??= readContent(folder)
  return read
}

/** Of another folder anew each time. */
export const contentOf = (path: string): Content => (path === folder ? projectContent() : readContent(path))

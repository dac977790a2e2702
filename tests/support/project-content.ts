/** The project's own content, which no test changes: read once for all files of a process. */
import { resolve } from 'node:path'
import { type Content, readContent } from '../../src/content.ts'

const folder = resolve('content')
const read = new Map<boolean, Content>()

export function projectContent(hasModel = false): Content {
  const content = read.get(hasModel) ?? readContent(folder, hasModel)
  read.set(hasModel, content)
  return content
}

/** Of another folder anew each time. */
export const contentOf = (path: string, hasModel: boolean): Content =>
  path === folder ? projectContent(hasModel) : readContent(path, hasModel)

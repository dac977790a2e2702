/** Reads languages/*.yaml and concepts/*.yaml: those of the site's content folder, and of those that come with the project the rest. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { shippedContent as shipped } from '../package/package-folder.ts'
import { readText } from '../site/site-file.ts'
import { type Concepts, parseConcepts } from '../text/concepts.ts'
import { parseLanguage } from './language.ts'
import { indexLanguages, type Languages } from './languages.ts'

/** Throws `bad_request` with a line for each violation, naming the file. */
export function readLanguages(contentDir: string): Languages {
  refuse(contentDir, 'clustering/amounts.yaml', 'numbers.scales and units of languages/LANGUAGE.yaml')
  return indexLanguages([...readFiles(contentDir, 'languages')].map(([code, text]) => parseLanguage(text, code)))
}

/** Throws `bad_request` naming file and line, and where the folder still has its words in the one file of before. */
export function readConcepts(contentDir: string): Concepts {
  refuse(contentDir, 'clustering/concepts.yaml', 'concepts/LANGUAGE.yaml, a file a language')
  return parseConcepts(readFiles(contentDir, 'concepts'))
}

/** A file that once held words and would now be passed over in silence. */
function refuse(contentDir: string, former: string, moved: string): void {
  if (existsSync(join(contentDir, former)))
    throw new AppError('bad_request', `${former}: is no longer read: move its words to ${moved}`)
}

/** By code of the language. */
function readFiles(contentDir: string, subfolder: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const folder of [shipped, contentDir].map((root) => join(root, subfolder)))
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name.endsWith('.yaml')) files.set(name.slice(0, -'.yaml'.length), readText(join(folder, name)))
  return files
}
